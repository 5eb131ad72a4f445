import { KeptBones } from '#src/features/bookshelf/components/kept-bones.tsx';
import { useFocusWhenOneGoes } from '#src/features/bookshelf/components/use-focus-when-one-goes.ts';
import { KeptList, VisitedList } from '#src/features/offline/components/kept-list.tsx';
import { PackCard } from '#src/features/offline/components/pack-card.tsx';
import { Room } from '#src/features/offline/components/room.tsx';
import { type Kept, useKept } from '#src/features/offline/components/use-kept.ts';
import type { Pack } from '#src/features/offline/contract.ts';
import { changeRecord } from '#src/features/offline/store/records.ts';
import { isKept } from '#src/features/offline/store/tale-record.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SectionHead } from '#src/ui/section-head.tsx';
import { urls } from '#src/urls.ts';

/** What is kept on the device, and packs to keep. What is kept, only the browser knows: all comes with it, so that nothing moves. */
export function OfflinePage({ packs }: { packs: readonly Pack[] }) {
  const kept = useKept();
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Without a network" title="Kept on this device" lede="For the car, the cabin and the end of the garden." />
      {kept === 'loading' ? (
        <KeptBones>
          <ListBones />
        </KeptBones>
      ) : (
        <>
          <NotHere />
          {kept === 'failed' ? <Unable /> : <KeptTales kept={kept} />}
          <Packs packs={packs} kept={kept} />
        </>
      )}
    </div>
  );
}

function ListBones() {
  return (
    <ul className="here" aria-hidden="true">
      {[1, 2, 3, 4].map((line) => (
        <li key={line}>
          <span className="bone bone-title" />
        </li>
      ))}
    </ul>
  );
}

function Packs({ packs, kept }: { packs: readonly Pack[]; kept: Kept | 'failed' }) {
  if (packs.length === 0) return null;
  return (
    <section className="band">
      <SectionHead title="Packs" />
      <ul className="packs">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} kept={kept} />
        ))}
      </ul>
    </section>
  );
}

function Unable() {
  return (
    <div className="not-here">
      <p>
        <b>This browser cannot keep tales.</b> In a private window, or with storage forbidden, nothing can be kept.
      </p>
    </div>
  );
}

/** Tells who was led here why: the page that was asked for needs a network. */
function NotHere() {
  // Only drawn in the browser: the server does not know what is kept.
  const from = ownPath(new URLSearchParams(location.search).get('from') ?? '');
  if (from === '') return null;
  return (
    <div className="not-here" role="status">
      <p>That page needs the internet, and you seem to be without. What is listed here can be read.</p>
      <a className="btn btn-line" href={from}>
        Try again
      </a>
    </div>
  );
}

function Withdrawn({ gone }: { gone: Kept['gone'] }) {
  if (gone.length === 0) return null;
  return (
    <div className="not-here" role="status">
      <p>{gone.map(({ title }) => title).join(', ')}: taken back by the library, and so no longer kept here.</p>
      <button
        type="button"
        className="btn btn-line"
        onClick={() => void Promise.all(gone.map(({ slug }) => changeRecord('gone', slug, () => undefined)))}
      >
        Understood
      </button>
    </div>
  );
}

function KeptTales({ kept }: { kept: Kept }) {
  const chosen = kept.tales.filter(isKept);
  const visited = kept.tales.filter((tale) => !isKept(tale));
  const heading = useFocusWhenOneGoes<HTMLHeadingElement>(kept.tales.length + kept.gone.length);
  return (
    <>
      <Withdrawn gone={kept.gone} />
      <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
        The tales
      </h2>
      {chosen.length === 0 ? <Nothing /> : <KeptList tales={chosen} />}
      {kept.tales.length > 0 ? <Room kept={kept} /> : null}
      {visited.length > 0 ? (
        <section className="band">
          <SectionHead title="Here because you opened them" />
          <VisitedList tales={visited} />
        </section>
      ) : null}
    </>
  );
}

function Nothing() {
  return (
    <EmptyState spot="lantern" title="Nothing kept yet" text="On a tale, press Save and tick Keep offline. Or keep a whole pack.">
      <a className="btn btn-solid btn-lg" href={urls.tales()}>
        Browse Tales
      </a>
    </EmptyState>
  );
}

/** Only a path of this site leads anywhere. */
function ownPath(text: string): string {
  return /^\/(?![/\\])/.test(text) ? text : '';
}

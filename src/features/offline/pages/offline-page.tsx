import { EmptyState } from '#src/ui/empty-state.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { PageHead, SectionHead } from '#src/ui/page-head.tsx';
import { LibrarySkeleton, useFocusOnRemoval } from '#src/ui/saved-list.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { PackCard } from '../components/pack-card.tsx';
import { describeMissing, toastError } from '../components/save-offline.tsx';
import { formatBytes, formatMinutes, StorageUsage } from '../components/storage-usage.tsx';
import { type OfflineData, useOfflineData } from '../components/use-offline-data.ts';
import type { Pack } from '../contract.ts';
import { changeRecord, isSavedOffline, type TaleRecord } from '../store/offline-records.ts';
import { releaseTale } from '../store/offline-tales.ts';
import { saveTale } from '../store/save-tale.ts';

/** Saved tales, and packs to save. Rendered when the stored data is known, to avoid layout shifts. */
export function OfflinePage({ packs }: { packs: readonly Pack[] }) {
  const data = useOfflineData();
  return (
    <div className="page page-end kept-page">
      <PageHead eyebrow="Without a network" title="Saved on this device" lede="For the car, the cabin and the end of the garden." />
      {data === 'loading' ? (
        <LibrarySkeleton>
          <ListSkeleton />
        </LibrarySkeleton>
      ) : (
        <>
          <RedirectNotice />
          {data === 'failed' ? <StorageUnavailable /> : <SavedTales data={data} />}
          <Packs packs={packs} data={data} />
        </>
      )}
    </div>
  );
}

function ListSkeleton() {
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

function Packs({ packs, data }: { packs: readonly Pack[]; data: OfflineData | 'failed' }) {
  if (packs.length === 0) return null;
  return (
    <section className="band">
      <SectionHead title="Packs" />
      <ul className="packs">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} data={data} />
        ))}
      </ul>
    </section>
  );
}

function StorageUnavailable() {
  return (
    <div className="not-here">
      <p>
        <b>This browser cannot save tales.</b> Private windows and blocked storage prevent saving for offline reading.
      </p>
    </div>
  );
}

/** Explains a redirect: the requested page is not available offline. */
function RedirectNotice() {
  // Only rendered in the browser.
  const from = ownPath(new URLSearchParams(location.search).get('from') ?? '');
  if (from === '') return null;
  return (
    <div className="not-here" role="status">
      <p>That page is not available offline. You can read the tales listed here.</p>
      <a className="btn btn-line" href={from}>
        Try again
      </a>
    </div>
  );
}

function RemovedNotice({ gone }: { gone: OfflineData['gone'] }) {
  if (gone.length === 0) return null;
  return (
    <div className="not-here" role="status">
      <p>{gone.map(({ title }) => title).join(', ')}: no longer published, and removed from this device.</p>
      <button
        type="button"
        className="btn btn-line"
        onClick={() => void Promise.all(gone.map(({ slug }) => changeRecord('gone', slug, () => undefined)))}
      >
        OK
      </button>
    </div>
  );
}

function SavedTales({ data }: { data: OfflineData }) {
  const chosen = data.tales.filter(isSavedOffline);
  const visited = data.tales.filter((tale) => !isSavedOffline(tale));
  const heading = useFocusOnRemoval<HTMLHeadingElement>(data.tales.length + data.gone.length);
  return (
    <>
      <RemovedNotice gone={data.gone} />
      <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
        The tales
      </h2>
      {chosen.length === 0 ? <NothingSaved /> : <SavedOfflineList tales={chosen} />}
      {data.tales.length > 0 ? <StorageUsage data={data} /> : null}
      {visited.length > 0 ? (
        <section className="band">
          <SectionHead title="Recently opened" />
          <RecentlyOpenedList tales={visited} />
        </section>
      ) : null}
    </>
  );
}

function NothingSaved() {
  return (
    <EmptyState spot="lantern" title="No saved tales yet" text="On a tale, press Save and tick Save offline. Or save a whole pack.">
      <a className="btn btn-solid btn-lg" href={urls.tales()}>
        Browse Tales
      </a>
    </EmptyState>
  );
}

/** Returns the path if it is on this site, else ''. */
function ownPath(text: string): string {
  return /^\/(?![/\\])/.test(text) ? text : '';
}

/** Saved tales, each with a button to remove it. */
function SavedOfflineList({ tales }: { tales: readonly TaleRecord[] }) {
  return (
    <ul className="here">
      {tales
        .toSorted((a, b) => a.title.localeCompare(b.title))
        .map((tale) => (
          <li key={tale.slug}>
            <TaleLine tale={tale} />
            <button type="button" className="icon-btn" aria-label={`Remove from this device: ${tale.title}`} onClick={() => remove(tale)}>
              <Icon name="close" />
            </button>
            {describeMissing(tale) === '' ? null : <p className="here-missing">{describeMissing(tale)}</p>}
          </li>
        ))}
    </ul>
  );
}

/** Recently opened tales; removed automatically. */
function RecentlyOpenedList({ tales }: { tales: readonly TaleRecord[] }) {
  return (
    <ul className="here">
      {tales
        .toSorted((a, b) => b.seenAt - a.seenAt)
        .map((tale) => (
          <li key={tale.slug}>
            <TaleLine tale={tale} />
          </li>
        ))}
    </ul>
  );
}

function TaleLine({ tale }: { tale: TaleRecord }) {
  return (
    <>
      <a href={urls.tale(tale.slug)}>{tale.title}</a>
      <small>
        {tale.minutes > 0 ? `${formatMinutes(tale.minutes)} to read · ` : ''}
        {formatBytes(tale.bytes)}
      </small>
    </>
  );
}

async function remove(tale: TaleRecord): Promise<void> {
  await releaseTale(tale.slug, 'single');
  for (const pack of tale.packs) await releaseTale(tale.slug, { pack });
  const act = () => void saveTale(tale.slug, 'single').catch(toastError);
  await toast({ title: 'Removed from this device', text: tale.title, action: { name: 'Undo', act } });
}

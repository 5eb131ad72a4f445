import { useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { talesCount } from '#src/ui/wording.ts';
import type { Pack } from '../contract.ts';
import { keepPack, removePack, stopDownload } from '../store/downloads.ts';
import type { TaleRecord } from '../store/tale-record.ts';
import { sayEnded, sayHindrance } from './say-kept.ts';
import { formatBytes, formatMinutes } from './sizes.ts';
import { type Kept, useDownload } from './use-kept.ts';

/** A pack: what is in it, and a button that keeps it, goes on, or takes it away. */
export function PackCard({ pack, kept }: { pack: Pack; kept: Kept | 'failed' }) {
  const { id, name } = pack;
  const download = useDownload(id);
  const known = typeof kept === 'string' ? undefined : kept;
  const begun = known?.packs.find((each) => each.id === id);
  // What was begun is what is kept, also when the library has moved on.
  const slugs = begun?.slugs ?? pack.tales.map(({ slug }) => slug);
  const done = slugs.filter((slug) => isIn(known?.tales, slug, id)).length;
  const state = download ? 'running' : begun === undefined ? 'offered' : done < slugs.length ? 'broken' : 'whole';

  const heading = useFocusWhenTurned(state);

  return (
    <li className="pack">
      <h3 id={`pack-${id}`} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <p>{pack.text}</p>
      <p className="pack-facts">
        {talesCount(pack.tales.length)} · {formatMinutes(pack.minutes)} aloud · about {formatBytes(pack.bytes)}
      </p>
      <details>
        <summary>
          Its tales <Icon name="down" />
        </summary>
        <ul className="pack-tales">
          {pack.tales.map((tale) => (
            <li key={tale.slug}>
              <a className="link" href={tale.address}>
                {tale.title}
              </a>{' '}
              <small>{formatMinutes(tale.minutes)}</small>
            </li>
          ))}
        </ul>
      </details>
      {download ? <Progress id={id} done={download.done} total={download.total} /> : null}
      {state === 'broken' ? (
        <p role="status">
          {done} of {slugs.length} kept
        </p>
      ) : null}
      <PackButtons state={known === undefined ? 'failed' : state} id={id} name={name} slugs={slugs} />
    </li>
  );
}

/** A button that goes takes the focus along: it then goes to the name of the pack. */
function useFocusWhenTurned(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (state !== before.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  return heading;
}

type Buttons = { state: 'failed' | 'running' | 'offered' | 'broken' | 'whole'; id: string; name: string; slugs: readonly string[] };

function PackButtons({ state, id, name, slugs }: Buttons) {
  const [isLeaving, setLeaving] = useState(false);
  const keep = () => keepPack({ id, name, slugs: [...slugs] }).then((ended) => sayEnded(ended, slugs.length), sayHindrance);
  const leave = async () => {
    if (isLeaving) return;
    setLeaving(true);
    await removePack(id).finally(() => setLeaving(false));
  };
  if (state === 'failed') return null;
  return (
    <div className="pack-buttons">
      {state === 'whole' ? <span className="pack-done">Ready without internet</span> : null}
      {state === 'whole' ? null : (
        // One button, so that the focus stays on it.
        <button
          type="button"
          className={state === 'running' ? 'btn btn-line' : 'btn btn-solid'}
          aria-describedby={`pack-${id}`}
          onClick={state === 'running' ? () => stopDownload(id) : keep}
        >
          {state === 'running' ? 'Cancel' : state === 'broken' ? 'Go on' : 'Keep this pack'}
        </button>
      )}
      {state === 'whole' || state === 'broken' ? (
        <button
          type="button"
          className="btn btn-quiet"
          aria-describedby={`pack-${id}`}
          aria-disabled={isLeaving || undefined}
          onClick={leave}
        >
          Remove
        </button>
      ) : null}
    </div>
  );
}

function Progress({ id, done, total }: { id: string; done: number; total: number }) {
  return (
    <div className="pack-progress">
      <progress value={done} max={total} aria-labelledby={`pack-${id}`} />
      <p role="status">
        {done} of {total} kept
      </p>
    </div>
  );
}

function isIn(tales: readonly TaleRecord[] | undefined, slug: string, pack: string): boolean {
  return tales?.some((tale) => tale.slug === slug && tale.packs.includes(pack)) ?? false;
}

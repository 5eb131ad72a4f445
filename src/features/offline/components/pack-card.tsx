import { useLayoutEffect, useRef, useState } from 'react';
import { formatTaleCount } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { Pack } from '../contract.ts';
import { removePack, savePack, stopDownload } from '../store/downloads.ts';
import type { TaleRecord } from '../store/offline-records.ts';
import { toastError, toastResult } from './save-offline.tsx';
import { formatBytes, formatMinutes } from './storage-usage.tsx';
import { type OfflineData, useDownload } from './use-offline-data.ts';

/** A pack with its tales, and buttons to save, resume or remove it. */
export function PackCard({ pack, data }: { pack: Pack; data: OfflineData | 'failed' }) {
  const { id, name } = pack;
  const download = useDownload(id);
  const known = typeof data === 'string' ? undefined : data;
  const begun = known?.packs.find((each) => each.id === id);
  // A started download keeps its list of tales even if the pack has changed since.
  const slugs = begun?.slugs ?? pack.tales.map(({ slug }) => slug);
  const done = slugs.filter((slug) => isIn(known?.tales, slug, id)).length;
  const state = download ? 'running' : begun === undefined ? 'offered' : done < slugs.length ? 'broken' : 'whole';

  const heading = useFocusOnStateChange(state);

  return (
    <li className="pack">
      <h3 id={`pack-${id}`} ref={heading} tabIndex={-1}>
        {name}
      </h3>
      <p>{pack.text}</p>
      <p className="pack-facts">
        {formatTaleCount(pack.tales.length)} · {formatMinutes(pack.minutes)} aloud · about {formatBytes(pack.bytes)}
      </p>
      <details>
        <summary>
          Tales <Icon name="down" />
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
          {done} of {slugs.length} saved
        </p>
      ) : null}
      <PackButtons state={known === undefined ? 'failed' : state} id={id} name={name} slugs={slugs} />
    </li>
  );
}

/** Focuses the heading when a button disappears with the focus. */
function useFocusOnStateChange(state: string) {
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
  const keep = () => savePack({ id, name, slugs: [...slugs] }).then((ended) => toastResult(ended, slugs.length), toastError);
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
        // One button for all states, so that it keeps the focus.
        <button
          type="button"
          className={state === 'running' ? 'btn btn-line' : 'btn btn-solid'}
          aria-describedby={`pack-${id}`}
          onClick={state === 'running' ? () => stopDownload(id) : keep}
        >
          {state === 'running' ? 'Cancel' : state === 'broken' ? 'Resume' : 'Save this pack'}
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
        {done} of {total} saved
      </p>
    </div>
  );
}

function isIn(tales: readonly TaleRecord[] | undefined, slug: string, pack: string): boolean {
  return tales?.some((tale) => tale.slug === slug && tale.packs.includes(pack)) ?? false;
}

import { useRef } from 'react';
import { formatCount, talesCount } from '#src/ui/wording.ts';
import type { ImportProgress as Progress } from '../contract.ts';
import { type Look, paceOf, paceWords, shareOf } from './pace.ts';

type Props = { label: string; progress: Progress | null };

/** How far the work is, with its pace and the time that is left. */
export function ImportProgress({ label, progress }: Props) {
  const look = useFirstLook(progress);
  if (progress === null || progress.is_waiting || progress.started_at === null)
    return (
      <>
        <progress className="import-bar" aria-label={label} />
        <p className="import-pace">It waits for its turn. You may leave this page: it goes on without.</p>
      </>
    );
  const { files, files_done, tales } = progress;
  const pace = look === null ? '' : paceWords(paceOf(look.first, look.now));
  return (
    <>
      <progress className="import-bar" aria-label={label} max={1} value={shareOf(progress)} />
      <p className="import-pace figures">
        <b>{Math.floor(shareOf(progress) * 100)} %</b>
        <span>
          {formatCount(files_done)} of {formatCount(files)} {files === 1 ? 'file' : 'files'}
        </span>
        <span>{talesCount(tales)}</span>
        {pace === '' ? null : <span>{pace}</span>}
      </p>
    </>
  );
}

/** A quarter of the way at a time: who listens is not told every second. */
export function progressSaid(label: string, progress: Progress | null): string {
  if (progress === null) return label;
  if (progress.is_waiting || progress.started_at === null) return `${label}: it waits for its turn`;
  const quarters = Math.floor(shareOf(progress) * 4) * 25;
  return quarters === 0 || quarters === 100 ? label : `${label}: ${quarters} %`;
}

/** The first look at this work, and the one at hand. */
function useFirstLook(progress: Progress | null): { first: Look; now: Look } | null {
  const seen = useRef<{ started: string; first: Look; last: Progress; now: Look } | null>(null);
  if (progress === null || progress.is_waiting || progress.started_at === null) return null;
  const before = seen.current;
  if (before !== null && before.started === progress.started_at && before.last === progress) return before;
  const now: Look = { at: performance.now(), share: shareOf(progress), tales: progress.tales };
  const first = before?.started === progress.started_at ? before.first : now;
  seen.current = { started: progress.started_at, first, last: progress, now };
  return seen.current;
}

import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount } from '#src/ui/format.ts';

/** Error state when saved tales cannot be loaded. */
export function LibraryUnavailable({ retry }: { retry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      spot="lantern"
      title={isOffline ? 'You are offline' : 'Something went wrong'}
      text={isOffline ? 'Your tales are safe. They appear when you are online again.' : "Couldn't load your tales. Try again."}
    >
      <button type="button" className="btn btn-solid btn-lg" onClick={retry}>
        Try again
      </button>
    </EmptyState>
  );
}

/** While offline: how many tales are not stored on this device. */
export function MissingTales({ count, retry }: { count: number; retry: () => void }) {
  if (count <= 0) return null;
  return (
    <div className="kept-elsewhere" role="status">
      <p>
        {formatCount(count)} more {count === 1 ? 'is' : 'are'} not on this device. {count === 1 ? 'It comes' : 'They come'} back with the
        network.
      </p>
      <button type="button" className="btn btn-line" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

/** Progress bar with per cent read. `progress`: 0 to 1. `minutes`: text for the remaining time. */
export function ReadingProgress({ progress, minutes }: { progress: number; minutes?: string }) {
  const percent = Math.round(progress * 100);
  return (
    <p className="read-share">
      <progress value={percent} max={100} aria-hidden="true" />
      {percent}% read{minutes === undefined ? null : ` · ${minutes}`}
    </p>
  );
}

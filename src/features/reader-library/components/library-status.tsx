import { useAuthState } from '#src/api-client/current-user.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

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

/** For logged-out readers: saved tales are only on this device. `page`: where to return after login. */
export function DeviceNotice({ page, what }: { page: string; what: 'it' | 'them' }) {
  const { status } = useAuthState();
  if (status === 'in') return null;
  return (
    <p className={status === 'out' ? 'kept-note' : 'kept-note is-unsure'}>
      Saved on this device.{' '}
      <a className="link" href={urls.login(page)}>
        Log in
      </a>{' '}
      to keep {what} everywhere.
    </p>
  );
}

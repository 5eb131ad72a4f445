import { useMe } from '#src/features/accounts/components/me.ts';
import { urls } from '#src/urls.ts';

/** Tells who is signed out where `what` is kept. `page` is where one comes back to. */
export function DeviceNote({ page, what }: { page: string; what: 'it' | 'them' }) {
  const { status } = useMe();
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

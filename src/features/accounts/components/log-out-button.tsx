import { type FormEvent, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { logOut } from './log-out.ts';

/** A form of its own, so that it works before the scripts do. */
export function LogOutButton({ className }: { className: string }) {
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    await logOut();
    setBusy(false);
  }

  return (
    <form method="post" action={urls.logout()} onSubmit={submit}>
      <button type="submit" className={className} disabled={isBusy}>
        <Icon name="leave" />
        Logout
      </button>
    </form>
  );
}

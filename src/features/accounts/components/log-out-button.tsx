import { type FormEvent, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { UNREACHABLE } from './send.ts';

/** A form of its own, so that it works before the scripts do. */
export function LogOutButton({ className }: { className: string }) {
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    // Fetched now: of all who load the page few log out.
    const fetched = await import('./log-out.ts').catch(() => null);
    if (fetched === null) await toast({ title: 'Error', text: UNREACHABLE, wrong: true });
    else await fetched.logOut();
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

import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { UNREACHABLE } from './send.ts';

const LogOutQuestion = lazy(async () => ({ default: (await import('./log-out-question.tsx')).LogOutQuestion }));

/** A form of its own, so that it works before the scripts do. */
export function LogOutButton({ className }: { className: string }) {
  const [isBusy, setBusy] = useState(false);
  const [losses, setLosses] = useState('');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    // Fetched now: of all who load the page few log out.
    const fetched = await import('./log-out.ts').catch(() => null);
    if (fetched === null) await toast({ title: 'Error', text: UNREACHABLE, wrong: true });
    else {
      const lost = await fetched.tellLosses();
      setLosses(lost);
      if (lost === '') await fetched.logOut();
    }
    setBusy(false);
  }

  async function confirm(): Promise<void> {
    await (await import('./log-out.ts')).logOut();
    setLosses('');
  }

  return (
    <>
      <form method="post" action={urls.logout()} onSubmit={submit}>
        <button type="submit" className={className} disabled={isBusy}>
          <Icon name="leave" />
          Logout
        </button>
      </form>
      {losses === '' ? null : (
        <Suspense>
          <LogOutQuestion losses={losses} onConfirm={confirm} onCancel={() => setLosses('')} />
        </Suspense>
      )}
    </>
  );
}

import { type ComponentType, type FormEvent, lazy, Suspense, useState } from 'react';
import { UNREACHABLE } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';

/** What logging out does with the data on this device. Loaded on demand: few page views end with a logout. */
type LogOutActions = {
  /** Says what logging out now would lose; '' for nothing. */
  describeUnsyncedData: () => Promise<string>;
  logOut: () => Promise<void>;
  ConfirmLogOut: ComponentType<{ losses: string; onConfirm: () => Promise<void>; onCancel: () => void }>;
};

let loadActions: () => Promise<LogOutActions> = () => Promise.reject(new Error('setLogOutActions was not called.'));

/** Sets how the actions are loaded. Called once, by the browser's entry. */
export function setLogOutActions(load: () => Promise<LogOutActions>): void {
  loadActions = load;
}

const ConfirmLogOut = lazy(async () => ({ default: (await loadActions()).ConfirmLogOut }));

/** A form, so that it also works before hydration. */
export function LogOutButton({ className }: { className: string }) {
  const [isBusy, setBusy] = useState(false);
  const [losses, setLosses] = useState('');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const loaded = await loadActions().catch(() => null);
    if (loaded === null) await toast({ title: 'Error', text: UNREACHABLE, wrong: true });
    else {
      const unsynced = await loaded.describeUnsyncedData();
      setLosses(unsynced);
      if (unsynced === '') await loaded.logOut();
    }
    setBusy(false);
  }

  async function confirm(): Promise<void> {
    await (await loadActions()).logOut();
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
          <ConfirmLogOut losses={losses} onConfirm={confirm} onCancel={() => setLosses('')} />
        </Suspense>
      )}
    </>
  );
}

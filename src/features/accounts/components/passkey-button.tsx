import { useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { SessionAnswer } from '../contract.ts';
import { NOTICES } from '../notices.ts';
import { enter } from './enter.ts';
import { type RequestOptions, usedPasskey, usePasskeys } from './passkeys.ts';
import { Refused, send } from './send.ts';

/** Logs in by passkey, where the browser has them. */
export function PasskeyButton({ next }: { next: string }) {
  const hasPasskeys = usePasskeys();
  const [isBusy, setBusy] = useState(false);

  async function logIn(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const options = await send<RequestOptions>('POST', '/session/passkey/options');
      const answer = await usedPasskey(options);
      await enter(await send<SessionAnswer>('POST', '/session/passkey', { response: answer }), next, NOTICES.welcome_back);
    } catch (error) {
      const text = error instanceof Refused ? error.message : 'No passkey was used. You can try again, or log in with your password.';
      await toast({ title: 'Login failed', text, wrong: true });
    } finally {
      setBusy(false);
    }
  }

  if (!hasPasskeys) return null;
  return (
    <button
      type="button"
      className="btn btn-line btn-lg btn-wide needs-script"
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={logIn}
    >
      <Icon name="key" />
      Log in with a passkey
    </button>
  );
}

import { type FormEvent, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { Refused, send } from './send.ts';
import { rememberSent } from './sent-to.ts';

type Props = {
  email: string;
  next: string;
  /** Seconds until it may be asked for again. */
  wait?: number;
  onSent?: () => void;
};

/** Has the mail of a registration sent once more, to an address that has been typed before. */
export function ResendForm({ email, next, wait = 0, onSent }: Props) {
  const [isBusy, setBusy] = useState(false);
  const isIdle = !isBusy && wait === 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isIdle) return;
    setBusy(true);
    try {
      await send('POST', '/registrations/resend', next === '/' ? { email } : { email, next });
      rememberSent(email, next);
      onSent?.();
      await toast({ title: 'Check Your Email', text: "We've sent you a confirmation email" });
    } catch (error) {
      await toast({ title: 'Nothing was sent', text: error instanceof Refused ? error.message : 'An unknown error occurred', wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form method="post" action={urls.resend()} onSubmit={submit}>
      <input type="hidden" name="email" value={email} />
      {next === '/' ? null : <input type="hidden" name="next" value={next} />}
      <button type="submit" className="btn btn-line btn-wide" aria-disabled={!isIdle || undefined} aria-busy={isBusy || undefined}>
        {isBusy ? 'Sending...' : 'Resend'}
        {wait > 0 ? (
          <span className="figures" aria-hidden="true">
            in {wait} s
          </span>
        ) : null}
      </button>
    </form>
  );
}

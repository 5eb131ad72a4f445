import { Alert } from '#src/ui/alert.tsx';
import { urls } from '#src/urls.ts';
import { AskForm } from '../components/ask-form.tsx';
import { ASK_CONFIRMATION } from '../components/askings.ts';
import { Gate } from '../components/gate.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { ResendForm } from '../components/resend-form.tsx';
import { type SentTo, useSentTo } from '../components/sent-to.ts';
import { useSecondsLeft } from '../components/use-seconds-left.ts';

const RESEND_AFTER_SECONDS = 60;

/** After registering: what is to be done now, and what when no mail comes. Without scripts it does not know the address. */
export function RegisterSentPage({ posted, next }: GateProps) {
  const sentTo = useSentTo();
  return (
    <Gate title="Check Your Email" lede="We've sent you a confirmation email" art="post">
      <Alert title="Email Verification Required" icon="mail">
        A confirmation e-mail was sent to {sentTo ? <strong>{sentTo.email}</strong> : 'the address you entered'}. Click the link inside it
        to confirm your address.
      </Alert>
      <p className="gate-note">Once verified, you'll be able to log in to your account.</p>
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.login(sentTo?.next ?? next)}>
        Go to Login
      </a>
      {sentTo ? <Again sentTo={sentTo} /> : null}
      <p className="gate-alt">
        <a className="link" href={urls.registerAddress()}>
          Change the address
        </a>
      </p>
      {sentTo ? null : (
        <details className="gate-more" open={posted !== undefined}>
          <summary>
            <span className="link">Send it again</span>
          </summary>
          <AskForm asking={ASK_CONFIRMATION} email="" next={next} posted={posted} />
        </details>
      )}
    </Gate>
  );
}

function Again({ sentTo }: { sentTo: SentTo }) {
  const left = useSecondsLeft(sentTo.at, RESEND_AFTER_SECONDS);
  return (
    <>
      <ResendForm email={sentTo.email} next={sentTo.next} wait={left} />
      <p role="status" className="visually-hidden">
        {saying(left)}
      </p>
    </>
  );
}

/** Read out when it changes: not every second. */
function saying(left: number): string {
  if (left === 0) return 'You can resend the email now.';
  if (left > 30) return 'You can resend the email in a minute.';
  return left > 10 ? 'You can resend the email in half a minute.' : 'You can resend the email in ten seconds.';
}

import { urls } from '#src/urls.ts';
import { Gate } from '../components/gate.tsx';

/** After a link was asked for: the same whether the address is known or not. `again`: where to ask once more. */
export function LetterSentPage({ again }: { again: string }) {
  return (
    <Gate title="Check Your Email" lede="If that address is known to us, a link is on its way." art="post">
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.login()}>
        Go to Login
      </a>
      <p className="gate-alt">
        <a className="link" href={again}>
          Ask for another
        </a>
      </p>
    </Gate>
  );
}

import { Gate } from '#src/features/accounts/components/gate.tsx';
import { urls } from '#src/urls.ts';
import { SENT } from '../components/newsletter-words.ts';

/** After the form, for who has no scripts: the same for every address. */
export function NewsletterSentPage() {
  return (
    <Gate title={SENT.title} lede={SENT.text} art="post">
      <p className="gate-note">Open the link in it, and press the button there: then the letter comes, once a week.</p>
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </Gate>
  );
}

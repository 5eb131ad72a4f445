import { Gate } from '#src/features/accounts/components/gate.tsx';
import { urls } from '#src/urls.ts';
import { CONFIRMED } from '../components/newsletter-words.ts';

/** After the yes. */
export function NewsletterWelcomePage() {
  return (
    <Gate title={CONFIRMED.title} lede={CONFIRMED.text} art="post">
      <p className="gate-note">At the foot of every letter are two links: one to choose how often it comes, one to leave.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.home()}>
        Back to the tales
      </a>
    </Gate>
  );
}

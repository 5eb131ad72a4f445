import type { FormState } from '#src/ui/form-state.ts';
import { Eyebrow } from '#src/ui/page-head.tsx';
import { NewsletterForm } from './newsletter-form.tsx';
import { SIGN_UP_TEXT } from './newsletter-text.ts';

/** Sign-up section of the home page. */
export function NewsletterSignup({ isDisabled, posted }: { isDisabled: boolean; posted: FormState | undefined }) {
  return (
    <section className="band band-post" aria-labelledby="newsletter-title">
      <div className="page">
        <div className="post">
          <div className="post-raven" aria-hidden="true">
            <img src="/art/post-raven.svg" alt="" width="700" height="226" loading="lazy" />
          </div>
          <div className="post-text">
            <Eyebrow>{SIGN_UP_TEXT.eyebrow}</Eyebrow>
            <h2 id="newsletter-title">{SIGN_UP_TEXT.title}</h2>
            <p className="lede">{SIGN_UP_TEXT.offer}</p>
            <NewsletterForm place="home" isDisabled={isDisabled} posted={posted} />
          </div>
        </div>
      </div>
    </section>
  );
}

import { Eyebrow } from '#src/ui/eyebrow.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { SIGN_UP_WORDS } from './newsletter-words.ts';

/** The weekly letter at home: a raven brings it. */
export function NewsletterPost({ isClosed, posted }: { isClosed: boolean; posted: FormState | undefined }) {
  return (
    <section className="band band-post" aria-labelledby="newsletter-title">
      <div className="page">
        <div className="post">
          <div className="post-raven" aria-hidden="true">
            <img src="/art/post-raven.svg" alt="" width="700" height="226" loading="lazy" />
          </div>
          <div className="post-text">
            <Eyebrow>{SIGN_UP_WORDS.eyebrow}</Eyebrow>
            <h2 id="newsletter-title">{SIGN_UP_WORDS.title}</h2>
            <p className="lede">{SIGN_UP_WORDS.offer}</p>
            <NewsletterForm place="home" isClosed={isClosed} posted={posted} />
          </div>
        </div>
      </div>
    </section>
  );
}

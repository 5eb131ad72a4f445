import type { FormState } from '#src/ui/form-state.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { type AboutTale, ContactForm } from '../components/contact-form.tsx';

/** Where readers write to those who run the site. */
export function ContactPage({ tale, posted }: { tale: AboutTale; posted: FormState | undefined }) {
  return (
    <div className="page contact-page">
      <PageHead eyebrow="Write to us" title="Contact" lede="A question, a slip in a tale, or something that is hard to use: tell us." />
      <div className="contact-grid">
        <section className="sheet" aria-label="Your letter">
          <ContactForm tale={tale} posted={posted} />
        </section>
        <aside className="contact-aside">
          <h2>Before you write</h2>
          <p>
            No address is needed. Without one we read your letter as well, and cannot answer it. What we keep of it, and for how long,
            stands in <a href={urls.privacy()}>Privacy</a>.
          </p>
          <p>
            Is a text or a picture shown here without a right to it? <a href={urls.takedown()}>Takedown</a> says what to write, and what
            happens then.
          </p>
        </aside>
      </div>
    </div>
  );
}

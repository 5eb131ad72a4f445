import { EmptyState } from '#src/ui/empty-state.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { type AboutTale, ContactForm } from '../components/contact-form.tsx';

type Props = { tale: AboutTale; list: string; posted: FormState | undefined };

export function ContactPage({ tale, list, posted }: Props) {
  return (
    <div className="page contact-page">
      <PageHead eyebrow="Write to us" title="Contact" lede="A question, a mistake in a tale, or something that is hard to use: tell us." />
      <div className="contact-grid">
        <section className="sheet" aria-label="Contact form">
          <ContactForm tale={tale} list={list} posted={posted} />
        </section>
        <aside className="contact-aside">
          <h2>Before you write</h2>
          <p>
            An email address is optional. Without one we read your message but cannot answer it. <a href={urls.privacy()}>Privacy</a>{' '}
            explains what we store and for how long.
          </p>
          <p>
            Is a text or a picture shown here without permission? <a href={urls.takedown()}>Takedown</a> explains what to write and what
            happens next.
          </p>
        </aside>
      </div>
    </div>
  );
}

/** Confirmation after a message was sent. */
export function ContactSentPage() {
  return (
    <div className="page contact-page">
      <EmptyState spot="lantern" title="Message sent" text="Thank you. We read every message." level={1}>
        <a className="btn btn-solid" href={urls.tales()}>
          Back to the tales
        </a>
      </EmptyState>
    </div>
  );
}

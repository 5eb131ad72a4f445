import { useRef } from 'react';
import { GateForm } from '#src/features/accounts/components/gate-form.tsx';
import { useSentForm } from '#src/features/accounts/components/use-sent-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { go } from '#src/ui/go.ts';
import { AreaField, ChoiceField } from '#src/ui/long-fields.tsx';
import { urls } from '#src/urls.ts';
import { LetterForm, MOST_CHARACTERS } from '../letter-form.ts';
import { TOPIC_NAMES, TOPICS, type Topic } from '../topics.ts';
import { useLetterSending } from './letter-sending.ts';

/** What the letter is about, when the page was come to from a tale. */
export type AboutTale = { slug: string; title: string } | null;

/** A letter to those who run the site. Whatever goes wrong, what was typed stays, and can be sent again. */
export function ContactForm({ tale, posted }: { tale: AboutTale; posted: FormState | undefined }) {
  const about = useRef<HTMLInputElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const sendLetter = useLetterSending();
  const { field, failure, isBusy, onSubmit } = useSentForm<{ topic: Topic; message: string; email: string }>({
    schema: LetterForm,
    defaults: { topic: tale === null ? 'question' : 'mistake', message: '', email: '' },
    posted,
    failTitle: FAIL_TITLE,
    leaves: true,
    send: async (values) => {
      const website = trap.current?.value ?? '';
      if (trap.current) trap.current.value = '';
      await sendLetter({ ...values, website, tale: about.current?.checked ? about.current.value : '' });
      go(urls.contactSent());
    },
  });
  return (
    <GateForm action={urls.contact()} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
      <ChoiceField {...field('topic')} label="What is it about?" options={TOPICS.map((topic) => [topic, TOPIC_NAMES[topic]] as const)} />
      {tale === null ? null : (
        <label className="check contact-tale">
          <input ref={about} type="checkbox" name="tale" value={tale.slug} defaultChecked />
          <span>
            About: <bdi>{tale.title}</bdi>
          </span>
        </label>
      )}
      <AreaField
        {...field('message')}
        label="Your message"
        rows={9}
        required
        hint={`Up to ${MOST_CHARACTERS.toLocaleString('en')} characters.`}
      />
      <Field
        {...field('email')}
        label="Your e-mail (if you wish for an answer)"
        type="email"
        autoComplete="email"
        hint="Used for the answer to this letter, and for nothing else."
      />
      <div className="contact-trap" aria-hidden="true">
        <label>
          Leave this empty
          <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <BusyButton className="btn btn-solid btn-lg" isBusy={isBusy} busyText="Sending...">
        Send
      </BusyButton>
    </GateForm>
  );
}

const FAIL_TITLE = 'Not sent';

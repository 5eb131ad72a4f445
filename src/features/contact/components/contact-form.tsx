import { useRef } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { AuthForm } from '#src/features/accounts/components/auth-form.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ChoiceField, Field, TextareaField } from '#src/ui/field.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { navigate } from '#src/ui/navigate.ts';
import { newId } from '#src/ui/new-id.ts';
import { urls } from '#src/urls.ts';
import { ContactFields, MAX_MESSAGE_LENGTH } from '../message-form.ts';
import { TOPIC_LABELS, TOPICS, type Topic } from '../message-labels.ts';

/** The tale the reader came from; null on the plain contact page. */
export type AboutTale = { slug: string; title: string } | null;

type Props = { tale: AboutTale; list: string; posted: FormState | undefined };

/** The contact form. Its text survives every error and can be sent again. `list`: path of the shared list the reader came from, or ''. */
export function ContactForm({ tale, list, posted }: Props) {
  const aboutList = useRef<HTMLInputElement>(null);
  const about = useRef<HTMLInputElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const sendMessage = useSendMessage();
  const { field, failure, isBusy, onSubmit } = useApiForm<{ topic: Topic; message: string; email: string }>({
    schema: ContactFields,
    defaults: { topic: tale === null ? 'question' : 'mistake', message: '', email: '' },
    posted,
    failTitle: FAIL_TITLE,
    leaves: true,
    send: async (values) => {
      const website = trap.current?.value ?? '';
      if (trap.current) trap.current.value = '';
      await sendMessage({ ...values, website, tale: checkedValue(about.current), list: checkedValue(aboutList.current) });
      navigate(urls.contactSent());
    },
  });
  return (
    <AuthForm action={urls.contact()} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
      <ChoiceField {...field('topic')} label="What is it about?" options={TOPICS.map((topic) => [topic, TOPIC_LABELS[topic]] as const)} />
      {tale === null ? null : (
        <label className="check contact-tale">
          <input ref={about} type="checkbox" name="tale" value={tale.slug} defaultChecked />
          <span>
            About: <bdi>{tale.title}</bdi>
          </span>
        </label>
      )}
      {list === '' ? null : (
        <label className="check contact-tale">
          <input ref={aboutList} type="checkbox" name="list" value={list} defaultChecked />
          About: the shared list you came from
        </label>
      )}
      <TextareaField
        {...field('message')}
        label="Your message"
        rows={9}
        required
        hint={`Up to ${MAX_MESSAGE_LENGTH.toLocaleString('en')} characters.`}
      />
      <Field {...field('email')} label="Your email (optional)" type="email" autoComplete="email" hint="Only used to answer this message." />
      <div className="contact-trap" aria-hidden="true">
        <label>
          Leave this empty
          <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <BusyButton className="btn btn-solid btn-lg" isBusy={isBusy} busyText="Sending...">
        Send
      </BusyButton>
    </AuthForm>
  );
}

const FAIL_TITLE = 'Message not sent';

const checkedValue = (box: HTMLInputElement | null) => (box?.checked ? box.value : '');

type ContactMessage = { topic: string; message: string; email: string; tale: string; list: string; website: string };

/** Returns a function that sends a message. Retrying an unchanged message reuses its idempotency key, so it is stored once. */
function useSendMessage(): (message: ContactMessage) => Promise<void> {
  const last = useRef({ text: '', key: '' });
  return async (message) => {
    const text = JSON.stringify(message);
    if (last.current.text !== text) last.current = { text, key: newId() };
    await apiRequest('POST', '/messages', message, { 'Idempotency-Key': last.current.key });
  };
}

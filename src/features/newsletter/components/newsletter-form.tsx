import { type FormEvent, useRef, useState } from 'react';
import { Refused, send } from '#src/features/accounts/components/send.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { Icon } from '#src/ui/icon.tsx';
import { type ToastMessage, toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { NO_ADDRESS, OPENING_SOON, SENT, SIGN_UP_WORDS } from './newsletter-words.ts';

type Props = {
  /** Where it stands: at home, in the footer, or on a page of its own. */
  place: 'home' | 'foot' | 'page';
  /** There is no mail server: nobody is asked for an address. */
  isClosed: boolean;
  /** What was posted without scripts and could not be taken. */
  posted?: FormState | undefined;
};

/** Roughly an address: the server reads it strictly. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** In the footer it does not shout on every page. */
const BUTTON = { home: 'btn btn-solid btn-lg', foot: 'btn btn-line', page: 'btn btn-solid btn-lg' };

/** Asks for the weekly letter: one field, judged when it is sent. Without scripts it is a form like any other. */
export function NewsletterForm({ place, isClosed, posted }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState(posted && (posted.problems.email?.[0] ?? posted.message));
  const [isBusy, setBusy] = useState(false);

  function refuse(message: ToastMessage): void {
    setProblem(message.text);
    field.current?.focus();
    void toast({ ...message, wrong: true });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as { email: string };
    if (!ADDRESS.test(typed.email.trim())) return refuse(NO_ADDRESS);
    setBusy(true);
    setProblem(undefined);
    try {
      await send('POST', '/newsletter', typed);
      if (field.current !== null) field.current.value = '';
      void toast(SENT);
    } catch (error) {
      refuse(refusalOf(error));
    } finally {
      setBusy(false);
    }
  }

  const id = `newsletter-${place}`;
  const describedBy = `${problem ? `${id}-wrong ` : ''}${id}-note`;
  return (
    <form className={`post-form is-${place}`} method="post" action={urls.home()} noValidate onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        Email address
      </label>
      <input
        ref={field}
        {...{ id, name: 'email', type: 'email', autoComplete: 'email', placeholder: 'Your email address', maxLength: 320 }}
        {...{ autoFocus: posted !== undefined }}
        className={problem ? 'input is-wrong' : 'input'}
        defaultValue={posted?.values.email ?? ''}
        required
        disabled={isClosed}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      />
      <input className="post-trap" name="website" autoComplete="off" tabIndex={-1} aria-hidden="true" />
      {problem ? (
        <p className="post-wrong" id={`${id}-wrong`}>
          <Icon name="warning" />
          {problem}
        </p>
      ) : null}
      <BusyButton isBusy={isBusy} busyText="Sending..." className={BUTTON[place]} disabled={isClosed}>
        {SIGN_UP_WORDS.yes}
      </BusyButton>
      <p className="post-note" id={`${id}-note`}>
        {isClosed ? OPENING_SOON : SIGN_UP_WORDS.promise}
      </p>
    </form>
  );
}

function refusalOf(error: unknown): ToastMessage & { text: string } {
  if (!(error instanceof Refused)) throw error;
  return error.fields.email === undefined ? { title: 'Nothing was sent', text: error.message } : NO_ADDRESS;
}

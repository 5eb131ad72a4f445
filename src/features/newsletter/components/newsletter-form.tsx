import { type FormEvent, useRef, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { Icon } from '#src/ui/icon.tsx';
import { type ToastMessage, toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { EMAIL_SENT, INVALID_EMAIL, SIGN_UP_TEXT } from './newsletter-text.ts';

type Props = {
  place: 'home' | 'foot' | 'page';
  /** A form posted without JavaScript that was rejected. */
  posted?: FormState | undefined;
};

/** A rough check; the server validates strictly. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+$/;

/** Less prominent in the footer, which is on every page. */
const BUTTON_CLASSES = { home: 'btn btn-solid btn-lg', foot: 'btn btn-line', page: 'btn btn-solid btn-lg' };

/** Newsletter sign-up form. Also works without JavaScript. Not shown where the site cannot send email. */
export function NewsletterForm({ place, posted }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState(posted && (posted.problems.email?.[0] ?? posted.message));
  const [isBusy, setBusy] = useState(false);

  function showError(message: ToastMessage): void {
    setProblem(message.text);
    field.current?.focus();
    void toast({ ...message, wrong: true });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as { email: string };
    if (!EMAIL_PATTERN.test(typed.email.trim())) return showError(INVALID_EMAIL);
    setBusy(true);
    setProblem(undefined);
    try {
      await apiRequest('POST', '/newsletter', typed);
      if (field.current !== null) field.current.value = '';
      void toast(EMAIL_SENT);
    } catch (error) {
      showError(toErrorToast(error));
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
      <BusyButton isBusy={isBusy} busyText="Sending..." className={BUTTON_CLASSES[place]}>
        {SIGN_UP_TEXT.yes}
      </BusyButton>
      <p className="post-note" id={`${id}-note`}>
        {SIGN_UP_TEXT.promise}
      </p>
    </form>
  );
}

function toErrorToast(error: unknown): ToastMessage & { text: string } {
  if (!(error instanceof ApiError)) throw error;
  return error.fields.email === undefined ? { title: 'Subscription failed', text: error.message } : INVALID_EMAIL;
}

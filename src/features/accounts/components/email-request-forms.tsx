/** Forms that request an email: confirmation, password reset or login link. */
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { AddressForm, FILL_ALL } from '../auth-schemas.ts';
import { AuthForm } from './auth-form.tsx';

/** Where an email is requested, and the page shown afterwards. */
type EmailRequest = { action: string; api: string; sent: string; button: string };

export const CONFIRMATION_EMAIL: EmailRequest = {
  action: urls.resend(),
  api: '/registrations/resend',
  sent: urls.registerSent(),
  button: 'Send a new link',
};

export const PASSWORD_RESET_EMAIL: EmailRequest = {
  action: urls.forgotPassword(),
  api: '/password-resets',
  sent: urls.forgotPasswordSent(),
  button: 'Send link',
};

export const LOGIN_LINK_EMAIL: EmailRequest = {
  action: urls.loginLink(),
  api: '/sign-in-links',
  sent: urls.loginLinkSent(),
  button: 'Send link',
};

type EmailRequestProps = { request: EmailRequest; email: string; next: string; posted: FormState | undefined };

/** Requests an email with a link. The response does not reveal whether the address has an account. */
export function EmailRequestForm({ request, email, next, posted }: EmailRequestProps) {
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: AddressForm,
    defaults: { email },
    posted,
    failTitle: NOT_SENT,
    blankText: FILL_ALL,
    leaves: true,
    send: async (values) => {
      await apiRequest('POST', request.api, next === '/' ? values : { ...values, next });
      rememberSentEmail(values.email, next);
      navigate(request.sent);
    },
  });
  return (
    <AuthForm
      action={request.action}
      hidden={{ next: next === '/' ? '' : next }}
      failure={failure}
      failTitle={NOT_SENT}
      onSubmit={onSubmit}
    >
      <Field {...field('email')} label="Email" type="email" autoComplete="email" required />
      <BusyButton isBusy={isBusy} busyText="Sending...">
        {request.button}
      </BusyButton>
    </AuthForm>
  );
}

export const NOT_SENT = 'No email was sent';

type ResendProps = {
  email: string;
  next: string;
  /** Seconds until the email may be requested again. */
  wait?: number;
  onSent?: () => void;
};

/** Resends the confirmation email of a registration to a known address. */
export function ResendForm({ email, next, wait = 0, onSent }: ResendProps) {
  const [isBusy, setBusy] = useState(false);
  const isReady = !isBusy && wait === 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    try {
      await apiRequest('POST', '/registrations/resend', next === '/' ? { email } : { email, next });
      rememberSentEmail(email, next);
      onSent?.();
      await toast({ title: 'Check Your Email', text: "We've sent you a confirmation email" });
    } catch (error) {
      await toast({ title: NOT_SENT, text: error instanceof ApiError ? error.message : 'An unknown error occurred', wrong: true });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form method="post" action={urls.resend()} onSubmit={submit}>
      <input type="hidden" name="email" value={email} />
      {next === '/' ? null : <input type="hidden" name="next" value={next} />}
      <button type="submit" className="btn btn-line btn-wide" aria-disabled={!isReady || undefined} aria-busy={isBusy || undefined}>
        {isBusy ? 'Sending...' : 'Resend'}
        {wait > 0 ? (
          <span className="figures" aria-hidden="true">
            in {wait} s
          </span>
        ) : null}
      </button>
    </form>
  );
}

/** Where the last email was sent, and when (milliseconds since 1970). Stored per tab, so that the address stays out of URLs. */
export type SentEmail = { email: string; next: string; at: number };

const SENT_KEY = 'talewood.sent';
const listeners = new Set<() => void>();
let sentEmail: SentEmail | null | undefined;

/** Null before hydration, and for users who did not come from a form. */
export function useSentEmail(): SentEmail | null {
  return useSyncExternalStore(subscribe, readSentEmail, () => null);
}

export function rememberSentEmail(email: string, next: string): void {
  sentEmail = { email, next, at: Date.now() };
  try {
    sessionStorage.setItem(SENT_KEY, JSON.stringify(sentEmail));
  } catch {
    // Storage is blocked: known until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readSentEmail(): SentEmail | null {
  if (sentEmail === undefined) sentEmail = readStorage();
  return sentEmail;
}

function readStorage(): SentEmail | null {
  try {
    const { email, next, at } = JSON.parse(sessionStorage.getItem(SENT_KEY) ?? 'null') as Record<keyof SentEmail, unknown>;
    return typeof email === 'string' && typeof next === 'string' && typeof at === 'number' ? { email, next, at } : null;
  } catch {
    return null;
  }
}

import { useEffect, useState } from 'react';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { urls } from '#src/urls.ts';
import { AddressChangeForm, FILL_ALL } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps } from '../components/auth-layout.tsx';
import {
  CONFIRMATION_EMAIL,
  EmailRequestForm,
  NOT_SENT,
  ResendForm,
  rememberSentEmail,
  type SentEmail,
  useSentEmail,
} from '../components/email-request-forms.tsx';

const RESEND_AFTER_SECONDS = 60;

/** Shown after registering. Without JavaScript the address is unknown, so a form asks for it to resend the email. */
export function RegisterSentPage({ posted, next }: AuthPageProps) {
  const sentEmail = useSentEmail();
  return (
    <AuthLayout title="Check Your Email" lede="We've sent you a confirmation email" art="post">
      <Alert title="Email Verification Required" icon="mail">
        A confirmation e-mail was sent to {sentEmail ? <strong>{sentEmail.email}</strong> : 'the address you entered'}. Click the link
        inside it to confirm your address.
      </Alert>
      <p className="gate-note">Once verified, you'll be able to log in to your account.</p>
      <p className="gate-note soft">Didn't receive the email? Check your spam folder.</p>
      <a className="btn btn-solid btn-lg btn-wide" href={urls.login(sentEmail?.next ?? next)}>
        Go to Login
      </a>
      {sentEmail ? <ResendCountdown sentEmail={sentEmail} /> : null}
      <p className="gate-alt">
        <a className="link" href={urls.registerAddress()}>
          Change the address
        </a>
      </p>
      {sentEmail ? null : (
        <details className="gate-more" open={posted !== undefined}>
          <summary>
            <span className="link">Send it again</span>
          </summary>
          <EmailRequestForm request={CONFIRMATION_EMAIL} email="" next={next} posted={posted} />
        </details>
      )}
    </AuthLayout>
  );
}

function ResendCountdown({ sentEmail }: { sentEmail: SentEmail }) {
  const left = useSecondsLeft(sentEmail.at, RESEND_AFTER_SECONDS);
  return (
    <>
      <ResendForm email={sentEmail.email} next={sentEmail.next} wait={left} />
      <p role="status" className="visually-hidden">
        {announcement(left)}
      </p>
    </>
  );
}

/** For screen readers, which read every change: coarser than seconds. */
function announcement(left: number): string {
  if (left === 0) return 'You can resend the email now.';
  if (left > 30) return 'You can resend the email in a minute.';
  return left > 10 ? 'You can resend the email in half a minute.' : 'You can resend the email in ten seconds.';
}

/** Counts down the whole seconds until `seconds` after `since` (milliseconds since 1970); 0 afterwards. */
function useSecondsLeft(since: number, seconds: number): number {
  const [left, setLeft] = useState(() => secondsLeft(since, seconds));
  useEffect(() => {
    const tick = () => {
      const now = secondsLeft(since, seconds);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1_000);
    tick();
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}

/** A clock that was set back must not extend the wait. */
function secondsLeft(since: number, seconds: number): number {
  const age = Date.now() - since;
  return age < 0 ? 0 : Math.max(0, seconds - Math.floor(age / 1_000));
}

/** Corrects the email address of a new registration. The password proves ownership. */
export function RegisterAddressPage({ posted, next: requested }: AuthPageProps) {
  const sentEmail = useSentEmail();
  const next = sentEmail?.next ?? requested;
  const { field, failure, form, isBusy, onSubmit } = useApiForm({
    schema: AddressChangeForm,
    defaults: { email: '', password: '', newEmail: '' },
    posted,
    failTitle: NOT_SENT,
    blankText: FILL_ALL,
    leaves: true,
    send: async (values) => {
      await apiRequest('POST', '/registrations/address', { ...values, next });
      rememberSentEmail(values.newEmail, next);
      navigate(urls.registerSent());
    },
  });
  const known = sentEmail?.email;
  useEffect(() => {
    if (known !== undefined && form.getValues('email') === '') form.setValue('email', known);
  }, [known, form]);

  return (
    <AuthLayout title="Change the address" lede="Wrong address? Enter the correct one and we'll send the email there" art="register">
      <AuthForm action={urls.registerAddress()} hidden={{ next }} failure={failure} failTitle={NOT_SENT} onSubmit={onSubmit}>
        <Field {...field('email')} label="Email address you registered with" type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <Field {...field('newEmail')} label="Correct email address" type="email" autoComplete="email" required />
        <BusyButton isBusy={isBusy} busyText="Sending...">
          Send to this address
        </BusyButton>
      </AuthForm>
      <p className="gate-alt">
        <a className="link" href={urls.registerSent()}>
          Back
        </a>
      </p>
    </AuthLayout>
  );
}

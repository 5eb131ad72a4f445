import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { urls } from '#src/urls.ts';
import { ButtonForm } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '../components/auth-layout.tsx';
import { completeSignIn } from '../components/complete-sign-in.ts';
import { CONFIRMATION_EMAIL, EmailRequestForm } from '../components/email-request-forms.tsx';
import type { SessionAnswer } from '../contract.ts';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** The page of the link in a confirmation email. Confirming takes a button, because email scanners open links. */
export function VerifyPage({ posted, next, token, email }: AuthPageProps) {
  const { failure, isBusy, onSubmit } = useApiForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    leaves: true,
    send: async () =>
      completeSignIn(await apiRequest<SessionAnswer>('POST', '/verifications', { token, email }), next, FLASH_MESSAGES.registered),
  });
  if (token === '' || isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>
        <EmailRequestForm request={CONFIRMATION_EMAIL} email={email} next={next} posted={undefined} />
      </ExpiredLink>
    );
  }
  return (
    <AuthLayout title="Confirm your address" lede={email === '' ? undefined : <>Press the button to confirm {email}</>} art="post">
      <AuthForm action={urls.verify()} hidden={{ token, email, next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Confirming...">
          Confirm email address
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Registration failed';

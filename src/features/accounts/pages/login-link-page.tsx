import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { useSite } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import { ButtonForm } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '../components/auth-layout.tsx';
import { completeSignIn } from '../components/complete-sign-in.ts';
import { EmailRequestForm, LOGIN_LINK_EMAIL } from '../components/email-request-forms.tsx';
import type { SessionAnswer } from '../contract.ts';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** Requests a login link by email. With a token it is the page that the link leads to. */
export function LoginLinkPage(props: AuthPageProps) {
  const { posted, email, next, token } = props;
  if (token !== '') return <UseLinkPage {...props} />;
  return (
    <AuthLayout title="Log in by email" lede="We'll email you a link to log in without a password" art="post">
      <EmailRequestForm request={LOGIN_LINK_EMAIL} email={email} next={next} posted={posted} />
      <p className="gate-alt">
        <a className="link" href={urls.login(next)}>
          Back to Login
        </a>
      </p>
    </AuthLayout>
  );
}

function UseLinkPage({ posted, next, token, email }: AuthPageProps) {
  const { name: site } = useSite();
  const { failure, isBusy, onSubmit } = useApiForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    leaves: true,
    send: async () =>
      completeSignIn(await apiRequest<SessionAnswer>('POST', '/session/link', { token, email }), next, FLASH_MESSAGES.welcome_back),
  });
  if (isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>
        <EmailRequestForm request={LOGIN_LINK_EMAIL} email={email} next={next} posted={undefined} />
      </ExpiredLink>
    );
  }
  return (
    <AuthLayout title="Welcome back" lede={email === '' ? undefined : <>Log in as {email}</>} art="post">
      <AuthForm action={urls.loginLink()} hidden={{ token, email, next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          {`Log in to ${site}`}
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Login failed';

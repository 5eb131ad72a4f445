import { useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { useAuthState } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { useSite } from '#src/ui/site.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { LOGIN_BLANK, LoginSchema } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, SignedInNotice } from '../components/auth-layout.tsx';
import { completeSignIn } from '../components/complete-sign-in.ts';
import { ResendForm } from '../components/email-request-forms.tsx';
import { LogOutButton } from '../components/log-out-button.tsx';
import { getPasskey, type RequestOptions, useHasPasskeys } from '../components/passkeys.ts';
import { ProviderButtons, ProviderProblem } from '../components/provider-login.tsx';
import type { SessionAnswer } from '../contract.ts';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** Login with password, passkey, provider or a link by email; then goes to `next`. */
export function LoginPage({ posted, next, problem, provider }: AuthPageProps) {
  const { person } = useAuthState();
  const { name: site } = useSite();
  const { field, failure, form, isBusy, onSubmit } = useApiForm({
    schema: LoginSchema,
    defaults: { email: '', password: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: LOGIN_BLANK,
    leaves: true,
    send: async (values) => completeSignIn(await apiRequest<SessionAnswer>('POST', '/session', values), next, FLASH_MESSAGES.logged_in),
  });
  if (person !== null && !isBusy) return <SignedInNotice person={person} next={next} />;
  return (
    <AuthLayout title="Login" lede="Enter your credentials to access your account" art="login" isForVisitors>
      {failure === null ? <ProviderProblem problem={problem} provider={provider} /> : null}
      <AuthForm
        action={urls.login()}
        hidden={{ next }}
        failure={failure}
        failTitle={FAIL_TITLE}
        onSubmit={onSubmit}
        help={
          failure?.code === 'not_verified' ? (
            <ResendForm email={form.getValues('email')} next={next} onSent={() => navigate(urls.registerSent())} />
          ) : null
        }
      >
        <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Login
        </BusyButton>
      </AuthForm>
      <PasskeyButton next={next} />
      <ProviderButtons next={next} />
      <p className="gate-alt gate-links">
        <a className="link" href={urls.forgotPassword()}>
          Forgot your password?
        </a>
        <a className="link" href={urls.loginLink(next)}>
          Log in by email
        </a>
      </p>
      <p className="gate-alt">
        {`New to ${site}?`}{' '}
        <a className="link" href={urls.register(next)}>
          Register
        </a>
      </p>
      <div className="gate-alt gate-out without-script">
        Already logged in? <LogOutButton className="btn btn-line btn-sm" />
      </div>
    </AuthLayout>
  );
}

/** Logs in with a passkey. Hidden in browsers without passkeys. */
function PasskeyButton({ next }: { next: string }) {
  const hasPasskeys = useHasPasskeys();
  const [isBusy, setBusy] = useState(false);

  async function logIn(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const options = await apiRequest<RequestOptions>('POST', '/session/passkey/options');
      const response = await getPasskey(options);
      await completeSignIn(await apiRequest<SessionAnswer>('POST', '/session/passkey', { response }), next, FLASH_MESSAGES.welcome_back);
    } catch (error) {
      const text = error instanceof ApiError ? error.message : 'No passkey was used. Try again, or log in with your password.';
      await toast({ title: FAIL_TITLE, text, wrong: true });
    } finally {
      setBusy(false);
    }
  }

  if (!hasPasskeys) return null;
  return (
    <button
      type="button"
      className="btn btn-line btn-lg btn-wide needs-script"
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={logIn}
    >
      <Icon name="key" />
      Log in with a passkey
    </button>
  );
}

const FAIL_TITLE = 'Login failed';

import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { urls } from '#src/urls.ts';
import { CodeForm } from '../auth-schemas.ts';
import { AuthForm } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps } from '../components/auth-layout.tsx';
import { completeSignIn } from '../components/complete-sign-in.ts';
import type { SessionAnswer } from '../contract.ts';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** The second factor at login: a code from the authenticator app, or a recovery code. */
export function LoginCodePage({ posted, next }: AuthPageProps) {
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: CodeForm,
    defaults: { code: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: 'Please enter a code',
    leaves: true,
    send: async (values) =>
      completeSignIn(await apiRequest<SessionAnswer>('POST', '/session/code', values), next, FLASH_MESSAGES.welcome_back),
  });
  return (
    <AuthLayout title="Enter your code" lede="Enter your verification code to finish logging in" art="login">
      <AuthForm action={urls.loginCode()} hidden={{ next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field
          {...field('code')}
          label="Code"
          hint="The 6-digit code from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Login
        </BusyButton>
      </AuthForm>
      <p className="gate-alt">
        Not you, or did it take too long?{' '}
        <a className="link" href={urls.login(next)}>
          Start again
        </a>
      </p>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Login failed';

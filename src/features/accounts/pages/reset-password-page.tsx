import { apiRequest } from '#src/api-client/api-request.ts';
import { setCurrentUser } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { FILL_ALL, NewPasswordForm } from '../auth-schemas.ts';
import { AuthForm, NewPasswordFields } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '../components/auth-layout.tsx';
import { EmailRequestForm, PASSWORD_RESET_EMAIL } from '../components/email-request-forms.tsx';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** The page of the link in a password reset email. Resetting the password logs out all devices. */
export function ResetPasswordPage({ posted, token, email, keys }: AuthPageProps) {
  const { form, field, failure, isBusy, onSubmit } = useApiForm({
    schema: NewPasswordForm,
    defaults: { password: '', confirm: '', keepKeys: false },
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    blankText: FILL_ALL,
    leaves: true,
    send: async ({ password, keepKeys }) => {
      await apiRequest('PUT', '/password-resets', { token, email, password, keepKeys });
      setCurrentUser(null);
      navigate(urls.login());
      await toast(FLASH_MESSAGES.password_changed);
    },
  });
  if (token === '' || isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>
        <EmailRequestForm request={PASSWORD_RESET_EMAIL} email={email} next={urls.home()} posted={undefined} />
      </ExpiredLink>
    );
  }
  return (
    <AuthLayout title="New password" lede={email === '' ? undefined : <>For {email}</>} art="login">
      <AuthForm action={urls.resetPassword()} hidden={{ token, email, keys }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <input className="visually-hidden" type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
        <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        {keys === '' ? null : (
          <div className="field">
            <label className="check">
              <input
                {...form.register('keepKeys')}
                type="checkbox"
                defaultChecked={posted?.values.keepKeys === 'on'}
                aria-describedby="hint-keep-keys"
              />
              Keep my API keys
            </label>
            <p className="hint" id="hint-keep-keys">
              Otherwise all your API keys are revoked, and applications using them lose access. Keep them only if you are sure that nobody
              else has used your account.
            </p>
          </div>
        )}
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Save new password
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Not saved';

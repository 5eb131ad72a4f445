import { apiRequest } from '#src/api-client/api-request.ts';
import { setCurrentUser, type UserView } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { FILL_ALL, InvitationForm } from '../auth-schemas.ts';
import { AuthForm, NewPasswordFields } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, EXPIRED_LINK_CODES, ExpiredLink, isExpiredLink } from '../components/auth-layout.tsx';
import { FLASH_MESSAGES } from '../flash-messages.ts';

/** The page of the link in an invitation: registration with a confirmed address. */
export function InvitationPage({ posted, token, email }: AuthPageProps) {
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: InvitationForm,
    defaults: { name: '', password: '', confirm: '' },
    posted,
    failTitle: FAIL_TITLE,
    shown: EXPIRED_LINK_CODES,
    blankText: FILL_ALL,
    leaves: true,
    send: async ({ name, password }) => {
      const { person } = await apiRequest<{ person: UserView }>('POST', '/invitations', { token, email, name, password });
      setCurrentUser(person);
      navigate(urls.home());
      await toast(FLASH_MESSAGES.registered);
    },
  });
  if (token === '' || isExpiredLink(failure)) {
    return (
      <ExpiredLink isPressed={failure !== null && posted === undefined}>
        <p>An invitation works once, for 7 days. Ask the administrator who invited you for a new one.</p>
        <a className="btn btn-line btn-lg btn-wide" href={urls.home()}>
          Go to the tales
        </a>
      </ExpiredLink>
    );
  }
  return (
    <AuthLayout title="Accept invitation" lede="Create your account" art="register">
      <AuthForm action={urls.invitation()} hidden={{ token, email }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          hint="Confirmed by your invitation."
        />
        <Field {...field('name')} label="Name" autoComplete="name" required />
        <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        <BusyButton isBusy={isBusy} busyText="Creating account...">
          Create account
        </BusyButton>
      </AuthForm>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Registration failed';

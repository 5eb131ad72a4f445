import { apiRequest } from '#src/api-client/api-request.ts';
import { useAuthState } from '#src/api-client/current-user.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { urls } from '#src/urls.ts';
import { FILL_ALL, RegistrationForm } from '../auth-schemas.ts';
import { AuthForm, NewPasswordFields } from '../components/auth-form.tsx';
import { AuthLayout, type AuthPageProps, SignedInNotice } from '../components/auth-layout.tsx';
import { rememberSentEmail } from '../components/email-request-forms.tsx';
import { ProviderButtons } from '../components/provider-login.tsx';

/** Creates an account, which can be used once its email address is confirmed. */
export function RegisterPage({ posted, next }: AuthPageProps) {
  const { person } = useAuthState();
  const { field, failure, isBusy, onSubmit } = useApiForm({
    schema: RegistrationForm,
    defaults: { name: '', email: '', password: '', confirm: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: FILL_ALL,
    leaves: true,
    send: async ({ name, email, password }) => {
      await apiRequest('POST', '/registrations', { name, email, password, next });
      rememberSentEmail(email, next);
      navigate(urls.registerSent());
    },
  });
  if (person !== null && !isBusy) return <SignedInNotice person={person} next={next} />;
  return (
    <AuthLayout title="Register" lede="Create an account to access fairy tales" art="register" isForVisitors>
      <AuthForm action={urls.register()} hidden={{ next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field {...field('name')} label="Name" autoComplete="name" required />
        <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
        <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        <BusyButton isBusy={isBusy} busyText="Creating account...">
          Register
        </BusyButton>
      </AuthForm>
      <ProviderButtons next={next} />
      <p className="gate-alt">
        Already have an account?{' '}
        <a className="link" href={urls.login(next)}>
          Login
        </a>
      </p>
    </AuthLayout>
  );
}

const FAIL_TITLE = 'Registration failed';

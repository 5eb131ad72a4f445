import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { Gate } from '../components/gate.tsx';
import { setMe } from '../components/me.ts';
import { send } from '../components/send.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import type { SessionAnswer } from '../contract.ts';
import { LOGIN_BLANK, LoginSchema } from '../login-schema.ts';
import { NOTICES } from '../notices.ts';

/** Who has an account comes in here, and goes on to `next`. */
export function LoginPage({ posted, next }: { posted: FormState | undefined; next: string }) {
  const { field, failure, isBusy, onSubmit } = useSentForm({
    schema: LoginSchema,
    defaults: { email: '', password: '' },
    posted,
    failTitle: 'Login failed',
    blankText: LOGIN_BLANK,
    send: async (values) => {
      const answer = await send<SessionAnswer>('POST', '/session', values);
      if ('secondFactor' in answer) return go(urls.loginCode(next));
      setMe(answer.person);
      go(next);
      await toast(NOTICES.logged_in);
    },
  });
  return (
    <Gate title="Login" lede="Enter your credentials to access your account" art="login">
      {failure ? (
        <Alert title="Login failed" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <form method="post" action={urls.login()} noValidate onSubmit={onSubmit}>
        <input type="hidden" name="next" value={next} />
        <Field {...field('email')} label="Email" type="email" autoComplete="username webauthn" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Login
        </BusyButton>
      </form>
      <p className="gate-alt">
        New to the wood?{' '}
        <a className="link" href={urls.register(next)}>
          Register
        </a>
      </p>
    </Gate>
  );
}

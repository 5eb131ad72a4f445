import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { go } from '#src/ui/go.ts';
import { urls } from '#src/urls.ts';
import { enter } from '../components/enter.ts';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { LogOutButton } from '../components/log-out-button.tsx';
import { useMe } from '../components/me.ts';
import { PasskeyButton } from '../components/passkey-button.tsx';
import { ResendForm } from '../components/resend-form.tsx';
import { send } from '../components/send.ts';
import { SignedInNote } from '../components/signed-in-note.tsx';
import { useSentForm } from '../components/use-sent-form.ts';
import type { SessionAnswer } from '../contract.ts';
import { LOGIN_BLANK, LoginSchema } from '../login-schema.ts';
import { NOTICES } from '../notices.ts';

/** Who has an account comes in here, and goes on to `next`. */
export function LoginPage({ posted, next }: GateProps) {
  const { person } = useMe();
  const { field, failure, form, isBusy, onSubmit } = useSentForm({
    schema: LoginSchema,
    defaults: { email: '', password: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: LOGIN_BLANK,
    leaves: true,
    send: async (values) => enter(await send<SessionAnswer>('POST', '/session', values), next, NOTICES.logged_in),
  });
  if (person !== null && !isBusy) return <SignedInNote person={person} next={next} />;
  return (
    <Gate title="Login" lede="Enter your credentials to access your account" art="login" isForVisitors>
      <GateForm
        action={urls.login()}
        hidden={{ next }}
        failure={failure}
        failTitle={FAIL_TITLE}
        onSubmit={onSubmit}
        help={
          failure?.code === 'not_verified' ? (
            <ResendForm email={form.getValues('email')} next={next} onSent={() => go(urls.registerSent())} />
          ) : null
        }
      >
        <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Login
        </BusyButton>
      </GateForm>
      <PasskeyButton next={next} />
      <p className="gate-alt gate-links">
        <a className="link" href={urls.forgotPassword()}>
          Forgot your password?
        </a>
        <a className="link" href={urls.loginLink(next)}>
          Log in by mail
        </a>
      </p>
      <p className="gate-alt">
        New to the wood?{' '}
        <a className="link" href={urls.register(next)}>
          Register
        </a>
      </p>
      <div className="gate-alt gate-out without-script">
        Already logged in? <LogOutButton className="btn btn-line btn-sm" />
      </div>
    </Gate>
  );
}

const FAIL_TITLE = 'Login failed';

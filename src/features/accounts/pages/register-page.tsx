import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { go } from '#src/ui/go.ts';
import { urls } from '#src/urls.ts';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { useMe } from '../components/me.ts';
import { NewPasswordFields } from '../components/new-password-fields.tsx';
import { send } from '../components/send.ts';
import { rememberSent } from '../components/sent-to.ts';
import { SignedInNote } from '../components/signed-in-note.tsx';
import { useSentForm } from '../components/use-sent-form.ts';
import { FILL_ALL, RegistrationForm } from '../registration-schema.ts';

/** Makes an account, which waits for its address to be confirmed. */
export function RegisterPage({ posted, next }: GateProps) {
  const { person } = useMe();
  const { field, failure, isBusy, onSubmit } = useSentForm({
    schema: RegistrationForm,
    defaults: { name: '', email: '', password: '', confirm: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: FILL_ALL,
    leaves: true,
    send: async ({ name, email, password }) => {
      await send('POST', '/registrations', { name, email, password, next });
      rememberSent(email, next);
      go(urls.registerSent());
    },
  });
  if (person !== null && !isBusy) return <SignedInNote person={person} next={next} />;
  return (
    <Gate title="Register" lede="Create an account to access fairy tales" art="register" isForVisitors>
      <GateForm action={urls.register()} hidden={{ next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field {...field('name')} label="Name" autoComplete="name" required />
        <Field {...field('email')} label="Email" type="email" autoComplete="username" required />
        <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        <BusyButton isBusy={isBusy} busyText="Creating account...">
          Register
        </BusyButton>
      </GateForm>
      <p className="gate-alt">
        Already have an account?{' '}
        <a className="link" href={urls.login(next)}>
          Login
        </a>
      </p>
    </Gate>
  );
}

const FAIL_TITLE = 'Registration failed';

import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { urls } from '#src/urls.ts';
import { enter } from '../components/enter.ts';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { send } from '../components/send.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import type { SessionAnswer } from '../contract.ts';
import { CodeForm } from '../gate-schemas.ts';
import { NOTICES } from '../notices.ts';

/** The second factor: a code of the authenticator app, or one that was kept for its loss. */
export function LoginCodePage({ posted, next }: GateProps) {
  const { field, failure, isBusy, onSubmit } = useSentForm({
    schema: CodeForm,
    defaults: { code: '' },
    posted,
    failTitle: FAIL_TITLE,
    blankText: 'Please enter a code',
    leaves: true,
    send: async (values) => enter(await send<SessionAnswer>('POST', '/session/code', values), next, NOTICES.welcome_back),
  });
  return (
    <Gate title="Enter your code" lede="One more step: show that it is you" art="login">
      <GateForm action={urls.loginCode()} hidden={{ next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <Field
          {...field('code')}
          label="Code"
          hint="The six digits of your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Login
        </BusyButton>
      </GateForm>
      <p className="gate-alt">
        Not you, or too long ago?{' '}
        <a className="link" href={urls.login(next)}>
          Begin again
        </a>
      </p>
    </Gate>
  );
}

const FAIL_TITLE = 'Login failed';

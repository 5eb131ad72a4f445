import { urls } from '#src/urls.ts';
import { AskForm } from '../components/ask-form.tsx';
import { ASK_RESET } from '../components/askings.ts';
import { Gate } from '../components/gate.tsx';
import type { GateProps } from '../components/gate-props.ts';

/** Asks for a link to choose a new password by. */
export function ForgotPasswordPage(props: GateProps) {
  return (
    <Gate title="Forgot your password?" lede="Tell us your address, and we send you a link to choose a new one" art="post">
      <AskForm asking={ASK_RESET} {...props} />
      <p className="gate-alt">
        Remembered it?{' '}
        <a className="link" href={urls.login()}>
          Login
        </a>
      </p>
    </Gate>
  );
}

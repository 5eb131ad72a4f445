import { BusyButton } from '#src/ui/busy-button.tsx';
import { urls } from '#src/urls.ts';
import { AskForm } from '../components/ask-form.tsx';
import { ASK_CONFIRMATION } from '../components/askings.ts';
import { enter } from '../components/enter.ts';
import { FADED, FadedLink, isFaded } from '../components/faded-link.tsx';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { send } from '../components/send.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import type { SessionAnswer } from '../contract.ts';
import { ButtonForm } from '../gate-schemas.ts';
import { NOTICES } from '../notices.ts';

/** The page of the link in the mail of a registration. Nothing happens before the button is pressed: scanners follow links. */
export function VerifyPage({ posted, next, token, email }: GateProps) {
  const { failure, isBusy, onSubmit } = useSentForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: FADED,
    leaves: true,
    send: async () => enter(await send<SessionAnswer>('POST', '/verifications', { token, email }), next, NOTICES.registered),
  });
  if (token === '' || isFaded(failure)) {
    return (
      <FadedLink isPressed={failure !== null && posted === undefined}>
        <AskForm asking={ASK_CONFIRMATION} email={email} next={next} posted={undefined} />
      </FadedLink>
    );
  }
  return (
    <Gate title="Confirm your address" lede={email === '' ? undefined : <>One press, and {email} is yours here</>} art="post">
      <GateForm action={urls.verify()} hidden={{ token, email, next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Confirming...">
          Confirm my address
        </BusyButton>
      </GateForm>
    </Gate>
  );
}

const FAIL_TITLE = 'Registration failed';

import { BusyButton } from '#src/ui/busy-button.tsx';
import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { FADED, FadedLink, isFaded } from '../components/faded-link.tsx';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { refreshMe } from '../components/me.ts';
import { send } from '../components/send.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import { ButtonForm } from '../gate-schemas.ts';
import { NOTICES } from '../notices.ts';

/** The page of the link that was sent to the new address of an account. */
export function ChangeEmailPage({ posted, token, email }: GateProps) {
  const { failure, isBusy, onSubmit } = useSentForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: FADED,
    leaves: true,
    send: async () => {
      await send('PUT', '/email-changes', { token, email });
      await refreshMe();
      go(urls.settings());
      await toast(NOTICES.email_changed);
    },
  });
  if (token === '' || isFaded(failure)) {
    return (
      <FadedLink isPressed={failure !== null && posted === undefined}>
        <a className="btn btn-solid btn-lg btn-wide" href={urls.settings()}>
          Go to Settings
        </a>
      </FadedLink>
    );
  }
  return (
    <Gate title="Confirm your new address" lede={email === '' ? undefined : <>From then on you log in with {email}</>} art="post">
      <GateForm action={urls.changeEmail()} hidden={{ token, email }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Use this address
        </BusyButton>
      </GateForm>
    </Gate>
  );
}

const FAIL_TITLE = 'Not saved';

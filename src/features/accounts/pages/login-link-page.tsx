import { BusyButton } from '#src/ui/busy-button.tsx';
import { urls } from '#src/urls.ts';
import { AskForm } from '../components/ask-form.tsx';
import { ASK_LOGIN_LINK } from '../components/askings.ts';
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

/** Asks for a link that logs in; the page of the link itself, when it carries a token. */
export function LoginLinkPage(props: GateProps) {
  if (props.token !== '') return <LinkPage {...props} />;
  return (
    <Gate title="Log in by mail" lede="We send you a link that lets you in, without a password" art="post">
      <AskForm asking={ASK_LOGIN_LINK} {...props} />
      <p className="gate-alt">
        <a className="link" href={urls.login(props.next)}>
          Back to Login
        </a>
      </p>
    </Gate>
  );
}

function LinkPage({ posted, next, token, email }: GateProps) {
  const { failure, isBusy, onSubmit } = useSentForm({
    schema: ButtonForm,
    defaults: {},
    posted,
    failTitle: FAIL_TITLE,
    shown: FADED,
    leaves: true,
    send: async () => enter(await send<SessionAnswer>('POST', '/session/link', { token, email }), next, NOTICES.welcome_back),
  });
  if (isFaded(failure)) {
    return (
      <FadedLink isPressed={failure !== null && posted === undefined}>
        <AskForm asking={ASK_LOGIN_LINK} email={email} next={next} posted={undefined} />
      </FadedLink>
    );
  }
  return (
    <Gate title="Welcome back" lede={email === '' ? undefined : <>Your link for {email} is here</>} art="post">
      <GateForm action={urls.loginLink()} hidden={{ token, email, next }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <BusyButton isBusy={isBusy} busyText="Logging in...">
          Log in to Talewood
        </BusyButton>
      </GateForm>
    </Gate>
  );
}

const FAIL_TITLE = 'Login failed';

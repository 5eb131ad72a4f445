import { BusyButton } from '#src/ui/busy-button.tsx';
import { go } from '#src/ui/go.ts';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { AskForm } from '../components/ask-form.tsx';
import { ASK_RESET } from '../components/askings.ts';
import { FADED, FadedLink, isFaded } from '../components/faded-link.tsx';
import { Gate } from '../components/gate.tsx';
import { GateForm } from '../components/gate-form.tsx';
import type { GateProps } from '../components/gate-props.ts';
import { setMe } from '../components/me.ts';
import { NewPasswordFields } from '../components/new-password-fields.tsx';
import { send } from '../components/send.ts';
import { useSentForm } from '../components/use-sent-form.ts';
import { NewPasswordForm } from '../gate-schemas.ts';
import { NOTICES } from '../notices.ts';
import { FILL_ALL } from '../registration-schema.ts';

/** The page of a link to choose a new password by. All devices are signed out by it. */
export function ResetPasswordPage({ posted, token, email, keys }: GateProps) {
  const { form, field, failure, isBusy, onSubmit } = useSentForm({
    schema: NewPasswordForm,
    defaults: { password: '', confirm: '', keepKeys: false },
    posted,
    failTitle: FAIL_TITLE,
    shown: FADED,
    blankText: FILL_ALL,
    leaves: true,
    send: async ({ password, keepKeys }) => {
      await send('PUT', '/password-resets', { token, email, password, keepKeys });
      setMe(null);
      go(urls.login());
      await toast(NOTICES.password_changed);
    },
  });
  if (token === '' || isFaded(failure)) {
    return (
      <FadedLink isPressed={failure !== null && posted === undefined}>
        <AskForm asking={ASK_RESET} email={email} next={urls.home()} posted={undefined} />
      </FadedLink>
    );
  }
  return (
    <Gate title="New password" lede={email === '' ? undefined : <>For {email}</>} art="login">
      <GateForm action={urls.resetPassword()} hidden={{ token, email, keys }} failure={failure} failTitle={FAIL_TITLE} onSubmit={onSubmit}>
        <input className="visually-hidden" type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
        <NewPasswordFields password={field('password')} confirm={field('confirm')} />
        {keys === '' ? null : (
          <div className="field">
            <label className="check">
              <input
                {...form.register('keepKeys')}
                type="checkbox"
                defaultChecked={posted?.values.keepKeys === 'on'}
                aria-describedby="hint-keep-keys"
              />
              Keep my API keys
            </label>
            <p className="hint" id="hint-keep-keys">
              Otherwise all of them are revoked, and programs that use them are shut out. Keep them only if you are sure that nobody else
              has used your account.
            </p>
          </div>
        )}
        <BusyButton isBusy={isBusy} busyText="Saving...">
          Save the new password
        </BusyButton>
      </GateForm>
    </Gate>
  );
}

const FAIL_TITLE = 'Not saved';

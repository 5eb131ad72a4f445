import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { PasswordField } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { send } from '../../components/send.ts';
import { useSentForm } from '../../components/use-sent-form.ts';
import { NOTICES } from '../../notices.ts';
import { FILL_ALL } from '../../registration-schema.ts';
import { PasswordForm } from '../account-forms.ts';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { UserName } from './user-name.tsx';

const EMPTY = { current: '', password: '', confirm: '' };
const RULE = 'At least 10 characters. Three or more words that have nothing to do with each other make a strong one.';

/** Another password. The other devices are signed out by it. */
export function PasswordSection({ account, change }: SectionProps) {
  const { field, failure, isBusy, onSubmit, form } = useSentForm({
    schema: PasswordForm,
    defaults: EMPTY,
    failTitle: 'Password not changed',
    blankText: FILL_ALL,
    send: async ({ current, password }) => {
      await send('POST', '/account/password', { current, password });
      form.reset(EMPTY);
      change({ devices: account.devices.filter((device) => device.isThisOne), pendingEmail: null });
      await toast(NOTICES.password_changed);
    },
  });
  return (
    <SettingsSection id="password" title="Password" lede="All other devices are signed out when it changes, and we tell you by e-mail.">
      {failure ? (
        <Alert title="Password not changed" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <form noValidate className="sheet-form" onSubmit={onSubmit}>
        <UserName email={account.email} />
        <PasswordField {...field('current')} scope="password" label="Current password" autoComplete="current-password" required />
        <PasswordField {...field('password')} scope="password" label="New password" hint={RULE} autoComplete="new-password" required />
        <PasswordField {...field('confirm')} scope="password" label="Confirm new password" autoComplete="new-password" required />
        <BusyButton isBusy={isBusy} busyText="Changing password..." className="btn btn-solid">
          Change password
        </BusyButton>
      </form>
    </SettingsSection>
  );
}

import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { FILL_ALL } from '#src/features/accounts/auth-schemas.ts';
import { PASSWORD_RULE } from '#src/features/accounts/components/auth-form.tsx';
import { FLASH_MESSAGES } from '#src/features/accounts/flash-messages.ts';
import { EmailForm, PasswordForm } from '#src/features/accounts/settings-schemas.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';
import { CurrentPasswordField, useInitialPassword } from './confirm-password-form.tsx';

/** Changes the password, which logs out all other devices. */
export function PasswordSection({ account, change }: SectionProps) {
  const empty = { current: useInitialPassword(), password: '', confirm: '' };
  const { field, failure, isBusy, onSubmit, form } = useApiForm({
    schema: PasswordForm,
    defaults: empty,
    failTitle: 'Password not changed',
    blankText: FILL_ALL,
    send: async ({ current, password }) => {
      await apiRequest('POST', '/account/password', { current, password });
      form.reset({ ...empty, current: '' });
      change({ devices: account.devices.filter((device) => device.isThisOne), pendingEmail: null, hasPassword: true });
      await toast(FLASH_MESSAGES.password_changed);
    },
  });
  return (
    <SettingsSection id="password" title="Password" lede="Changing it logs out all other devices, and we'll notify you by email.">
      {failure ? (
        <Alert title="Password not changed" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <form noValidate className="sheet-form" onSubmit={onSubmit}>
        <CurrentPasswordField {...field('current')} scope="password" email={account.email} />
        <PasswordField
          {...field('password')}
          scope="password"
          label="New password"
          hint={PASSWORD_RULE}
          autoComplete="new-password"
          required
        />
        <PasswordField {...field('confirm')} scope="password" label="Confirm new password" autoComplete="new-password" required />
        <BusyButton isBusy={isBusy} busyText="Changing password..." className="btn btn-solid">
          Change password
        </BusyButton>
      </form>
    </SettingsSection>
  );
}

/** Changes the email address, once the link sent to the new address is confirmed. */
export function EmailSection({ account, change }: SectionProps) {
  const { email, pendingEmail } = account;
  const empty = { email: '', current: useInitialPassword() };
  const { field, failure, isBusy, onSubmit, form } = useApiForm({
    schema: EmailForm,
    defaults: empty,
    failTitle: 'Email not changed',
    blankText: FILL_ALL,
    send: async (values) => {
      await apiRequest('POST', '/account/email', values);
      form.reset(empty);
      change({ pendingEmail: values.email });
      await toast({ title: 'Check your email', text: `We sent a link to ${values.email}` });
    },
  });
  return (
    <SettingsSection
      id="email"
      title="Email"
      lede={
        <>
          You log in with <strong className="sheet-fact">{email}</strong>
        </>
      }
    >
      {failure ? (
        <Alert title="Email not changed" wrong>
          {failure.text}
        </Alert>
      ) : null}
      {pendingEmail ? (
        <Alert title="Waiting for your confirmation" icon="mail">
          We sent a link to {pendingEmail}. Open it and press the button to change your address. The link works for 24 hours.
        </Alert>
      ) : null}
      <form noValidate className="sheet-form" onSubmit={onSubmit}>
        <Field {...field('email')} scope="email" label="New email address" type="email" autoComplete="email" required />
        <CurrentPasswordField {...field('current')} scope="email" email={email} />
        <BusyButton isBusy={isBusy} busyText="Sending link..." className="btn btn-solid">
          Change email
        </BusyButton>
      </form>
    </SettingsSection>
  );
}

import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { send } from '../../components/send.ts';
import { useSentForm } from '../../components/use-sent-form.ts';
import { FILL_ALL } from '../../registration-schema.ts';
import { EmailForm } from '../account-forms.ts';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { UserName } from './user-name.tsx';

const EMPTY = { email: '', current: '' };

/** Another address. It counts from when the link in the mail to it has been confirmed. */
export function EmailSection({ account, change }: SectionProps) {
  const { email, pendingEmail } = account;
  const { field, failure, isBusy, onSubmit, form } = useSentForm({
    schema: EmailForm,
    defaults: EMPTY,
    failTitle: 'E-mail not changed',
    blankText: FILL_ALL,
    send: async (values) => {
      await send('POST', '/account/email', values);
      form.reset(EMPTY);
      change({ pendingEmail: values.email });
      await toast({ title: 'Check your e-mail', text: `We sent a link to ${values.email}` });
    },
  });
  return (
    <SettingsSection
      id="email"
      title="E-mail"
      lede={
        <>
          You log in with <strong className="sheet-fact">{email}</strong>
        </>
      }
    >
      {failure ? (
        <Alert title="E-mail not changed" wrong>
          {failure.text}
        </Alert>
      ) : null}
      {pendingEmail ? (
        <Alert title="Waiting for your confirmation" icon="mail">
          We sent a link to {pendingEmail}. Your address changes when you open it and press the button. It is good for a day.
        </Alert>
      ) : null}
      <form noValidate className="sheet-form" onSubmit={onSubmit}>
        <UserName email={email} />
        <Field {...field('email')} scope="email" label="New e-mail address" type="email" autoComplete="email" required />
        <PasswordField {...field('current')} scope="email" label="Current password" autoComplete="current-password" required />
        <BusyButton isBusy={isBusy} busyText="Sending link..." className="btn btn-solid">
          Change e-mail
        </BusyButton>
      </form>
    </SettingsSection>
  );
}

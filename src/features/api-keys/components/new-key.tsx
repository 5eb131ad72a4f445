import { send } from '#src/features/accounts/components/send.ts';
import { useSentForm } from '#src/features/accounts/components/use-sent-form.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import type { MadeKey } from '../contract.ts';
import { KeyForm } from '../key-form.ts';

const DAY_MS = 86_400_000;
const EMPTY: KeyForm = { name: '', scope: 'read', days: '90', current: '' };

/** The form for a new key. `onMade` gets what is shown this once. */
export function NewKey({ onMade }: { onMade: (made: MadeKey) => Promise<void> }) {
  const { field, form, failure, isBusy, onSubmit } = useSentForm<KeyForm>({
    schema: KeyForm,
    defaults: EMPTY,
    failTitle: 'Error making key',
    send: async ({ name, scope, days, current }) => {
      const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const made = await send<MadeKey>('POST', '/admin/keys', { name, scope, expires_at, current });
      form.reset(EMPTY);
      await onMade(made);
    },
  });
  return (
    <form noValidate className="key-form" onSubmit={onSubmit} aria-labelledby="new-key">
      <h2 id="new-key">New key</h2>
      {failure ? (
        <Alert title="Error making key" wrong>
          {failure.text}
        </Alert>
      ) : null}
      <div className="key-fields">
        <Field
          {...field('name')}
          autoFocus={false}
          label="What is it for?"
          placeholder="Import from the archive"
          maxLength={200}
          required
        />
        <div className="field">
          <label className="label" htmlFor="field-scope">
            It may
          </label>
          <select id="field-scope" className="input select" {...form.register('scope')}>
            <option value="read">Read</option>
            <option value="write">Read and write</option>
          </select>
        </div>
        <div className="field">
          <label className="label" htmlFor="field-days">
            It ends
          </label>
          <select id="field-days" className="input select" {...form.register('days')}>
            <option value="30">In 30 days</option>
            <option value="90">In 90 days</option>
            <option value="365">In a year</option>
            <option value="">When it is revoked</option>
          </select>
        </div>
        <PasswordField
          {...field('current')}
          autoFocus={false}
          label="Current password"
          autoComplete="current-password"
          hint="If your account has none, leave this empty and log in again first."
        />
        <BusyButton isBusy={isBusy} busyText="Making key..." className="btn btn-solid">
          Make key
        </BusyButton>
      </div>
    </form>
  );
}

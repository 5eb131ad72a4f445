import { z } from 'zod';
import { SecretPanel } from '#src/admin-ui/secret-panel.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import { useApiForm } from '#src/api-client/use-api-form.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { Field, PasswordField } from '#src/ui/field.tsx';
import type { CreatedKey } from '../contract.ts';

const DAY_MS = 86_400_000;
/** Days until a key expires; '' for never. */
const KEY_DAYS = ['30', '90', '365', ''] as const;

const KeyForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name')
    .refine((text) => [...text].length <= 100, 'Must be 100 characters or fewer'),
  scope: z.enum(['read', 'write']),
  days: z.enum(KEY_DAYS),
  /** Empty for an account without a password. */
  current: z.string(),
});
type KeyForm = z.infer<typeof KeyForm>;

const EMPTY: KeyForm = { name: '', scope: 'read', days: '90', current: '' };

/** Creates a key. `onCreated` gets the key, which is returned only once. */
export function CreateKeyForm({ onCreated }: { onCreated: (created: CreatedKey) => Promise<void> }) {
  const { field, form, failure, isBusy, onSubmit } = useApiForm<KeyForm>({
    schema: KeyForm,
    defaults: EMPTY,
    failTitle: FAIL_TITLE,
    send: async ({ name, scope, days, current }) => {
      const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const created = await apiRequest<CreatedKey>('POST', '/admin/keys', { name, scope, expires_at, current });
      form.reset(EMPTY);
      await onCreated(created);
    },
  });
  return (
    <form noValidate className="key-form" onSubmit={onSubmit} aria-labelledby="new-key">
      <h2 id="new-key">New key</h2>
      {failure ? (
        <Alert title={FAIL_TITLE} wrong>
          {failure.text}
        </Alert>
      ) : null}
      <div className="key-fields">
        <Field {...field('name')} autoFocus={false} label="Name" placeholder="Import from the archive" maxLength={200} required />
        <div className="field">
          <label className="label" htmlFor="field-scope">
            Permissions
          </label>
          <select id="field-scope" className="input select" {...form.register('scope')}>
            <option value="read">Read</option>
            <option value="write">Read and write</option>
          </select>
        </div>
        <div className="field">
          <label className="label" htmlFor="field-days">
            Expires
          </label>
          <select id="field-days" className="input select" {...form.register('days')}>
            <option value="30">In 30 days</option>
            <option value="90">In 90 days</option>
            <option value="365">In 1 year</option>
            <option value="">Never</option>
          </select>
        </div>
        <PasswordField
          {...field('current')}
          autoFocus={false}
          label="Current password"
          autoComplete="current-password"
          hint="If your account has no password, leave this empty and log in again first."
        />
        <BusyButton isBusy={isBusy} busyText="Creating key..." className="btn btn-solid">
          Create key
        </BusyButton>
      </div>
    </form>
  );
}

const FAIL_TITLE = 'Error creating key';

/** Shows a new key once, to be copied. */
export function NewKeyPanel({ created: { key, secret }, onDone }: { created: CreatedKey; onDone: () => void }) {
  return (
    <SecretPanel title="Your new key" noun="key" secret={secret} onDone={onDone}>
      This is the key “<bdi>{key.name}</bdi>”. Copy it now and store it like a password. It won't be shown again.
    </SecretPanel>
  );
}

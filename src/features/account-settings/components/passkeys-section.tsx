import { type FormEvent, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { createPasskey, useHasPasskeys } from '#src/features/accounts/components/passkeys.ts';
import { Field } from '#src/ui/field.tsx';
import { formatLocalDate } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { AccountView } from '../get-account.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';
import { ConfirmPasswordForm, useOpener } from './confirm-password-form.tsx';

/** Adds, renames and removes passkeys. */
export function PasskeysSection({ account, change }: SectionProps) {
  const { passkeys, email } = account;
  const [isAdding, setAdding] = useState(false);
  const { opener, open, close } = useOpener(() => setAdding(false));
  const hasPasskeys = useHasPasskeys();

  async function add(current: string): Promise<void> {
    const response = await createPasskey(current);
    if (response === null) {
      close();
      return toast({ title: 'No passkey was added', text: 'Your browser did not create one. You can try again at any time.', wrong: true });
    }
    const passkey = await apiRequest<AccountView['passkeys'][number]>('POST', '/account/passkeys', {
      name: suggestedName(passkeys.length),
      response,
    });
    change({ passkeys: [...passkeys, passkey] });
    close();
    await toast({ title: 'Passkey added', text: 'You can now log in with it.' });
  }

  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lede="Log in with your fingerprint, face or device PIN. There is no password to remember or steal."
    >
      {passkeys.length > 0 ? (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              email={email}
              onRenamed={(name) => change({ passkeys: passkeys.map((each) => (each.id === passkey.id ? { ...each, name } : each)) })}
              onRemoved={() => {
                change({ passkeys: passkeys.filter((each) => each.id !== passkey.id) });
                close();
              }}
            />
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <ConfirmPasswordForm
          scope="passkey"
          email={email}
          submit="Continue"
          failTitle="No passkey was added"
          onConfirm={add}
          onCancel={close}
        />
      ) : (
        <div className="sheet-end">
          {hasPasskeys ? (
            <button type="button" ref={opener('add')} className="btn btn-solid" onClick={() => open('add', () => setAdding(true))}>
              Add a passkey
            </button>
          ) : (
            <p className="sheet-note">This browser does not support passkeys.</p>
          )}
        </div>
      )}
    </SettingsSection>
  );
}

function suggestedName(count: number): string {
  return count === 0 ? 'My passkey' : `My passkey ${count + 1}`;
}

type RowProps = { passkey: AccountView['passkeys'][number]; email: string; onRenamed: (name: string) => void; onRemoved: () => void };

function PasskeyRow({ passkey, email, onRenamed, onRemoved }: RowProps) {
  const { id, name, created } = passkey;
  const [typed, setTyped] = useState<string | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const [isRemoving, setRemoving] = useState(false);
  const { opener, open, close } = useOpener(() => setRemoving(false));

  async function rename(event: FormEvent): Promise<void> {
    event.preventDefault();
    const newName = typed?.trim() ?? '';
    try {
      await apiRequest('PATCH', `/account/passkeys/${id}`, { name: newName });
    } catch (error) {
      return setProblems(error instanceof ApiError ? (error.fields.name ?? [error.message]) : ['An unknown error occurred']);
    }
    setTyped(null);
    setProblems([]);
    onRenamed(newName);
    await toast({ title: 'Passkey renamed' });
  }

  async function remove(current: string): Promise<void> {
    await apiRequest('DELETE', `/account/passkeys/${id}`, { current });
    onRemoved();
    await toast({ title: 'Passkey removed', text: `Passkey “${name}” was removed.` });
  }

  if (typed !== null)
    return (
      <li className="row">
        <form noValidate className="row-form" onSubmit={rename}>
          <Field
            name="name"
            scope={`passkey-${id}`}
            label="Passkey name"
            value={typed}
            maxLength={100}
            problems={problems}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="sheet-end">
            <button type="submit" className="btn btn-solid btn-sm">
              Save
            </button>
            <button type="button" className="btn btn-line btn-sm" onClick={() => setTyped(null)}>
              Cancel
            </button>
          </div>
        </form>
      </li>
    );
  if (isRemoving)
    return (
      <li className="row">
        <ConfirmPasswordForm
          scope={`passkey-${id}`}
          email={email}
          submit={`Remove “${name}”`}
          isDangerous
          failTitle="The passkey was not removed"
          onConfirm={remove}
          onCancel={close}
        />
      </li>
    );
  return (
    <li className="row">
      <Icon name="key" />
      <span className="row-text">
        <b>{name}</b>
        <small>Added {formatLocalDate(created)}</small>
      </span>
      <span className="row-end">
        <button type="button" className="btn btn-quiet btn-sm" aria-label={`Rename ${name}`} onClick={() => setTyped(name)}>
          Rename
        </button>
        <button
          type="button"
          className="btn btn-line btn-sm"
          ref={opener('remove')}
          aria-label={`Remove ${name}`}
          onClick={() => open('remove', () => setRemoving(true))}
        >
          Remove
        </button>
      </span>
    </li>
  );
}

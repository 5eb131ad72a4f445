import { type FormEvent, useState } from 'react';
import { Field } from '#src/ui/field.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { Refused, send } from '../../components/send.ts';
import type { AccountPasskey } from '../account-passkeys.ts';
import { AskPassword } from './ask-password.tsx';
import { useOpener } from './use-opener.ts';

type Props = { passkey: AccountPasskey; email: string; added: string; onRenamed: (name: string) => void; onRemoved: () => void };

/** One passkey: its name, when it was added, another name, away with it. */
export function PasskeyRow({ passkey, email, added, onRenamed, onRemoved }: Props) {
  const { id, name } = passkey;
  const [typed, setTyped] = useState<string | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const [isRemoving, setRemoving] = useState(false);
  const { opener, open, close } = useOpener(() => setRemoving(false));

  async function rename(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = typed?.trim() ?? '';
    try {
      await send('PATCH', `/account/passkeys/${id}`, { name: wanted });
    } catch (error) {
      return setProblems(error instanceof Refused ? (error.fields.name ?? [error.message]) : ['An unknown error occurred']);
    }
    setTyped(null);
    setProblems([]);
    onRenamed(wanted);
    await toast({ title: 'Passkey renamed' });
  }

  async function remove(current: string): Promise<void> {
    await send('DELETE', `/account/passkeys/${id}`, { current });
    onRemoved();
    await toast({ title: 'Passkey removed', text: `“${name}” does not open the door any more.` });
  }

  if (typed !== null)
    return (
      <li className="row">
        <form noValidate className="row-form" onSubmit={rename}>
          <Field
            name="name"
            scope={`passkey-${id}`}
            label="Name of the passkey"
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
        <AskPassword
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
        <small>Added {added}</small>
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

import { useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { dayOf } from '#src/ui/when.ts';
import { usePasskeys } from '../../components/passkeys.ts';
import { send } from '../../components/send.ts';
import type { AccountPasskey } from '../account-passkeys.ts';
import { addedPasskey } from './added-passkey.ts';
import { AskPassword } from './ask-password.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';
import { useOpener } from './use-opener.ts';

/** Ways in without a password: by the finger, face or PIN of a device. */
export function PasskeysSection({ account, change }: SectionProps) {
  const { passkeys, email } = account;
  const [isAsking, setAsking] = useState(false);
  const { opener, open, close } = useOpener(() => setAsking(false));
  const isAble = usePasskeys();

  async function add(current: string): Promise<void> {
    const answer = await addedPasskey(current);
    if (answer === null) {
      close();
      return toast({ title: 'No passkey was added', text: 'Your browser has made none. You can try again at any time.', wrong: true });
    }
    const passkey = await send<AccountPasskey>('POST', '/account/passkeys', { name: suggestedName(passkeys.length), response: answer });
    change({ passkeys: [...passkeys, passkey] });
    close();
    await toast({ title: 'Passkey added', text: 'You can log in with it from now on.' });
  }

  return (
    <SettingsSection
      id="passkeys"
      title="Passkeys"
      lede="Log in with your finger, your face or the PIN of your device. Nothing to remember, nothing to steal."
    >
      {passkeys.length > 0 ? (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              email={email}
              added={dayOf(passkey.created)}
              onRenamed={(name) => change({ passkeys: passkeys.map((each) => (each.id === passkey.id ? { ...each, name } : each)) })}
              onRemoved={() => {
                change({ passkeys: passkeys.filter((each) => each.id !== passkey.id) });
                close();
              }}
            />
          ))}
        </ul>
      ) : null}
      {isAsking ? (
        <AskPassword scope="passkey" email={email} submit="Continue" failTitle="No passkey was added" onConfirm={add} onCancel={close} />
      ) : null}
      {isAsking ? null : (
        <div className="sheet-end">
          {isAble ? (
            <button type="button" ref={opener('add')} className="btn btn-solid" onClick={() => open('add', () => setAsking(true))}>
              Add a passkey
            </button>
          ) : (
            <p className="sheet-note">This browser cannot make passkeys.</p>
          )}
        </div>
      )}
    </SettingsSection>
  );
}

function suggestedName(count: number): string {
  return count === 0 ? 'My passkey' : `My passkey ${count + 1}`;
}

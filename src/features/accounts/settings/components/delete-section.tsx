import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { PasswordField } from '#src/ui/field.tsx';
import { toast } from '#src/ui/toast.ts';
import { keepDevice, leave } from '../../components/log-out.ts';
import { Refused, send } from '../../components/send.ts';
import { FILL_ALL } from '../../registration-schema.ts';
import { SettingsSection } from './settings-section.tsx';
import { useOpener } from './use-opener.ts';
import { UserName } from './user-name.tsx';

/** The account and all that is in it, for good. */
export function DeleteSection({ email }: { email: string }) {
  const [isAsking, setAsking] = useState(false);
  const [current, setCurrent] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const { opener, open, close } = useOpener(() => {
    setAsking(false);
    setCurrent('');
    setProblems([]);
  });

  async function remove(): Promise<void> {
    const restore = keepDevice();
    try {
      if (current === '') throw new Refused(422, 'invalid', FILL_ALL);
      await send('DELETE', '/account', { current });
    } catch (error) {
      setProblems([error instanceof Refused ? error.message : 'An unknown error occurred']);
      document.getElementById('field-delete-current')?.focus();
      return;
    }
    leave(restore);
    await toast({ title: 'Account deleted', text: 'Your account has been permanently deleted.' });
  }

  return (
    <SettingsSection
      id="delete"
      title="Delete account"
      className="is-danger"
      lede="Your profile, favorites, shelves and reading places go at once, and for good."
    >
      <div className="sheet-end">
        <button type="button" ref={opener('delete')} className="btn btn-danger" onClick={() => open('delete', () => setAsking(true))}>
          Delete account
        </button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onConfirm={remove}
          onCancel={close}
          ask={
            <div className="dialog-ask">
              <UserName email={email} />
              <PasswordField
                name="current"
                scope="delete"
                label="Current password"
                autoComplete="current-password"
                value={current}
                problems={problems}
                required
                onChange={(event) => setCurrent(event.target.value)}
              />
            </div>
          }
        >
          This will permanently delete your account. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  );
}

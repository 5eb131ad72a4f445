import { useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { FILL_ALL } from '#src/features/accounts/auth-schemas.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { SettingsSection } from './account-frame.tsx';
import { CurrentPasswordField, useInitialPassword, useOpener } from './confirm-password-form.tsx';
import { clearClientSession, preserveDevicePreferences } from './log-out.tsx';

/** Export of all data of the account. */
export function DataSection() {
  return (
    <SettingsSection
      id="data"
      title="Your data"
      lede="Everything we store about you, in one JSON file: your profile, settings, newsletter, devices, favorites, collections, reading positions and the emails we sent you."
    >
      <div className="sheet-end">
        <a className="btn btn-line" href={urls.api('/account/export')} download>
          Download my data
        </a>
      </div>
    </SettingsSection>
  );
}

/** Deletes the account permanently. */
export function DeleteSection({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const initial = useInitialPassword();
  const [current, setCurrent] = useState(initial);
  const [problems, setProblems] = useState<string[]>([]);
  const { opener, open, close } = useOpener(() => {
    setOpen(false);
    setCurrent(initial);
    setProblems([]);
  });

  async function remove(): Promise<void> {
    const restore = preserveDevicePreferences();
    try {
      if (current === '') throw new ApiError(422, 'invalid', FILL_ALL);
      await apiRequest('DELETE', '/account', { current });
    } catch (error) {
      setProblems([error instanceof ApiError ? error.message : 'An unknown error occurred']);
      document.getElementById('field-delete-current')?.focus();
      return;
    }
    clearClientSession(restore);
    await toast({ title: 'Account deleted', text: 'Your account has been permanently deleted.' });
  }

  return (
    <SettingsSection
      id="delete"
      title="Delete account"
      className="is-danger"
      lede="Your profile, favorites, collections and reading positions are deleted immediately and permanently."
    >
      <div className="sheet-end">
        <button type="button" ref={opener('delete')} className="btn btn-danger" onClick={() => open('delete', () => setOpen(true))}>
          Delete account
        </button>
      </div>
      {isOpen ? (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete"
          onConfirm={remove}
          onCancel={close}
          ask={
            <div className="dialog-ask">
              <CurrentPasswordField
                email={email}
                name="current"
                scope="delete"
                value={current}
                problems={problems}
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

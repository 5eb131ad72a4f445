import { type FormEvent, useId, useState } from 'react';
import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { can, isRole, ROLE_TEXTS, ROLES, type Role } from '#src/permissions.ts';
import { Alert } from '#src/ui/alert.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { ChoiceField } from '#src/ui/field.tsx';
import { Modal } from '#src/ui/modal.tsx';
import { toast } from '#src/ui/toast.ts';
import type { ManagedUser } from '../contract.ts';

const OPTIONS = ROLES.map((role) => [role, ROLE_TEXTS[role].name] as const);

type FieldProps = { scope: string; value: Role; onChange: (role: Role) => void };

/** Selects a role, and says what it may do. */
export function RoleField({ scope, value, onChange }: FieldProps) {
  return (
    <ChoiceField
      scope={scope}
      name="role"
      label="Role"
      hint={ROLE_TEXTS[value].hint}
      options={OPTIONS}
      value={value}
      onChange={({ target }) => isRole(target.value) && onChange(target.value)}
    />
  );
}

/** The role of a user or an invitation; nothing for readers. */
export function RoleBadge({ role }: { role: Role }) {
  return role === 'user' ? null : <span className="badge">{ROLE_TEXTS[role].name}</span>;
}

type DialogProps = { user: ManagedUser; onChanged: () => Promise<unknown>; onClose: () => void };

/** Changes the role of a user. */
export function RoleDialog({ user, onChanged, onClose }: DialogProps) {
  const id = useId();
  const [role, setRole] = useState(user.role);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = () => isBusy || onClose();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (role === user.role) return onClose();
    setBusy(true);
    setFailure(null);
    try {
      await apiRequest('PATCH', `/admin/users/${user.id}`, { role });
      await onChanged();
      void toast({ title: 'User updated', text: `${user.name} is now ${ROLE_TEXTS[role].a}.` });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
  }

  return (
    <Modal className="dialog" aria-labelledby={id} onCancel={cancel} onBackdrop={null}>
      <form className="dialog-sheet" noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={id}>
          Change the role of <bdi>{user.name}</bdi>
        </h2>
        {failure === null ? null : <Alert title={failure} wrong />}
        <RoleField scope="user" value={role} onChange={setRole} />
        {role === user.role ? null : <p className="hint">{consequence(user.role, role)} They are notified by email.</p>}
        <div className="dialog-end">
          <button type="button" className="btn btn-line" aria-disabled={isBusy || undefined} onClick={cancel}>
            Cancel
          </button>
          <BusyButton className="btn btn-solid" isBusy={isBusy} busyText="Saving...">
            Change role
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}

/** What happens to the user besides the new role. */
function consequence(from: Role, to: Role): string {
  if (ROLES.indexOf(to) > ROLES.indexOf(from)) return 'They have to log in again.';
  return can(from, 'editTales') && !can(to, 'editTales') ? 'Their API keys stop working. They stay logged in.' : 'They stay logged in.';
}

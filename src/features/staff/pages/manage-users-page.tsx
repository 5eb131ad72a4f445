import { useCallback, useState } from 'react';
import type { PersonView } from '#src/features/accounts/contract.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import { askedOf, withAsked } from '../components/asked.ts';
import { ListPanel } from '../components/list-panel.tsx';
import { ListSearch } from '../components/list-search.tsx';
import { StaffFrame } from '../components/staff-frame.tsx';
import { useStaffList, useStaffReload } from '../components/use-staff-list.ts';
import type { UserDeed } from '../components/user-deeds.ts';
import { UserTable } from '../components/user-table.tsx';
import type { StaffUserPage } from '../contract.ts';
import type { StaffPageProps } from './page-props.ts';

/** All users: found, and what administrators may do to them. */
export function ManageUsersPage({ person, search, show }: StaffPageProps & { person: PersonView }) {
  const asked = askedOf(search, ['q', 'role', 'state']);
  const query = useStaffList<StaffUserPage>('/users', asked);
  const reload = useStaffReload('/users');
  const [deed, setDeed] = useState<UserDeed | null>(null);
  const key = JSON.stringify(asked);
  const change = useCallback((changes: Record<string, string>) => show(urls.manageUsers(withAsked(JSON.parse(key), changes))), [key, show]);
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const users = query.data?.pages.flatMap((page) => page.users) ?? [];

  async function carryOut({ run, done }: UserDeed): Promise<void> {
    try {
      await run();
      await reload();
      void toast({ title: 'User updated', text: done });
    } catch (error) {
      void toast({ title: 'Error updating user', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setDeed(null);
  }

  return (
    <StaffFrame title="Users" lede="Who reads and keeps the wood" path={urls.manageUsers()}>
      <div className="panel-tools">
        <ListSearch label="Search users" placeholder="Search by name or e-mail" q={asked.q ?? ''} onSearch={onSearch} />
        <Choice label="Role" all="All roles" value={asked.role ?? ''} options={ROLES} onChange={(role) => change({ role })} />
        <Choice label="State" all="All states" value={asked.state ?? ''} options={STATES} onChange={(state) => change({ state })} />
      </div>
      <ListPanel
        query={query}
        count={users.length}
        words={['user', 'users']}
        loading="Loading users..."
        empty="No users found"
        failed="Error loading users"
      >
        <UserTable users={users} ownEmail={person.email} onChoose={setDeed} />
      </ListPanel>
      {deed === null ? null : (
        <ConfirmDialog title="Are you sure?" confirm={deed.confirm} onConfirm={() => carryOut(deed)} onCancel={() => setDeed(null)}>
          {deed.question}
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

const ROLES = { admin: 'Administrators', user: 'Ordinary users' };
const STATES = { active: 'Active', unverified: 'Not confirmed', disabled: 'Disabled' };

type ChoiceProps = { label: string; all: string; value: string; options: Record<string, string>; onChange: (value: string) => void };

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className="input select"
      aria-label={label}
      value={Object.hasOwn(options, value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}

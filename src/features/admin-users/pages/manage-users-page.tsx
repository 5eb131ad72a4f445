import { useCallback, useState } from 'react';
import { AdminFrame } from '#src/admin-ui/admin-frame.tsx';
import { AdminTable, RowTitle, StatusBadge } from '#src/admin-ui/admin-table.tsx';
import {
  type AdminPageProps,
  ListSearch,
  listHref,
  PagedList,
  parseListQuery,
  useLivePages,
  usePagedList,
  useReloadLists,
} from '#src/admin-ui/paged-list.tsx';
import { apiRequest } from '#src/api-client/api-request.ts';
import type { UserView } from '#src/api-client/current-user.ts';
import { ROLE_TEXTS, ROLES } from '#src/permissions.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatLocalDate, formatLocalTime } from '#src/ui/format.ts';
import type { IconName } from '#src/ui/icon.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { ManagedUser, UserPage } from '../contract.ts';
import { InviteButton, PendingInvitations, useInvitations } from './invitations.tsx';
import { RoleBadge, RoleDialog } from './role-dialog.tsx';

/** Lists users and lets administrators change them. */
export function ManageUsersPage({ person, search, show }: AdminPageProps & { person: UserView }) {
  const filters = parseListQuery(search, ['q', 'role', 'state']);
  const query = usePagedList<UserPage>('/users', filters, { isLive: true });
  // The users come with the invitations above them, so that nothing moves.
  const isWaiting = useInvitations().isPending;
  const reload = useReloadLists('/users');
  const [action, setAction] = useState<UserAction | null>(null);
  const [changing, setChanging] = useState<ManagedUser | null>(null);
  const key = JSON.stringify(filters);
  const change = useCallback((changes: Record<string, string>) => show(urls.manageUsers(listHref(JSON.parse(key), changes))), [key, show]);
  const onSearch = useCallback((q: string) => change({ q }), [change]);
  const live = useLivePages('users', query, (page) => page.users);
  const users = live.rows;

  async function runAction({ run, done }: UserAction): Promise<void> {
    try {
      await run();
      await reload();
      void toast({ title: 'User updated', text: done });
    } catch (error) {
      void toast({ title: 'Error updating user', text: error instanceof Error ? error.message : '', wrong: true });
    }
    setAction(null);
  }

  return (
    <AdminFrame title="Users" lede="Accounts, roles and access" path={urls.manageUsers()}>
      <div className="panel-tools">
        <ListSearch label="Search users" placeholder="Search by name or email" q={filters.q ?? ''} onSearch={onSearch} />
        <Choice label="Role" all="All roles" value={filters.role ?? ''} options={ROLE_OPTIONS} onChange={(role) => change({ role })} />
        <Choice label="State" all="All states" value={filters.state ?? ''} options={STATES} onChange={(state) => change({ state })} />
        <InviteButton />
      </div>
      {query.isPending ? null : <PendingInvitations />}
      <PagedList
        live={live}
        isFiltered={key !== '{}'}
        query={isWaiting ? { ...query, status: 'pending' } : query}
        count={users.length}
        words={['user', 'users']}
        loading="Loading users..."
        empty="No users found"
        failed="Error loading users"
      >
        <UserTable users={users} ownEmail={person.email} onChoose={setAction} onChangeRole={setChanging} />
      </PagedList>
      {action === null ? null : (
        <ConfirmDialog
          title="Are you sure?"
          confirm={action.confirm}
          isSafe={action.danger !== true}
          onConfirm={() => runAction(action)}
          onCancel={() => setAction(null)}
        >
          {action.question}
        </ConfirmDialog>
      )}
      {changing === null ? null : <RoleDialog user={changing} onChanged={reload} onClose={() => setChanging(null)} />}
    </AdminFrame>
  );
}

const ROLE_OPTIONS = Object.fromEntries(ROLES.map((role) => [role, `${ROLE_TEXTS[role].name}s`]));
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

type Props = {
  users: readonly ManagedUser[];
  ownEmail: string;
  onChoose: (action: UserAction) => void;
  onChangeRole: (user: ManagedUser) => void;
};

/** Your own account has no actions: only another administrator can change it. */
function UserTable({ users, ownEmail, onChoose, onChangeRole }: Props) {
  return (
    <AdminTable
      className="table has-initials"
      rows={users}
      columns={[
        {
          title: 'User',
          cell: ({ name, email }) => (
            <RowTitle initial={[...name][0]} note={email}>
              <bdi>{name}</bdi>
              {email === ownEmail ? ' (you)' : ''}
            </RowTitle>
          ),
        },
        { title: 'Status', cell: (user) => <UserBadges user={user} /> },
        { title: 'Registered', className: 'when figures', label: true, cell: (user) => formatLocalDate(user.createdAt) },
        {
          title: 'Last seen',
          className: 'when figures',
          label: true,
          cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Not logged in' : formatLocalTime(lastSeenAt)),
        },
        {
          title: 'Actions',
          className: 'row-menu',
          cell: (user) =>
            user.email === ownEmail ? null : (
              <RowMenu
                label={`Actions for ${user.name}`}
                actions={[
                  // Anyone can register an address that is not theirs.
                  ...(user.isVerified ? [{ name: 'Change role', icon: 'key' as const, run: () => onChangeRole(user) }] : []),
                  ...actionsFor(user).map((action) => ({ ...action, run: () => onChoose(action) })),
                ]}
              />
            ),
        },
      ]}
    />
  );
}

export function UserBadges({ user }: { user: ManagedUser }) {
  return (
    <span className="row-badges">
      <RoleBadge role={user.role} />
      {user.hasTwoFactor ? <span className="badge">Two-factor</span> : null}
      {user.hasPasskey ? <span className="badge">Passkey</span> : null}
      {user.isDisabled ? <StatusBadge kind="rose">Disabled</StatusBadge> : null}
      {user.isVerified ? null : <StatusBadge kind="amber">Not confirmed</StatusBadge>}
      {user.isVerified && !user.isDisabled ? <StatusBadge kind="good">Active</StatusBadge> : null}
    </span>
  );
}

/** An action on a user: `question` is asked before it runs, `done` is the toast after it. */
export type UserAction = {
  name: string;
  icon: IconName;
  danger?: boolean;
  question: string;
  confirm: string;
  done: string;
  run: () => Promise<unknown>;
};

/** Returns the actions that are possible in the current state of the user. */
export function actionsFor(user: ManagedUser): UserAction[] {
  const { id, name } = user;
  const change = (body: object) => () => apiRequest('PATCH', `/admin/users/${id}`, body);
  return [
    ...(user.isVerified || user.isDisabled
      ? []
      : [
          {
            name: 'Resend confirmation email',
            icon: 'mail' as const,
            question: `“${name}” will receive another email to confirm ${user.email}. Older links stop working.`,
            confirm: 'Resend',
            done: `A confirmation email was sent to ${user.email}.`,
            run: () => apiRequest('POST', `/admin/users/${id}/resend`),
          },
        ]),
    {
      name: 'Log out everywhere',
      icon: 'leave',
      question: `“${name}” will be logged out on all devices.`,
      confirm: 'Log out',
      done: `${name} was logged out on all devices.`,
      run: () => apiRequest('DELETE', `/admin/users/${id}/sessions`),
    },
    user.isDisabled
      ? {
          name: 'Enable account',
          icon: 'check',
          question: `“${name}” will be able to log in again.`,
          confirm: 'Enable',
          done: `The account of ${name} was enabled.`,
          run: change({ disabled: false }),
        }
      : {
          name: 'Disable account',
          icon: 'close',
          danger: true,
          question: `“${name}” will be logged out on all devices and cannot log in again until the account is enabled. They are notified by email.`,
          confirm: 'Disable',
          done: `The account of ${name} was disabled.`,
          run: change({ disabled: true }),
        },
  ];
}

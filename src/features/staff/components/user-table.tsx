import { RowMenu } from '#src/ui/row-menu.tsx';
import { dayOf, momentOf } from '#src/ui/when.ts';
import type { StaffUser } from '../contract.ts';
import { deedsFor, type UserDeed } from './user-deeds.ts';

type Props = { users: StaffUser[]; ownEmail: string; onChoose: (deed: UserDeed) => void };

/** People and what can be done to each. To oneself nothing can: another administrator must. */
export function UserTable({ users, ownEmail, onChoose }: Props) {
  return (
    <table className="table has-initials">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Status</th>
          <th scope="col">Registered</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <span className="row-title">
                <span className="initial" aria-hidden="true">
                  {[...user.name][0]}
                </span>
                <span>
                  <b>
                    <bdi>{user.name}</bdi>
                    {user.email === ownEmail ? ' (you)' : ''}
                  </b>
                  <small>{user.email}</small>
                </span>
              </span>
            </td>
            <td>
              <UserBadges user={user} />
            </td>
            <td className="when figures" data-label="Registered">
              {dayOf(user.createdAt)}
            </td>
            <td className="when figures" data-label="Last seen">
              {user.lastSeenAt === null ? 'Not signed in' : momentOf(user.lastSeenAt)}
            </td>
            <td className="row-menu">
              {user.email === ownEmail ? null : (
                <RowMenu
                  label={`Actions for ${user.name}`}
                  actions={deedsFor(user).map((deed) => ({ ...deed, run: () => onChoose(deed) }))}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function UserBadges({ user }: { user: StaffUser }) {
  return (
    <span className="row-badges">
      {user.role === 'admin' ? <span className="badge">Administrator</span> : null}
      {user.hasTwoFactor ? <span className="badge">Two-factor</span> : null}
      {user.hasPasskey ? <span className="badge">Passkey</span> : null}
      {user.isDisabled ? <Badge kind="rose" text="Disabled" /> : null}
      {user.isVerified ? null : <Badge kind="amber" text="Not confirmed" />}
      {user.isVerified && !user.isDisabled ? <Badge kind="good" text="Active" /> : null}
    </span>
  );
}

function Badge({ kind, text }: { kind: 'good' | 'amber' | 'rose'; text: string }) {
  return (
    <span className={`badge badge-${kind}`}>
      <i />
      {text}
    </span>
  );
}

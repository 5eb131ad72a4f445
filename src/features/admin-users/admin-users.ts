/** Lists user accounts and lets administrators change them; below /api/v1/admin. */

import type { Context } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  assertNotLastAdministrator,
  lockAdministrators,
  lockUnverifiedAccount,
  renderVerificationEmail,
  revokeAccess,
  type SessionUser,
  tooManyRequests,
  withMailLimit,
} from '#src/features/accounts/accounts.ts';
import { ROLES } from '#src/permissions.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import { type Db, likePattern } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import type { Log } from '#src/platform/log.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { ManagedUser, UserChange, UserPage, UserQuery } from './contract.ts';

const columns = sql`p.id, p.name, p.email, p.role, p.email_verified as "isVerified", p.disabled_at is not null as "isDisabled",
  p.two_factor_enabled as "hasTwoFactor", exists (select from passkeys k where k.user_id = p.id) as "hasPasskey", p.created_at as "createdAt", (select max(s.updated_at) from sessions s where s.user_id = p.id) as "lastSeenAt"`;

const STATES = {
  active: sql<boolean>`email_verified and disabled_at is null`,
  unverified: sql<boolean>`not email_verified and disabled_at is null`,
  disabled: sql<boolean>`disabled_at is not null`,
};

const WithId = z.strictObject({ id: z.uuid() });

/** For signed-in administrators only: their guard must not accept API keys. */
export function userEndpoints(deps: ChangeUserDeps & { log: Pick<Log, 'info'> }): Endpoint<SessionUser>[] {
  /** Only ids of users are logged. */
  const logAction = (c: Context<AppEnv>, actor: SessionUser, subject: string, action: UserAction) =>
    deps.log.info(
      { event: 'admin_action', actor: actor.id, action, subject, requestId: getRequestContext(c).id },
      'Account changed by an administrator',
    );
  return [
    endpoint({
      ...{ id: 'listUsers', method: 'GET', path: '/users', summary: 'List users' },
      description: 'Accounts, newest first. `q` searches name and email address.',
      ...{ query: UserQuery, response: UserPage },
      run: ({ query }) => listUsers(deps.db, query),
    }),
    endpoint({
      ...{ id: 'updateUser', method: 'PATCH', path: '/users/{id}', summary: 'Change the role or disable a user' },
      description: 'Changes role or access of a user. A disabled user is logged out everywhere.',
      ...{ params: WithId, body: UserChange, response: ManagedUser },
      errors: { 409: 'Your own role (`own_role`), the last administrator (`last_admin`), or an unverified address (`not_verified`)' },
      run: async ({ c, caller, params, body }) => {
        const id = params.id.toLowerCase();
        const { user, actions } = await changeUser(deps, caller, id, body);
        for (const action of actions) logAction(c, caller, id, action);
        return user;
      },
    }),
    endpoint({
      ...{ id: 'resendUserVerification', method: 'POST', path: '/users/{id}/resend', summary: 'Resend the verification email of a user' },
      description: 'Sends the verification email again.',
      ...{ params: WithId, status: 202, errors: { 409: 'The address is already verified, or the account is disabled' } },
      run: async ({ c, caller, params }) => {
        const id = params.id.toLowerCase();
        await resendVerification(deps, caller, id);
        logAction(c, caller, id, 'user.verification-sent');
        return c.body(null, 202);
      },
    }),
    endpoint({
      ...{ id: 'endUserSessions', method: 'DELETE', path: '/users/{id}/sessions', summary: 'Log out a user everywhere' },
      description: 'Ends all sessions of a user.',
      params: WithId,
      run: async ({ c, caller, params }) => {
        const id = params.id.toLowerCase();
        await endUserSessions(deps.db, caller, id);
        logAction(c, caller, id, 'user.signed-out');
        return undefined;
      },
    }),
  ];
}

/* Changes of user accounts by administrators. Each change, its audit log entry and its email are one transaction. */

/** Name of an action in the audit log. */
export type UserAction = 'user.role-changed' | 'user.disabled' | 'user.enabled' | 'user.signed-out' | 'user.verification-sent';

export type ChangeUserDeps = Parameters<typeof renderVerificationEmail>[0];

type Outcome = { user: ManagedUser; actions: UserAction[] };

/**
 * Changes the role or state of an account, returns it and notifies the user of a new role or a disabled account by email. Ends its
 * sessions and expires its links, unless the only change is to a role with fewer permissions. Values that are already set are ignored.
 * @throws AppError 404 `unknown_user`, 409 `own_role`, `last_admin` or `not_verified`, 403 `not_allowed` when the actor is no longer an
 * administrator
 */
export async function changeUser(
  { db, publicUrl, renderEmail }: Pick<ChangeUserDeps, 'db' | 'publicUrl' | 'renderEmail'>,
  actor: Pick<SessionUser, 'id'>,
  id: string,
  change: UserChange,
): Promise<Outcome> {
  if (id === actor.id) throw new AppError(409, 'own_role', 'You cannot change your own role or disable your own account.');
  const before = await getUser(db, id);
  const name = before.isVerified ? before.name : '';
  const mails = {
    'user.disabled': change.disabled === true ? await renderEmail({ kind: 'account-disabled', name }) : undefined,
    'user.role-changed':
      change.role === undefined
        ? undefined
        : await renderEmail({ kind: 'role-changed', name, role: change.role, loginLink: `${publicUrl}${urls.login()}` }),
  };
  return transact(db, async (trx) => {
    if ((change.role !== undefined && change.role !== 'admin') || change.disabled === true) await assertNotLastAdministrator(trx, id);
    else await lockAdministrators(trx);
    await assertStillAdministrator(trx, actor.id);
    const user = await getLocked(trx, id);
    const actions = actionsFor(user, change);
    if (actions.length === 0) return { user, actions };
    // Anyone can register an address that is not theirs.
    if (change.role !== undefined && change.role !== 'user' && !user.isVerified)
      throw new AppError(409, 'not_verified', 'This email address has not been confirmed yet.');
    await trx
      .updateTable('users')
      .set({
        ...(change.role !== undefined && { role: change.role }),
        ...(change.disabled !== undefined && { disabled_at: change.disabled ? sql<Date>`now()` : null }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    // The role is read at each request, so whoever loses permissions can stay logged in.
    const isDemotedOnly = change.disabled === undefined && ROLES.indexOf(change.role ?? user.role) < ROLES.indexOf(user.role);
    const sessions = isDemotedOnly ? 0 : await revokeAccess(trx, id);
    for (const action of actions) {
      const details = action === 'user.role-changed' ? { from: user.role, to: change.role ?? user.role, sessions } : { sessions };
      await audit(trx, { actor: actor.id, action, subject: { kind: 'user', id }, details });
    }
    for (const [action, template] of [
      ['user.disabled', 'account-disabled'],
      ['user.role-changed', 'role-changed'],
    ] as const) {
      const mail = actions.includes(action) ? mails[action] : undefined;
      if (mail !== undefined) await queueEmail(trx, { to: user.email, template, ...mail });
    }
    return { user: await getUser(trx, id), actions };
  });
}

/**
 * Ends all sessions of a user.
 * @throws AppError 404 `unknown_user`
 */
export async function endUserSessions(db: Db, actor: Pick<SessionUser, 'id'>, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockAdministrators(trx);
    await assertStillAdministrator(trx, actor.id);
    await getLocked(trx, id);
    const sessions = await revokeAccess(trx, id);
    await audit(trx, { actor: actor.id, action: 'user.signed-out', subject: { kind: 'user', id }, details: { sessions } });
  });
}

/**
 * Sends the verification email again, within its rate limit.
 * @throws AppError 404 `unknown_user`, 409 `already_verified` or `disabled`, 429 `too_many`
 */
export async function resendVerification(deps: ChangeUserDeps, actor: Pick<SessionUser, 'id'>, id: string): Promise<void> {
  const user = await getUser(deps.db, id);
  if (user.isVerified) throw new AppError(409, 'already_verified', 'This email address is already confirmed.');
  if (user.isDisabled) throw new AppError(409, 'disabled', 'This account is disabled.');
  const mail = await renderVerificationEmail(deps, user);
  const isQueued = await withMailLimit(deps.db, { kind: 'verify', email: user.email }, async () => {
    await transact(deps.db, async (trx) => {
      await lockAdministrators(trx);
      await assertStillAdministrator(trx, actor.id);
      if (!(await lockUnverifiedAccount(trx, user)))
        throw new AppError(409, 'already_verified', 'This email address is already confirmed.');
      await mail.queue(trx, id);
      await audit(trx, { actor: actor.id, action: 'user.verification-sent', subject: { kind: 'user', id } });
    });
  });
  if (!isQueued) throw tooManyRequests(60);
}

async function getUser(db: Db, id: string): Promise<ManagedUser> {
  const user = await findUser(db, id);
  if (user === undefined) throw notFound('This user does not exist.', 'unknown_user');
  return user;
}

/** Locks the user until the end of the transaction. */
async function getLocked(trx: Db, id: string): Promise<ManagedUser> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  return getUser(trx, id);
}

/** Another administrator may have revoked the role between the guard and the lock. */
export async function assertStillAdministrator(trx: Db, id: string): Promise<void> {
  const actor = await trx.selectFrom('users').select(['role', 'disabled_at']).where('id', '=', id).forShare().executeTakeFirst();
  if (actor?.role !== 'admin' || actor.disabled_at !== null) throw new AppError(403, 'not_allowed', "You don't have permission to do that");
}

function actionsFor(user: ManagedUser, { role, disabled }: UserChange): UserAction[] {
  const actions: UserAction[] = [];
  if (role !== undefined && role !== user.role) actions.push('user.role-changed');
  if (disabled !== undefined && disabled !== user.isDisabled) actions.push(disabled ? 'user.disabled' : 'user.enabled');
  return actions;
}

type Row = Omit<ManagedUser, 'hasSecondFactor' | 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date | null };

/** Returns 50 users whose name or email contains `q`, newest first. */
async function listUsers(db: Db, { q, role, state, after }: UserQuery): Promise<UserPage> {
  const conditions: RawBuilder<boolean>[] = [sql`true`];
  if (q !== '') conditions.push(sql`search_text like ${likePattern(q)}`);
  // A literal, so that Postgres can use the partial index of each role.
  if (role !== undefined) conditions.push(sql`role = ${sql.lit(role)}`);
  if (state !== undefined) conditions.push(STATES[state]);
  const { rows } = await sql<Row>`
    select ${columns} from (
      select * from users where ${sql.join(conditions, sql` and `)} ${pageByIdClause(after, sql`id`)}
    ) p order by p.id desc`.execute(db);
  const page = splitPage(rows);
  return { users: page.rows.map(toUser), next: page.next };
}

async function findUser(db: Db, id: string): Promise<ManagedUser | undefined> {
  const { rows } = await sql<Row>`select ${columns} from users p where p.id = ${id}::uuid`.execute(db);
  return rows[0] && toUser(rows[0]);
}

function toUser({ createdAt, lastSeenAt, ...user }: Row): ManagedUser {
  const hasSecondFactor = user.hasTwoFactor || user.hasPasskey;
  return { ...user, hasSecondFactor, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}

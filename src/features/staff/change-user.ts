/** What administrators do to the accounts of others. Each deed, its entry in the audit log and its mail are one transaction. */
import { sql } from 'kysely';
import {
  drawVerification,
  endAccess,
  keepAnAdministrator,
  lockAdministrators,
  lockUnverified,
  type Person,
  type RenderMail,
  tooMany,
  withMailTurn,
} from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import type { StaffUser, UserChange } from './contract.ts';
import { findUser } from './list-users.ts';

/** What was done, as the audit log names it. */
export type Deed = 'user.role-changed' | 'user.disabled' | 'user.enabled' | 'user.signed-out' | 'user.verification-sent';

type Outcome = { user: StaffUser; deeds: Deed[] };

/**
 * Changes role and state of an account. Its sessions end and its open links expire with the change, unless all that happens is that an
 * administrator becomes a user; a disabled person gets an email. What is so already is left as it is. Throws 404 `unknown_user`, 409 `own_role`, 409 `last_admin`, and 403 `not_allowed`
 * when the actor has been an administrator until just now.
 */
export async function changeUser(
  { db, renderMail }: { db: Db; renderMail: RenderMail },
  actor: Pick<Person, 'id'>,
  id: string,
  change: UserChange,
): Promise<Outcome> {
  if (id === actor.id) throw new AppError(409, 'own_role', 'Nobody changes their own role or disables their own account.');
  const before = await getUser(db, id);
  const mail =
    change.disabled === true ? await renderMail({ kind: 'account-disabled', name: before.isVerified ? before.name : '' }) : undefined;
  return transact(db, async (trx) => {
    if (change.role === 'user' || change.disabled === true) await keepAnAdministrator(trx, id);
    else await lockAdministrators(trx);
    await refuseFormer(trx, actor.id);
    const user = await getLocked(trx, id);
    const deeds = deedsOf(user, change);
    if (deeds.length === 0) return { user, deeds };
    // Whoever registered it may be anyone.
    if (change.role === 'admin' && !user.isVerified) throw new AppError(409, 'not_verified', 'This address has not been confirmed yet.');
    await trx
      .updateTable('profiles')
      .set({
        ...(change.role !== undefined && { role: change.role }),
        ...(change.disabled !== undefined && { disabled_at: change.disabled ? sql<Date>`now()` : null }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    // The role is read at each request: who loses it stays logged in as a reader, and is told so.
    const isDemotedOnly = change.role === 'user' && change.disabled === undefined;
    const sessions = isDemotedOnly ? 0 : await endAccess(trx, id);
    for (const action of deeds) {
      const details = action === 'user.role-changed' ? { from: user.role, to: change.role ?? user.role, sessions } : { sessions };
      await audit(trx, { actor: actor.id, action, subject: { kind: 'user', id }, details });
    }
    if (mail !== undefined && deeds.includes('user.disabled'))
      await queueMail(trx, { to: user.email, template: 'account-disabled', ...mail });
    return { user: await getUser(trx, id), deeds };
  });
}

/** Ends all sessions of a person. Throws 404 `unknown_user`. */
export async function signOutEverywhere(db: Db, actor: Pick<Person, 'id'>, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockAdministrators(trx);
    await refuseFormer(trx, actor.id);
    await getLocked(trx, id);
    const sessions = await endAccess(trx, id);
    await audit(trx, { actor: actor.id, action: 'user.signed-out', subject: { kind: 'user', id }, details: { sessions } });
  });
}

/**
 * Sends the mail that asks to confirm the address once more, within the limits of such mails. Throws 404 `unknown_user`, 409
 * `already_verified`, 409 `disabled`, 429 `too_many`.
 */
export async function resendVerification(
  deps: Parameters<typeof drawVerification>[0],
  actor: Pick<Person, 'id'>,
  id: string,
): Promise<void> {
  const user = await getUser(deps.db, id);
  if (user.isVerified) throw new AppError(409, 'already_verified', 'This address is confirmed already.');
  if (user.isDisabled) throw new AppError(409, 'disabled', 'This account is disabled.');
  const mail = await drawVerification(deps, user);
  const isQueued = await withMailTurn(deps.db, { kind: 'verify', email: user.email }, async () => {
    await transact(deps.db, async (trx) => {
      await lockAdministrators(trx);
      await refuseFormer(trx, actor.id);
      if (!(await lockUnverified(trx, user))) throw new AppError(409, 'already_verified', 'This address is confirmed already.');
      await mail.queue(trx, id);
      await audit(trx, { actor: actor.id, action: 'user.verification-sent', subject: { kind: 'user', id } });
    });
  });
  if (!isQueued) throw tooMany(60);
}

async function getUser(db: Db, id: string): Promise<StaffUser> {
  const user = await findUser(db, id);
  if (user === undefined) throw notFound('There is no such user.', 'unknown_user');
  return user;
}

/** Nobody else changes this person until the end of the transaction. */
async function getLocked(trx: Db, id: string): Promise<StaffUser> {
  await trx.selectFrom('profiles').select('id').where('id', '=', id).forUpdate().execute();
  return getUser(trx, id);
}

/** Between the guard and the lock another administrator may have taken the role away. */
async function refuseFormer(trx: Db, id: string): Promise<void> {
  const actor = await trx.selectFrom('profiles').select(['role', 'disabled_at']).where('id', '=', id).forShare().executeTakeFirst();
  if (actor?.role !== 'admin' || actor.disabled_at !== null) throw new AppError(403, 'not_allowed', "You don't have permission to do that");
}

function deedsOf(user: StaffUser, { role, disabled }: UserChange): Deed[] {
  const deeds: Deed[] = [];
  if (role !== undefined && role !== user.role) deeds.push('user.role-changed');
  if (disabled !== undefined && disabled !== user.isDisabled) deeds.push(disabled ? 'user.disabled' : 'user.enabled');
  return deeds;
}

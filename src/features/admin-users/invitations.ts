/** Administrators invite people by email: a link that works once, for 7 days, creates their account. */

import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AccountDeps,
  AddressField,
  createEmailLink,
  issueToken,
  lockAdministrators,
  revokeTokens,
  type SessionUser,
  tooManyRequests,
  withMailLimit,
} from '#src/features/accounts/accounts.ts';
import { ROLES, type Role } from '#src/permissions.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { assertStillAdministrator } from './admin-users.ts';
import { type Invitation, InvitationList, SentInvitation } from './contract.ts';

/** The list of pending invitations is not paginated. */
const MAX_INVITATIONS = 200;

const INVITER_LIMIT: RateLimit = { points: 50, windowSeconds: 60 * 60 };

const InvitationInput = z
  .strictObject({ email: AddressField, role: z.enum(ROLES, 'Choose a role') })
  .meta({ id: 'InvitationInput', description: 'Whom to invite, and with which role.' });

const WithId = z.strictObject({ id: z.uuid().toLowerCase() });

type InvitationDeps = Pick<AccountDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log'> & {
  /** Without one, the link is returned instead of sent. */
  hasMailServer: boolean;
};

/** For signed-in administrators only: their guard must not accept API keys. */
export function invitationEndpoints(deps: InvitationDeps): Endpoint<SessionUser>[] {
  /** Only ids are logged. */
  const logAction = (c: Context<AppEnv>, actor: SessionUser, action: string, subject: string) =>
    deps.log.info({ event: 'admin_action', actor: actor.id, action, subject, requestId: getRequestContext(c).id }, 'Invitation changed');
  return [
    endpoint({
      ...{ id: 'listInvitations', method: 'GET', path: '/invitations', summary: 'List invitations' },
      description: 'Invitations that were not accepted yet, newest first. Expired ones are deleted after 30 days.',
      response: InvitationList,
      run: async () => ({ invitations: await listInvitations(deps.db) }),
    }),
    endpoint({
      ...{ id: 'createInvitation', method: 'POST', path: '/invitations', summary: 'Invite a person by email' },
      description:
        'Sends a link that works once, for 7 days. Without a mail server the link is returned. The role is granted on acceptance, roles other than `user` only while the inviter is an administrator.',
      ...{ body: InvitationInput, response: SentInvitation, status: 201 },
      errors: {
        409: 'The address has an account (`has_account`) or an invitation (`already_invited`), or there are too many (`too_many_invitations`)',
        429: 'Too many invitations',
      },
      run: async ({ c, caller, body }) => {
        const sent = await invite(deps, caller, body);
        logAction(c, caller, 'user.invited', sent.invitation.id);
        return sent;
      },
    }),
    endpoint({
      ...{ id: 'resendInvitation', method: 'POST', path: '/invitations/{id}/resend', summary: 'Resend an invitation' },
      description: 'Sends a new link, also of an expired invitation. The previous link stops working.',
      ...{ params: WithId, response: SentInvitation, errors: { 429: 'Too many invitations' } },
      run: async ({ c, caller, params }) => {
        const sent = await resend(deps, caller, params.id);
        logAction(c, caller, 'user.invitation-resent', params.id);
        return sent;
      },
    }),
    endpoint({
      ...{ id: 'revokeInvitation', method: 'DELETE', path: '/invitations/{id}', summary: 'Revoke an invitation' },
      description: 'Its link stops working.',
      params: WithId,
      run: async ({ c, caller, params }) => {
        await revoke(deps.db, caller, params.id);
        logAction(c, caller, 'user.invitation-revoked', params.id);
        return undefined;
      },
    }),
  ];
}

/** @throws AppError 409 `has_account`, `already_invited` or `too_many_invitations`, 403 `not_allowed`, 429 `too_many` */
async function invite(
  deps: InvitationDeps,
  actor: SessionUser,
  { email, role }: z.output<typeof InvitationInput>,
): Promise<SentInvitation> {
  return send(deps, actor, { email, role }, async (trx) => {
    // Administrators see all accounts, so this reveals nothing.
    const account = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', '=', true)
      .executeTakeFirst();
    if (account !== undefined)
      throw new AppError(409, 'has_account', 'This address already has an account. Change its role in the list of users.');
    const { count } = await trx.selectFrom('invitations').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
    if (count >= MAX_INVITATIONS)
      throw new AppError(409, 'too_many_invitations', 'There are too many open invitations. Revoke some that are no longer needed.');
    const added = await trx
      .insertInto('invitations')
      .values({ email, role, invited_by: actor.id, expires_at: IN_7_DAYS })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined)
      throw new AppError(409, 'already_invited', 'This address is already invited. Resend or revoke its invitation.');
    await audit(trx, { actor: actor.id, action: 'user.invited', subject: { kind: 'invitation', id: added.id }, details: { role } });
    return added.id;
  });
}

/** Whoever resends an invitation answers for it. @throws AppError 404 `unknown_invitation`, 403 `not_allowed`, 429 `too_many` */
async function resend(deps: InvitationDeps, actor: SessionUser, id: string): Promise<SentInvitation> {
  const found = await findInvitation(deps.db, id);
  if (found === undefined) throw unknownInvitation();
  return send(deps, actor, found, async (trx) => {
    const renewed = await trx
      .updateTable('invitations')
      .set({ invited_by: actor.id, expires_at: IN_7_DAYS })
      .where('id', '=', id)
      .returning('role')
      .executeTakeFirst();
    if (renewed === undefined) throw unknownInvitation();
    await audit(trx, { actor: actor.id, action: 'user.invitation-resent', subject: { kind: 'invitation', id }, details: renewed });
    return id;
  });
}

const IN_7_DAYS = sql<Date>`now() + interval '7 days'`;

/** Runs `write`, which returns the id of the invitation, and sends its link in the same transaction. */
async function send(
  { db, publicUrl, renderEmail, hasMailServer }: InvitationDeps,
  actor: SessionUser,
  { email, role }: { email: string; role: Role },
  write: (trx: Db) => Promise<string>,
): Promise<SentInvitation> {
  const { isAllowed, retryAfterSeconds } = await consume(db, `invite by ${actor.id}`, INVITER_LIMIT);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
  const { token, link } = createEmailLink({ publicUrl }, urls.invitation(), { email });
  const mail = hasMailServer ? await renderEmail({ kind: 'invitation', role, link }) : undefined;
  let sent: Invitation | undefined;
  const isSent = await withMailLimit(db, { kind: 'invitation', email }, async () => {
    sent = await transact(db, async (trx) => {
      await lockAdministrators(trx);
      await assertStillAdministrator(trx, actor.id);
      const id = await write(trx);
      await issueToken(trx, { subject: id, purpose: 'invitation', email }, token);
      if (mail !== undefined) await queueEmail(trx, { to: email, template: 'invitation', ...mail });
      return findInvitation(trx, id);
    });
  });
  if (!isSent || sent === undefined) throw tooManyRequests(60);
  return { invitation: sent, link: hasMailServer ? null : link };
}

/** @throws AppError 404 `unknown_invitation`, 403 `not_allowed` */
async function revoke(db: Db, actor: SessionUser, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockAdministrators(trx);
    await assertStillAdministrator(trx, actor.id);
    const gone = await trx.deleteFrom('invitations').where('id', '=', id).returning('role').executeTakeFirst();
    if (gone === undefined) throw unknownInvitation();
    await revokeTokens(trx, id);
    await audit(trx, { actor: actor.id, action: 'user.invitation-revoked', subject: { kind: 'invitation', id }, details: gone });
  });
}

function unknownInvitation(): AppError {
  return notFound('This invitation was accepted or revoked.', 'unknown_invitation');
}

async function findInvitation(db: Db, id: string): Promise<Invitation | undefined> {
  return (await selectInvitations(db, sql`where i.id = ${id}::uuid`))[0];
}

async function listInvitations(db: Db): Promise<Invitation[]> {
  return selectInvitations(db, sql`order by i.id desc limit ${MAX_INVITATIONS}`);
}

async function selectInvitations(db: Db, clause: ReturnType<typeof sql>): Promise<Invitation[]> {
  type Row = Omit<Invitation, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date };
  const { rows } = await sql<Row>`
    select i.id, i.email, i.role, u.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt", i.expires_at <= now() as "isExpired"
    from invitations i join users u on u.id = i.invited_by ${clause}`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() }));
}

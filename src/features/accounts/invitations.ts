/** Accepting an invitation by an administrator: creates an account whose address is confirmed by the link. */

import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { UserView } from '#src/api-client/current-user.ts';
import type { Role } from '#src/permissions.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { insertConfirmedAccount } from './account-rows.ts';
import { lockAdministrators } from './administrators.ts';
import { NameField, PasswordField, withConfirmation } from './auth-schemas.ts';
import { setFlashMessage } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { canonicalEmail } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE } from './http-helpers.ts';
import { consumeToken, findToken, linkPagePath, revokeTokens, TokenField, tokenError } from './one-time-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { weakPassword, weakPasswordReasons } from './password-rules.ts';
import { consumeNetworkLimit } from './rate-limits.ts';
import { startSession } from './sessions.ts';

const INVITATION = { token: TokenField, email: z.string().max(320), name: NameField, password: PasswordField };
export const InvitationBody = z.strictObject(INVITATION);
const InvitationPost = withConfirmation(z.strictObject({ ...INVITATION, confirm: PasswordField }));
type Acceptance = z.output<typeof InvitationBody>;

export function invitationRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/invitations'), guard, async (c) => {
    const person = await acceptInvitation(c, deps, await readBody(c, InvitationBody));
    return c.json({ person }, 200, NO_STORE);
  });
  app.post(urls.invitation(), guard, (c) => {
    const work = async (fields: FormFields) => {
      const { confirm: _, ...acceptance } = parseBody(InvitationPost, fields);
      await acceptInvitation(c, deps, acceptance);
      setFlashMessage(c, 'registered');
      return urls.home();
    };
    return respondToForm(c, {
      renderForm: deps.renderForm,
      href: (fields) => linkPagePath(urls.invitation(), fields),
      keep: ['name', 'email'],
      work,
    });
  });
  return app;
}

/**
 * Creates the account of an invited person and signs them in, in one transaction. They get the invited role only if whoever invited
 * them still is an administrator, else that of a reader. An unconfirmed account with the address, which anyone may have registered, is taken over.
 * @throws AppError 410 `link_faded`, 400 `other_address`, 409 `has_account`, 422 `weak_password`, 429 `too_many`, 503 `busy`; the link
 * stays valid except after 410
 */
async function acceptInvitation(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, email: typed, name, password }: Acceptance,
): Promise<UserView> {
  await consumeNetworkLimit(deps.db, 'use a link', clientOf(c));
  const email = canonicalEmail(typed);
  const found = await findToken(deps.db, token, 'invitation');
  if (found === undefined) throw tokenError(410);
  if (found.email !== email) throw tokenError(400);
  const reasons = weakPasswordReasons(password, { name, email });
  if (reasons.length > 0) throw weakPassword(reasons);
  const passwordHash = await hashPassword(password);
  const { id, person } = await transact(deps.db, async (trx) => {
    // The inviter's role cannot change before this transaction ends.
    await lockAdministrators(trx);
    const role = await takeInvitation(trx, found.subject);
    const used = await consumeToken(trx, token, { purpose: 'invitation', email });
    if (role === undefined || 'problem' in used) throw tokenError(410);
    const userId = await insertConfirmedAccount(trx, { name, email, passwordHash, role });
    if (userId === undefined) throw new AppError(409, 'has_account', 'This address already has an account. Log in with it.');
    await audit(trx, { actor: userId, action: 'user.invitation-accepted', subject: { kind: 'user', id: userId }, details: { role } });
    return { id: userId, person: await startSession(c, { ...deps, db: trx }, userId) };
  });
  deps.log.info({ event: 'invitation_accepted', person: id }, 'Invitation accepted');
  return person;
}

/** Takes the invitation of a proven address, and returns the role that it gives; undefined for none. Lock the administrators first. */
export async function takeInvitationOf(trx: Db, email: string): Promise<Role | undefined> {
  const found = await trx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  await revokeTokens(trx, found.id);
  return takeInvitation(trx, found.id);
}

/** Deletes an invitation and returns the role that it gives now; undefined if it was revoked or used. */
async function takeInvitation(trx: Db, id: string): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    delete from invitations i using users inviter where i.id = ${id}::uuid and inviter.id = i.invited_by
    returning case when inviter.role = 'admin' and inviter.email_verified and inviter.disabled_at is null then i.role else 'user' end as role`.execute(
    trx,
  );
  return rows[0]?.role;
}

/** Password reset with a link by email: /api/v1/password-resets, and the forms at /forgot-password and /reset-password. */

import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { deleteCredentials, findAccount, lockUnverifiedAccount, writePassword } from './account-rows.ts';
import { PasswordField, withConfirmation } from './auth-schemas.ts';
import { setFlashMessage } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { AddressBody, canonicalEmail } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE } from './http-helpers.ts';
import { consumeToken, createEmailLink, findToken, issueToken, linkPagePath, TokenField, tokenError } from './one-time-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { weakPassword, weakPasswordReasons } from './password-rules.ts';
import { consumeNetworkLimit, withMailLimit } from './rate-limits.ts';
import { revokeAccess } from './sessions.ts';
import { simulateMail } from './timing-decoy.ts';

const RESET = { token: TokenField, email: z.string().max(320), password: PasswordField };
export const ResetBody = z.strictObject({ ...RESET, keepKeys: z.boolean().default(false) });
/** `keys`: the page has the checkbox `keepKeys`, and must have it again when it is rendered with errors. */
const KEYS = { keys: z.literal('1').optional(), keepKeys: z.literal('on').optional() };
const ResetPost = withConfirmation(z.strictObject({ ...RESET, ...KEYS, confirm: PasswordField })).transform(({ keepKeys, ...reset }) => ({
  ...reset,
  keepKeys: keepKeys === 'on',
}));

export function passwordResetRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const { renderForm } = deps;
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/password-resets'), guard, async (c) => {
    const { email } = await readBody(c, AddressBody);
    await requestPasswordReset(deps, email, clientOf(c));
    return c.json({}, 202, NO_STORE);
  });
  app.put(urls.api('/password-resets'), guard, async (c) => {
    await resetPassword(deps, await readBody(c, ResetBody), clientOf(c));
    return c.body(null, 204, NO_STORE);
  });
  app.post(urls.forgotPassword(), guard, (c) => {
    const work = async (fields: FormFields) => {
      await requestPasswordReset(deps, parseBody(AddressBody, fields).email, clientOf(c));
      return urls.forgotPasswordSent();
    };
    return respondToForm(c, { renderForm, href: urls.forgotPassword(), keep: ['email'], work });
  });
  app.post(urls.resetPassword(), guard, (c) => {
    const work = async (fields: FormFields) => {
      await resetPassword(deps, parseBody(ResetPost, fields), clientOf(c));
      setFlashMessage(c, 'password_changed');
      return urls.login();
    };
    return respondToForm(c, {
      renderForm,
      href: (fields) => linkPagePath(urls.resetPassword(), fields),
      keep: ['email', 'keepKeys'],
      work,
    });
  });
  return app;
}

type Deps = Pick<AccountDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log'>;

/**
 * Queues the email with the link. For unknown and disabled accounts it does the same work without sending anything.
 * @throws AppError 429 `too_many`
 */
async function requestPasswordReset(deps: Deps, email: string, client: string): Promise<void> {
  await consumeNetworkLimit(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, email);
  const name = account?.isVerified ? account.name : '';
  const mail = await renderPasswordResetEmail(deps, { name, email, hasApiKeys: account?.hasApiKeys });
  const isAllowed = await withMailLimit(deps.db, { kind: 'reset', email }, async () => {
    if (account === undefined || account.isDisabled) return simulateMail(deps.db, 'reset');
    await transact(deps.db, (trx) => mail.queue(trx, account.id));
  });
  if (!isAllowed) await simulateMail(deps.db, 'reset');
}

/** Renders the email, to be queued in the transaction that requests it. */
export async function renderPasswordResetEmail(
  deps: Pick<Deps, 'publicUrl' | 'renderEmail'>,
  { name, email, hasApiKeys }: { name: string; email: string; hasApiKeys?: boolean | undefined },
) {
  const { token, link } = createEmailLink(deps, urls.resetPassword(), { email, ...(hasApiKeys && { hasApiKeys }) });
  const mail = await deps.renderEmail({ kind: 'reset', name, link });
  return {
    async queue(trx: AccountDeps['db'], userId: string): Promise<void> {
      await issueToken(trx, { subject: userId, purpose: 'reset', email }, token);
      await queueEmail(trx, { to: email, template: 'reset', ...mail });
    },
  };
}

/**
 * Changes the password, revokes sessions, links and pending sign-ins, and notifies the owner, in one transaction. A second factor
 * stays on. API keys are revoked unless `keepKeys`, because whoever knew the old password may have created them.
 *
 * Also verifies the address: only its owner got the link, and a password that someone else chose for it is replaced.
 * @throws AppError 410 `link_faded`, 400 `other_address`, 422 `weak_password`, 429 `too_many`, 503 `busy`; the link stays valid
 * after 422, 429 and 503
 */
export async function resetPassword(
  deps: Deps,
  { token, email: typed, password, keepKeys }: { token: string; email: string; password: string; keepKeys: boolean },
  client: string,
): Promise<void> {
  const { db, publicUrl, renderEmail, log } = deps;
  await consumeNetworkLimit(db, 'use a link', client);
  const email = canonicalEmail(typed);
  const found = await findToken(db, token, 'reset');
  if (found === undefined) throw tokenError(410);
  if (found.email !== email) throw tokenError(400);
  const { name = '', isVerified = false, hasApiKeys = false } = (await findAccount(db, email)) ?? {};
  const reasons = weakPasswordReasons(password, { email, name });
  if (reasons.length > 0) throw weakPassword(reasons);
  const passwordHash = await hashPassword(password);
  const resetLink = `${publicUrl}${urls.forgotPassword()}`;
  const apiKeys = keepKeys ? ('kept' as const) : ('revoked' as const);
  // The name of an unverified account may be a stranger's.
  const mail = await renderEmail({ kind: 'password-changed', name: isVerified ? name : '', resetLink, ...(hasApiKeys && { apiKeys }) });
  await transact(db, async (trx) => {
    // Locks the profile first: a concurrent sign-in or verification waits, and its session is then revoked below.
    const { subject } = found;
    // An identity that someone else registered for the address must not open the account.
    if (await lockUnverifiedAccount(trx, { id: subject, email })) await deleteCredentials(trx, subject);
    const owner = await trx
      .updateTable('users')
      .set({ email_verified: true, updated_at: sql`now()` })
      .where('id', '=', subject)
      .where('email', '=', email)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (owner === undefined) throw tokenError(410);
    const used = await consumeToken(trx, token, { purpose: 'reset', email });
    if ('problem' in used) throw tokenError(used.problem);
    await writePassword(trx, subject, passwordHash);
    await revokeAccess(trx, subject);
    if (!keepKeys) await revokeKeysOf(trx, subject);
    await queueEmail(trx, { to: email, template: 'password-changed', ...mail });
  });
  log.info({ event: 'password_reset', person: found.subject }, 'Password reset');
}

/** Revokes all keys of a user after a password reset: whoever knew the old password may have created some. */
async function revokeKeysOf(trx: Db, userId: string): Promise<void> {
  const revoked = await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of revoked)
    await audit(trx, { actor: userId, action: 'key.revoked', subject: { kind: 'key', id }, details: { name, reason: 'password reset' } });
}

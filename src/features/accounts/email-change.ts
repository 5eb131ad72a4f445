/** Changing the email address: a link is sent to the new address, and opening it need not be signed in. */
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, isUniqueViolation } from '#src/platform/errors.ts';
import { invalid, parseBody, readFormOrJson } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { consume } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { INVALID_EMAIL } from './auth-schemas.ts';
import { setFlashMessage } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { canonicalEmail } from './email-address.ts';
import { createGuards, type SessionUser } from './guards.ts';
import { clientOf, type FormFields, NO_STORE } from './http-helpers.ts';
import { consumeToken, createEmailLink, findToken, issueToken, linkPagePath, tokenError } from './one-time-tokens.ts';
import { consumeNetworkLimit, tooManyAttempts, withMailLimit } from './rate-limits.ts';
import { revokeAccess } from './sessions.ts';

const LinkBody = z.strictObject({ token: z.string().min(1).max(200), email: z.string().min(1).max(1_000) });

/** PUT /api/v1/email-changes, and the form POST /change-email. */
export function emailChangeRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  const guards = createGuards(deps);
  const confirm = async (c: Context<AppEnv>, body: unknown) =>
    confirmEmailChange(deps, await guards.find(c), parseBody(LinkBody, body), clientOf(c));

  app.put(urls.api('/email-changes'), guard, async (c) => {
    await confirm(c, await readFormOrJson(c));
    return c.body(null, 204, NO_STORE);
  });
  app.post(urls.changeEmail(), guard, (c) => {
    const work = async (fields: FormFields) => {
      await confirm(c, fields);
      setFlashMessage(c, 'email_changed');
      return urls.settings();
    };
    return respondToForm(c, { renderForm: deps.renderForm, href: (fields) => linkPagePath(urls.changeEmail(), fields), keep: [], work });
  });
  return app;
}

/** Emails that a user can send to other addresses. */
const REQUESTS = { points: 5, windowSeconds: 60 * 60 };

/**
 * Returns the new address in its canonical form.
 * @throws AppError 422 `invalid` when it is not an address, or is the current one
 */
export function parseNewEmail(text: string, person: SessionUser): string {
  const email = parseEmailAddress(canonicalEmail(text));
  if (email === undefined) throw invalid({ email: [INVALID_EMAIL] });
  if (email === person.email) throw invalid({ email: ['This is already your email address'] });
  return email;
}

/**
 * Sends a link to the new address. Neither the response nor the account reveals whether the address has an account: its owner gets
 * another email, and the stored token is sent to nobody. `email`: from `parseNewEmail`.
 * @throws AppError 429 `too_many` after five emails in an hour by the user or to the address
 */
export async function requestEmailChange({ db, publicUrl, renderEmail }: AccountDeps, person: SessionUser, email: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(db, `change-email ${person.id}`, REQUESTS);
  if (!isAllowed) throw tooManyAttempts(retryAfterSeconds);
  const owner = await db
    .selectFrom('users')
    .select('name')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  const { token, link } = createEmailLink({ publicUrl }, urls.changeEmail(), { email });
  const links = { loginLink: `${publicUrl}${urls.login()}`, resetLink: `${publicUrl}${urls.forgotPassword()}` };
  const kind = owner === undefined ? 'change-email' : 'already-registered';
  const mail = await renderEmail(
    owner === undefined ? { kind: 'change-email', link } : { kind: 'already-registered', name: owner.name, ...links },
  );
  const isQueued = await withMailLimit(db, { kind: 'change-email', email }, () =>
    transact(db, async (trx) => {
      await issueToken(trx, { subject: person.id, purpose: 'change_email', email }, token);
      await queueEmail(trx, { to: email, template: kind, ...mail });
    }),
  );
  if (!isQueued) throw tooManyAttempts(REQUESTS.windowSeconds);
}

/**
 * Changes the address of the account of a token. Ends all its sessions except that of `user`, who opened the link, revokes all
 * other links, and notifies the old address.
 * @throws AppError 410 `link_faded`, 400 `other_address`, 429 `too_many`, 409 `email_taken` when the address has an account by now
 */
async function confirmEmailChange(
  deps: AccountDeps,
  user: SessionUser | null,
  { token, email: typed }: { token: string; email: string },
  client: string,
): Promise<void> {
  const { db, publicUrl, renderEmail, log } = deps;
  await consumeNetworkLimit(db, 'use a link', client);
  const email = canonicalEmail(typed);
  const owner = await findOwner(db, token);
  if (owner === undefined) throw tokenError(410);
  const kind = 'email-changed';
  const mail = await renderEmail({ kind, name: owner.name, newEmail: email, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  await transact(db, async (trx) => {
    const used = await consumeToken(trx, token, { purpose: 'change_email', email });
    if ('problem' in used) throw tokenError(used.problem);
    await setEmail(trx, owner.id, email);
    await revokeAccess(trx, owner.id, user?.sessionId);
    await queueEmail(trx, { to: owner.email, template: kind, ...mail });
  }).catch((error) => {
    // The address was registered after the check.
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  log.info({ event: 'email_changed', account: owner.id }, 'Email address changed');
}

async function findOwner(db: Db, token: string) {
  const binding = await findToken(db, token, 'change_email');
  if (binding === undefined) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', binding.subject)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Deletes an unverified account with the new address: the link proves that the user reads its email. */
async function setEmail(trx: Db, userId: string, email: string): Promise<void> {
  await trx.deleteFrom('users').where('email', '=', email).where('email_verified', '=', false).execute();
  const taken = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (taken !== undefined) throw emailTaken();
  await trx.updateTable('users').set({ email, updated_at: sql`now()` }).where('id', '=', userId).execute();
}

function emailTaken(): AppError {
  return new AppError(409, 'email_taken', 'This address now has an account of its own.');
}

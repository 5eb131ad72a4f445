/** Confirmation of an email address with the link of an email: POST /api/v1/verifications, and the form at /verify. */
import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { UserView } from '#src/api-client/current-user.ts';
import { transact } from '#src/platform/db/transact.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { findAccount } from './account-rows.ts';
import { NextField } from './auth-schemas.ts';
import { setFlashMessage } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { canonicalEmail } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE } from './http-helpers.ts';
import { consumeToken, findToken, linkPagePath, TokenField, tokenError } from './one-time-tokens.ts';
import { renderPasswordResetEmail } from './password-reset.ts';
import { consumeNetworkLimit } from './rate-limits.ts';
import { safeRedirect } from './safe-redirect.ts';
import { startSession } from './sessions.ts';

export const VerificationBody = z.strictObject({ token: TokenField, email: z.string().max(320), next: NextField });

export function verificationRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/verifications'), guard, async (c) => {
    const { token, email } = await readBody(c, VerificationBody);
    const person = await verifyAddress(c, deps, { token, email, client: clientOf(c) });
    return c.json({ person }, 200, NO_STORE);
  });
  app.post(urls.verify(), guard, (c) => {
    const work = async (fields: FormFields) => {
      const { token, email, next } = parseBody(VerificationBody, fields);
      await verifyAddress(c, deps, { token, email, client: clientOf(c) });
      setFlashMessage(c, 'registered');
      return safeRedirect(next);
    };
    return respondToForm(c, {
      renderForm: deps.renderForm,
      href: (fields) => linkPagePath(urls.verify(), fields),
      keep: ['email', 'next'],
      work,
    });
  });
  return app;
}

/**
 * Confirms an address with the token of an email and signs its owner in, in one transaction. A link for a verified account fails,
 * because the account may have a second factor by now. If the account has neither password nor identity left (see
 * `notifyAddressOwner`), an email to choose a password is sent.
 * @throws AppError 410 `link_faded`, 400 `other_address`, 429 `too_many`
 */
export async function verifyAddress(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, email: typed, client }: { token: string; email: string; client: string },
): Promise<UserView> {
  await consumeNetworkLimit(deps.db, 'use a link', client);
  const email = canonicalEmail(typed);
  const found = await findToken(deps.db, token, 'verify');
  if (found === undefined) throw tokenError(410);
  if (found.email !== email) throw tokenError(400);
  const resetEmail = await renderPasswordResetEmail(deps, { name: '', email });
  const person = await transact(deps.db, async (trx) => {
    const owner = await trx
      .updateTable('users')
      .set({ email_verified: true, updated_at: sql`now()` })
      .where('id', '=', found.subject)
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (owner === undefined) throw tokenError(410);
    const used = await consumeToken(trx, token, { purpose: 'verify', email });
    if ('problem' in used) throw tokenError(used.problem);
    const account = await findAccount(trx, email);
    if (account?.passwordHash === undefined && account?.hasIdentity !== true) await resetEmail.queue(trx, owner.id);
    return startSession(c, { ...deps, db: trx }, owner.id);
  });
  deps.log.info({ event: 'address_verified', person: found.subject }, 'Email address confirmed');
  return person;
}

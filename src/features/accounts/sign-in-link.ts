/** Sign-in with a link by email: POST /api/v1/sign-in-links, POST /api/v1/session/link, and the forms at /login/link. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { findAccount } from './account-rows.ts';
import { NextField } from './auth-schemas.ts';
import type { SessionAnswer } from './contract.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { AddressBody, AddressField } from './email-address.ts';
import { clientOf, type FormFields, NO_STORE, redirectAfterSignIn } from './http-helpers.ts';
import { consumeToken, createEmailLink, issueToken, linkPagePath, TokenField, tokenError } from './one-time-tokens.ts';
import { consumeNetworkLimit, withMailLimit } from './rate-limits.ts';
import { startSecondFactorChallenge } from './second-factor.ts';
import { startSession } from './sessions.ts';
import { logSignIn, logSignInFailure } from './sign-in-log.ts';
import { simulateMail } from './timing-decoy.ts';

export const LinkBody = z.strictObject({ token: TokenField, email: AddressField, next: NextField });

export function linkSignInRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.post(urls.api('/sign-in-links'), guard, async (c) => {
    await sendSignInLink(deps, await readBody(c, AddressBody), clientOf(c));
    return c.json({}, 202, NO_STORE);
  });
  app.post(urls.api('/session/link'), guard, async (c) =>
    c.json(await signInWithLink(c, deps, await readBody(c, LinkBody)), 200, NO_STORE),
  );
  app.post(urls.loginLink(), guard, (c) => {
    const work = async (fields: FormFields) => {
      if (fields.token === undefined) {
        await sendSignInLink(deps, parseBody(AddressBody, fields), clientOf(c));
        return urls.loginLinkSent();
      }
      const body = parseBody(LinkBody, fields);
      return redirectAfterSignIn(c, await signInWithLink(c, deps, body), body.next, 'welcome_back');
    };
    return respondToForm(c, {
      renderForm: deps.renderForm,
      href: (fields) => linkPagePath(urls.loginLink(), fields),
      keep: ['email', 'next'],
      work,
    });
  });
  return app;
}

/**
 * Queues the email if a verified account has the address. Otherwise does the same work without sending anything.
 * `email`: canonical.
 * @throws AppError 429 when the network requests too many emails
 */
async function sendSignInLink(
  deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'renderEmail'>,
  { email, next }: { email: string; next?: string | undefined },
  client: string,
): Promise<void> {
  await consumeNetworkLimit(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, email);
  const { token, link } = createEmailLink(deps, urls.loginLink(), { email, next });
  const mail = await deps.renderEmail({ kind: 'sign-in', name: account?.name ?? '', link });
  const isAllowed = await withMailLimit(deps.db, { kind: 'sign-in', email }, async () => {
    if (account === undefined || account.isDisabled || !account.isVerified) return simulateMail(deps.db, 'sign_in');
    await transact(deps.db, async (trx) => {
      await issueToken(trx, { subject: account.id, purpose: 'sign_in', email }, token);
      await queueEmail(trx, { to: email, template: 'sign-in', ...mail });
    });
  });
  if (!isAllowed) await simulateMail(deps.db, 'sign_in');
}

/**
 * Signs in with the token of a link, or starts a second-factor challenge. `email`: canonical.
 * @throws AppError 410 `link_faded`, 400 `other_address`, 429 `too_many`
 */
async function signInWithLink(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, email }: { token: string; email: string },
): Promise<SessionAnswer> {
  await consumeNetworkLimit(deps.db, 'use a link', clientOf(c));
  const { account, person } = await transact(deps.db, async (trx) => {
    const used = await consumeToken(trx, token, { purpose: 'sign_in', email });
    if ('problem' in used) throw tokenError(used.problem);
    const found = await findAccount(trx, email);
    if (found?.id !== used.binding.subject || found.isDisabled || !found.isVerified) throw tokenError(410);
    // A challenge starts after the commit, because it uses other connections.
    return { account: found, person: found.hasSecondFactor ? undefined : await startSession(c, { ...deps, db: trx }, found.id) };
  }).catch((error) => {
    if (error instanceof AppError) logSignInFailure(c, deps, { reason: error.code, way: 'link', email });
    throw error;
  });
  if (person === undefined) {
    await startSecondFactorChallenge(c, deps, account, 'link');
    return { secondFactor: true };
  }
  logSignIn(c, deps, account.id, 'link');
  return { person };
}

/** Sign-in by a link that was mailed: for who has forgotten the password, or wants none. */
import type { Context } from 'hono';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { takeNetworkTurn, withMailTurn } from './account-limits.ts';
import { makeLink } from './account-links.ts';
import { findAccount } from './account-rows.ts';
import type { SessionAnswer } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { issueToken, spendToken } from './one-time-tokens.ts';
import { rehearseMail } from './rehearsal.ts';
import { askSecondFactor } from './second-factor.ts';
import { logRefusal, logSignIn } from './sign-in-log.ts';
import { startSession } from './start-session.ts';
import { tokenRefusal } from './token-refusal.ts';

/**
 * Queues the mail, when a verified account has the address; else the same work is done as far as can be, and nothing goes out.
 * `email`: canonical. Throws 429 when the network asks too often.
 */
export async function sendSignInLink(
  deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'renderMail'>,
  { email, next }: { email: string; next?: string | undefined },
  client: string,
): Promise<void> {
  await takeNetworkTurn(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, email);
  const { token, link } = makeLink(deps, urls.loginLink(), { email, next });
  const mail = await deps.renderMail({ kind: 'sign-in', name: account?.name ?? '', link });
  const isAllowed = await withMailTurn(deps.db, { kind: 'sign-in', email }, async () => {
    if (account === undefined || account.isDisabled || !account.isVerified) return rehearseMail(deps.db, 'sign_in');
    await transact(deps.db, async (trx) => {
      await issueToken(trx, { subject: account.id, purpose: 'sign_in', email }, token);
      await queueMail(trx, { to: email, template: 'sign-in', ...mail });
    });
  });
  if (!isAllowed) await rehearseMail(deps.db, 'sign_in');
}

/**
 * Signs in by the token of the mail, or asks for the second factor: the mailbox is the first one. `email`: canonical. Throws 410
 * or 400 for the link, and 429.
 */
export async function signInWithLink(
  c: Context<AppEnv>,
  deps: AccountDeps,
  { token, email }: { token: string; email: string },
): Promise<SessionAnswer> {
  await takeNetworkTurn(deps.db, 'use a link', exchangeOf(c).clientAddress());
  const { account, person } = await transact(deps.db, async (trx) => {
    const used = await spendToken(trx, token, { purpose: 'sign_in', email });
    if ('problem' in used) throw tokenRefusal(used.problem);
    const found = await findAccount(trx, email);
    if (found?.id !== used.binding.subject || found.isDisabled || !found.isVerified) throw tokenRefusal(410);
    // A challenge comes after the commit: it is counted and made over other connections.
    return { account: found, person: found.hasSecondFactor ? undefined : await startSession(c, { ...deps, db: trx }, found.id) };
  }).catch((error) => {
    if (error instanceof AppError) logRefusal(c, deps, { reason: error.code, way: 'link', email });
    throw error;
  });
  if (person === undefined) {
    await askSecondFactor(c, deps, account, 'link');
    return { secondFactor: true };
  }
  logSignIn(c, deps, account.id, 'link');
  return { person };
}

/** A new password for those who have forgotten theirs, proven by a mail. */
import { sql } from 'kysely';
import { revokeKeysOf } from '#src/features/api-keys/api-keys.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { takeNetworkTurn, withMailTurn } from './account-limits.ts';
import { makeLink } from './account-links.ts';
import { findAccount, writePassword } from './account-rows.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { AccountDeps } from './deps.ts';
import { endAccess } from './end-access.ts';
import { weakPassword } from './new-password.ts';
import { findToken, issueToken, spendToken } from './one-time-tokens.ts';
import { weakPasswordReasons } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { rehearseMail } from './rehearsal.ts';
import { tokenRefusal } from './token-refusal.ts';
import type { MailDeps } from './verification-mails.ts';

/** Queues the mail with the link. Unknown and disabled accounts: the same work, and no mail. Throws 429. */
export async function askForReset(deps: MailDeps, email: string, client: string): Promise<void> {
  await takeNetworkTurn(deps.db, 'ask for a mail', client);
  const account = await findAccount(deps.db, email);
  const draft = await drawReset(deps, { name: account?.isVerified ? account.name : '', email, hasApiKeys: account?.hasApiKeys });
  const isAllowed = await withMailTurn(deps.db, { kind: 'reset', email }, async () => {
    if (account === undefined || account.isDisabled) return rehearseMail(deps.db, 'reset');
    await transact(deps.db, (trx) => draft.queue(trx, account.id));
  });
  if (!isAllowed) await rehearseMail(deps.db, 'reset');
}

/** Draws the mail, to be queued in the transaction that asks for it. */
export async function drawReset(
  deps: Pick<MailDeps, 'publicUrl' | 'renderMail'>,
  { name, email, hasApiKeys }: { name: string; email: string; hasApiKeys?: boolean | undefined },
) {
  const { token, link } = makeLink(deps, urls.resetPassword(), { email, ...(hasApiKeys && { hasApiKeys }) });
  const mail = await deps.renderMail({ kind: 'reset', name, link });
  return {
    async queue(trx: AccountDeps['db'], userId: string): Promise<void> {
      await issueToken(trx, { subject: userId, purpose: 'reset', email }, token);
      await queueMail(trx, { to: email, template: 'reset', ...mail });
    },
  };
}

/**
 * Changes the password, ends all sessions, links and sign-ins that wait for a code, and tells the owner, at once or not at all. A second factor
 * stays on. API keys are revoked unless `keepKeys`: whoever knew the old password may have made them.
 *
 * An address that was not verified is verified by this: the link went to it and to nobody else, and a password that someone else
 * may have chosen for it goes in the same moment.
 *
 * Throws 410 or 400 for the link, 422 `weak_password`, 429, and 503 when too many passwords wait; then the link stays good.
 */
export async function resetPassword(
  deps: MailDeps,
  { token, email: typed, password, keepKeys }: { token: string; email: string; password: string; keepKeys: boolean },
  client: string,
): Promise<void> {
  const { db, publicUrl, renderMail, log } = deps;
  await takeNetworkTurn(db, 'use a link', client);
  const email = canonicalEmail(typed);
  const found = await findToken(db, token, 'reset');
  if (found === undefined) throw tokenRefusal(410);
  if (found.email !== email) throw tokenRefusal(400);
  const { name = '', isVerified = false, hasApiKeys = false } = (await findAccount(db, email)) ?? {};
  const reasons = weakPasswordReasons(password, { email, name });
  if (reasons.length > 0) throw weakPassword(reasons);
  const passwordHash = await hashPassword(password);
  const about = {
    resetLink: `${publicUrl}${urls.forgotPassword()}`,
    ...(hasApiKeys && ({ apiKeys: keepKeys ? 'kept' : 'revoked' } as const)),
  };
  // Of an address that nobody has confirmed the name may be anyone's.
  const mail = await renderMail({ kind: 'password-changed', name: isVerified ? name : '', ...about });
  await transact(db, async (trx) => {
    // The row first: who signs in or verifies at the same time waits for it, and is then found by what follows.
    const { subject } = found;
    const owner = await trx
      .updateTable('profiles')
      .set({ email_verified: true, updated_at: sql`now()` })
      .where('id', '=', subject)
      .where('email', '=', email)
      .where('disabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (owner === undefined) throw tokenRefusal(410);
    const used = await spendToken(trx, token, { purpose: 'reset', email });
    if ('problem' in used) throw tokenRefusal(used.problem);
    await writePassword(trx, subject, passwordHash);
    await endAccess(trx, subject);
    if (!keepKeys) await revokeKeysOf(trx, subject);
    await queueMail(trx, { to: email, template: 'password-changed', ...mail });
  });
  log.info({ event: 'password_reset', person: found.subject }, 'A password was set by a mail');
}

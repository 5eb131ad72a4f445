/** Emails that ask the owner of an address to confirm it, or say that it already has an account. */
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { type Account, deletePassword, lockUnverifiedAccount } from './account-rows.ts';
import type { AccountDeps } from './deps.ts';
import { createEmailLink, issueToken } from './one-time-tokens.ts';
import { withMailLimit } from './rate-limits.ts';
import { simulateMail } from './timing-decoy.ts';

export type MailDeps = Pick<AccountDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log'>;
/** `next`: where to go after confirming the address. */
type Recipient = { email: string; next?: string | undefined };

/** Renders the confirmation email. Queue it in the transaction that creates or locks the account. */
export async function renderVerificationEmail(deps: MailDeps, { email, next }: Recipient) {
  const { token, link } = createEmailLink(deps, urls.verify(), { email, next });
  const mail = await deps.renderEmail({ kind: 'verify', link });
  return {
    async queue(trx: AccountDeps['db'], userId: string): Promise<void> {
      await issueToken(trx, { subject: userId, purpose: 'verify', email }, token);
      await queueEmail(trx, { to: email, template: 'verify', ...mail });
    },
  };
}

/** Sends the confirmation email again. Without an unverified account it does the same work without sending anything. */
export async function resendVerificationEmail(deps: MailDeps, account: Account | undefined, { email, next }: Recipient): Promise<void> {
  const mail = await renderVerificationEmail(deps, { email, next });
  const isAllowed = await withMailLimit(deps.db, { kind: 'verify', email }, async () => {
    if (account === undefined) return simulateMail(deps.db, 'verify');
    await transact(deps.db, async (trx) => {
      if (await lockUnverifiedAccount(trx, account)) await mail.queue(trx, account.id);
    });
  });
  if (!isAllowed) await simulateMail(deps.db, 'verify');
}

/**
 * Notifies the owner of an address by email that someone tried to register with it. The client learns nothing.
 *
 * The owner of an unverified account is unknown: either registration may be a stranger's who hopes that the owner confirms the
 * stranger's password. If two different passwords were chosen for an address, both are discarded. The owner then confirms the
 * address, is signed in, and gets an email to choose a password (`verifyAddress`).
 */
export async function notifyAddressOwner(
  deps: MailDeps,
  account: Account,
  { email, next, isSamePassword }: { email: string; next?: string | undefined; isSamePassword: boolean },
): Promise<void> {
  if (account.isVerified) return sendAlreadyRegistered(deps, account);
  if (!isSamePassword) {
    await transact(deps.db, async (trx) => {
      if (await lockUnverifiedAccount(trx, account)) await deletePassword(trx, account.id);
    });
  }
  await resendVerificationEmail(deps, account, { email, next });
}

async function sendAlreadyRegistered({ db, publicUrl, renderEmail }: MailDeps, { name, email, isDisabled }: Account): Promise<void> {
  const links = { loginLink: `${publicUrl}${urls.login()}`, resetLink: `${publicUrl}${urls.forgotPassword()}` };
  const mail = await renderEmail({ kind: 'already-registered', name, ...links });
  const isAllowed = await withMailLimit(db, { kind: 'already-registered', email }, async () => {
    if (isDisabled) return simulateMail(db);
    await transact(db, async (trx) => {
      await queueEmail(trx, { to: email, template: 'already-registered', ...mail });
    });
  });
  if (!isAllowed) await simulateMail(db);
}

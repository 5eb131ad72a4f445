/** Emails that ask the owner of an address to confirm it, or say that it already has an account. */
import { transact } from '#src/platform/db/transact.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import { type Account, lockUnverifiedAccount } from './account-rows.ts';
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

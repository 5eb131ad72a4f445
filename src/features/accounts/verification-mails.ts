/** Mails that ask the owner of an address to confirm it, or tell of an account that is there already. */
import { transact } from '#src/platform/db/transact.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { withMailTurn } from './account-limits.ts';
import { makeLink } from './account-links.ts';
import { type Account, dropPassword, lockUnverified } from './account-rows.ts';
import type { AccountDeps } from './deps.ts';
import { issueToken } from './one-time-tokens.ts';
import { rehearseMail } from './rehearsal.ts';

export type MailDeps = Pick<AccountDeps, 'db' | 'publicUrl' | 'renderMail' | 'log'>;
/** `next`: where to go when the address has been confirmed. */
type Recipient = { email: string; next?: string | undefined };

/** Draws the mail, for `queueVerification` to queue in the transaction that makes the account or finds it waiting. */
export async function drawVerification(deps: MailDeps, { email, next }: Recipient) {
  const { token, link } = makeLink(deps, urls.verify(), { email, next });
  const mail = await deps.renderMail({ kind: 'verify', link });
  return {
    async queue(trx: AccountDeps['db'], userId: string): Promise<void> {
      await issueToken(trx, { subject: userId, purpose: 'verify', email }, token);
      await queueMail(trx, { to: email, template: 'verify', ...mail });
    },
  };
}

/** Asks once more. Without an account that waits for it, the same work is done, and nothing goes out. */
export async function askAgain(deps: MailDeps, account: Account | undefined, { email, next }: Recipient): Promise<void> {
  const mail = await drawVerification(deps, { email, next });
  const isAllowed = await withMailTurn(deps.db, { kind: 'verify', email }, async () => {
    if (account === undefined) return rehearseMail(deps.db, 'verify');
    await transact(deps.db, async (trx) => {
      if (await lockUnverified(trx, account)) await mail.queue(trx, account.id);
    });
  });
  if (!isAllowed) await rehearseMail(deps.db, 'verify');
}

/**
 * Someone chooses an address that has an account. Its owner is told by mail, whoever asks is not.
 *
 * Of an account that is not verified nobody knows whose it is: whoever came first may be a stranger who waits for the owner to
 * confirm a password that is the stranger's; whoever comes second may be the stranger instead. So when two passwords were chosen
 * for one address neither is kept, nor does the name change. The owner confirms the address, is signed in, and chooses a password
 * by a mail that comes then (verification.ts).
 */
export async function tellOwner(
  deps: MailDeps,
  account: Account,
  { email, next, isSamePassword }: { email: string; next?: string | undefined; isSamePassword: boolean },
): Promise<void> {
  if (account.isVerified) return tellRegistered(deps, account);
  if (!isSamePassword) {
    await transact(deps.db, async (trx) => {
      if (await lockUnverified(trx, account)) await dropPassword(trx, account.id);
    });
  }
  await askAgain(deps, account, { email, next });
}

async function tellRegistered({ db, publicUrl, renderMail }: MailDeps, { name, email, isDisabled }: Account): Promise<void> {
  const links = { loginLink: `${publicUrl}${urls.login()}`, resetLink: `${publicUrl}${urls.forgotPassword()}` };
  const mail = await renderMail({ kind: 'already-registered', name, ...links });
  const isAllowed = await withMailTurn(db, { kind: 'already-registered', email }, async () => {
    if (isDisabled) return rehearseMail(db);
    await transact(db, async (trx) => {
      await queueMail(trx, { to: email, template: 'already-registered', ...mail });
    });
  });
  if (!isAllowed) await rehearseMail(db);
}

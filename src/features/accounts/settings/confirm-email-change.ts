import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, isUniqueViolation } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { takeNetworkTurn } from '../account-limits.ts';
import { canonicalEmail } from '../canonical-email.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { endAccess } from '../end-access.ts';
import { findToken, spendToken } from '../one-time-tokens.ts';
import { tokenRefusal } from '../token-refusal.ts';

type Given = { token: string; email: string };

/**
 * Changes the address of the account that a token belongs to. All its sessions end but that of `asking`, who presses the button,
 * and all other links in mails; the old address is told. Throws 410 `link_faded` for a token that is used, expired or burnt,
 * 400 `other_address` for one of another address, 429, 409 `email_taken` when the address has got an account of its own meanwhile.
 */
export async function confirmEmailChange(deps: AccountDeps, asking: Person | null, given: Given, client: string): Promise<void> {
  const { db, publicUrl, renderMail, log } = deps;
  await takeNetworkTurn(db, 'use a link', client);
  const email = canonicalEmail(given.email);
  const owner = await findOwner(db, given.token);
  if (owner === undefined) throw tokenRefusal(410);
  const kind = 'email-changed';
  const mail = await renderMail({ kind, name: owner.name, newEmail: email, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  await transact(db, async (trx) => {
    const used = await spendToken(trx, given.token, { purpose: 'change_email', email });
    if ('problem' in used) throw tokenRefusal(used.problem);
    await moveTo(trx, owner.id, email);
    await endAccess(trx, owner.id, asking?.sessionId);
    await queueMail(trx, { to: owner.email, template: kind, ...mail });
  }).catch((error) => {
    // Somebody else has got the address between the look at it and the write.
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  log.info({ event: 'email_changed', account: owner.id }, 'Someone confirmed another address');
}

async function findOwner(db: Db, token: string) {
  const binding = await findToken(db, token, 'change_email');
  if (binding === undefined) return undefined;
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'email'])
    .where('id', '=', binding.subject)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Who holds the link reads the mails of the address: an account that was made with it and never verified makes room. */
async function moveTo(trx: Db, userId: string, email: string): Promise<void> {
  await trx.deleteFrom('profiles').where('email', '=', email).where('email_verified', '=', false).execute();
  const taken = await trx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst();
  if (taken !== undefined) throw emailTaken();
  await trx.updateTable('profiles').set({ email, updated_at: sql`now()` }).where('id', '=', userId).execute();
}

function emailTaken(): AppError {
  return new AppError(409, 'email_taken', 'This address has an account of its own now.');
}

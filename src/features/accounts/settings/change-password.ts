import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { burnTokens } from '../one-time-tokens.ts';
import { weakPasswordReasons } from '../password-rules.ts';
import { hashPassword } from '../passwords.ts';
import { endOtherSessions } from './account-devices.ts';
import { type Confirmed, holdPassword } from './confirm-password.ts';

/** Throws 422 `weak_password` with the reasons. Asked before the current password is looked at: it costs no try. */
export function refuseWeakPassword(password: string, person: Person): void {
  const reasons = weakPasswordReasons(password, person);
  if (reasons[0] !== undefined) throw new AppError(422, 'weak_password', reasons[0], { fields: { password: reasons } });
}

/**
 * Gives the person another password. All other sessions and all links in mails end with the old one, and the owner is told by mail.
 * Throws 403 `wrong_password` when the password has been changed since it was confirmed, and 503 `busy`.
 */
export async function changePassword(deps: AccountDeps, person: Person, confirmed: Confirmed, password: string): Promise<void> {
  const { db, publicUrl, renderMail } = deps;
  const kind = 'password-changed';
  const mail = await renderMail({ kind, name: person.name, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  const hash = await hashPassword(password);
  await transact(db, async (trx) => {
    await holdPassword(trx, person, confirmed);
    await writePassword(trx, person.id, hash);
    await endOtherSessions(trx, person);
    await burnTokens(trx, person.id);
    await queueMail(trx, { to: person.email, template: kind, ...mail });
  });
}

/** There is no row yet where the account had no password. */
async function writePassword(trx: Db, userId: string, hash: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('credentials')
    .set({ password: hash, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await trx.insertInto('credentials').values({ user_id: userId, provider_id: 'credential', account_id: userId, password: hash }).execute();
}

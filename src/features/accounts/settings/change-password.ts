import type { Context } from 'hono';
import { transact } from '#src/platform/db/transact.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { urls } from '#src/urls.ts';
import { writePassword } from '../account-rows.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { endAccess } from '../end-access.ts';
import { weakPassword } from '../new-password.ts';
import { weakPasswordReasons } from '../password-rules.ts';
import { hashPassword } from '../passwords.ts';
import { startSession } from '../start-session.ts';
import { type Confirmed, holdPassword } from './confirm-password.ts';

/** Throws 422 `weak_password` with the reasons. Asked before the current password is looked at: it costs no try. */
export function refuseWeakPassword(password: string, person: Person): void {
  const reasons = weakPasswordReasons(password, person);
  if (reasons.length > 0) throw weakPassword(reasons);
}

/**
 * Gives the person another password. All sessions and all links in mails end with the old one, and the owner is told by mail; the
 * session that asks gets another token.
 * Throws 403 `wrong_password` when the password has been changed since it was confirmed, and 503 `busy`.
 */
export async function changePassword(
  c: Context<AppEnv>,
  deps: AccountDeps,
  person: Person,
  confirmed: Confirmed,
  password: string,
): Promise<void> {
  const { db, publicUrl, renderMail } = deps;
  const kind = 'password-changed';
  const mail = await renderMail({ kind, name: person.name, resetLink: `${publicUrl}${urls.forgotPassword()}` });
  const hash = await hashPassword(password);
  await transact(db, async (trx) => {
    await holdPassword(trx, person, confirmed);
    await writePassword(trx, person.id, hash);
    await endAccess(trx, person.id);
    await startSession(c, { ...deps, db: trx }, person.id);
    await queueMail(trx, { to: person.email, template: kind, ...mail });
  });
}

import { sql } from 'kysely';
import { forgetWriter } from '#src/features/contact/contact.ts';
import { forgetAddress } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { keepAnAdministrator } from '../last-administrator.ts';
import { type Confirmed, holdPassword } from './confirm-password.ts';

/**
 * Deletes an account with all that is the person's: by foreign keys what hangs on the profile, by hand what knows the id or the
 * address otherwise. One mail says goodbye; it is all that knows the address still, and goes when it has been sent. Throws 409
 * `last_admin` for the last administrator, 403 `wrong_password` when the password has been changed since it was confirmed.
 */
export async function deleteAccount({ db, renderMail }: AccountDeps, person: Person, confirmed: Confirmed): Promise<void> {
  const kind = 'account-deleted';
  const mail = await renderMail({ kind, name: person.name });
  await transact(db, async (trx) => {
    await keepAnAdministrator(trx, person.id);
    await holdPassword(trx, person, confirmed);
    await forget(trx, person);
    await trx.deleteFrom('profiles').where('id', '=', person.id).execute();
    await queueMail(trx, { to: person.email, template: kind, ...mail });
  });
}

/** What no foreign key reaches. */
async function forget(trx: Db, { id, email }: Person): Promise<void> {
  await forgetAddress(trx, id);
  await forgetWriter(trx, email);
  await trx
    .deleteFrom('one_time_tokens')
    .where(({ or, eb }) => or([eb('subject', '=', id), eb('email', '=', email)]))
    .execute();
  await trx.deleteFrom('verifications').where('value', 'like', `%${id}%`).execute();
  await trx.deleteFrom('mails').where(sql`lower(to_address)`, '=', email).execute();
}

import type { Db } from '#src/platform/db/db.ts';
import { burnTokens } from './one-time-tokens.ts';

/** Ends everything that was opened by an old password: sessions, links of mails, and sign-ins that wait for their second factor. */
export async function endAccess(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  // better-auth keeps the account of such a sign-in as the value of its challenge.
  await trx.deleteFrom('verifications').where('value', '=', userId).execute();
  await burnTokens(trx, userId);
}

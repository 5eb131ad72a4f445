import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { burnTokens } from './one-time-tokens.ts';

/**
 * Ends everything that has been opened for an account: sessions, but for `keptSession`, links of mails, and sign-ins that wait for
 * their second factor. Returns how many sessions ended.
 */
export async function endAccess(trx: Db, userId: string, keptSession?: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id is distinct from ${keptSession ?? null}`)
    .executeTakeFirst();
  // better-auth keeps the account of such a sign-in as the value of its challenge.
  await trx.deleteFrom('verifications').where('value', '=', userId).execute();
  await burnTokens(trx, userId);
  return Number(numDeletedRows);
}

/** Addresses to which no letter goes. Only their hashes are kept: they are asked for, never read. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** `bounce`: nobody is there. `complaint`: a letter was called unwanted. */
export type SuppressionReason = 'bounce' | 'complaint';

/** Keeps letters away from an address until its owner says yes again. A complaint outweighs a bounce. */
export async function suppress(trx: Db, address: string, reason: SuppressionReason): Promise<void> {
  await trx
    .insertInto('newsletter_suppressions')
    .values({ address_hash: hashOfAddress(address), reason })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ reason, created_at: sql`now()` }).where(sql<boolean>`excluded.reason = 'complaint'`),
    )
    .execute();
}

/** The owner of the address wants the letter again. */
export async function endSuppression(trx: Db, address: string): Promise<void> {
  await trx.deleteFrom('newsletter_suppressions').where('address_hash', '=', hashOfAddress(address)).execute();
}

/** SHA-256 of an address as it is stored, in small letters. */
function hashOfAddress(address: string): Buffer {
  return createHash('sha256').update(address.trim().toLowerCase()).digest();
}

/** What comes back to the address of our letters, carried out. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { unsubscribe } from '../preferences.ts';
import { suppress } from '../suppressions.ts';
import { type Incoming, readIncoming } from './read-incoming.ts';

/**
 * RFC 3463, as far as it speaks of who lives there: the address, the mailbox, the host. And 5.0.0, which relays write for a refusal without
 * a status. All others speak of a full mailbox, of the letter or of us, and the next letter may arrive.
 */
const OF_THE_ADDRESS = /^5\.(?:0\.0|1\.(?:0|1|2|3|6|10)|2\.[01]|4\.[14])$/;

/** `ignored`: no business of ours, or of nobody who is known. */
export type Taken = 'bounced' | 'refused' | 'complained' | 'unsubscribed' | 'ignored';

/**
 * Takes one message. A letter that came back for good is settled as failed, and no other goes to its address; where it was refused for
 * what it is or what we are, and not for who lives there, the address stays. A complaint ends the letters too, and is kept. The same
 * message taken twice changes nothing.
 */
export async function takeMail(db: Db, message: Uint8Array): Promise<Taken> {
  const incoming = await readIncoming(message);
  if (incoming.kind === 'other') return 'ignored';
  if (incoming.kind === 'unsubscribe') return (await unsubscribe(db, incoming.key)) === undefined ? 'ignored' : 'unsubscribed';
  return transact(db, (trx) => takeReport(trx, incoming));
}

async function takeReport(trx: Db, report: Extract<Incoming, { kind: 'bounce' | 'complaint' }>): Promise<Taken> {
  const reader = await trx
    .selectFrom('deliveries as d')
    .innerJoin('newsletter_subscribers as s', 's.id', 'd.subscriber_id')
    .leftJoin('profiles as p', 'p.id', 's.user_id')
    .select(['s.key', sql<string>`coalesce(s.email, p.email)`.as('address')])
    .where('d.id', '=', report.deliveryId)
    .executeTakeFirst();
  if (reader === undefined) return 'ignored';
  if (report.kind === 'complaint') {
    await suppress(trx, reader.address, 'complaint');
    await unsubscribe(trx, reader.key);
    return 'complained';
  }
  await settle(trx, report);
  if (!OF_THE_ADDRESS.test(report.status)) return 'refused';
  // The account has moved to another address since: that one takes letters.
  if (report.to !== undefined && report.to !== reader.address) return 'refused';
  await suppress(trx, reader.address, 'bounce');
  return 'bounced';
}

async function settle(trx: Db, { deliveryId, status }: { deliveryId: string; status: string }): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ status: 'failed', last_error: `came back, ${status}`, settled_at: sql`coalesce(settled_at, now())` })
    .where('id', '=', deliveryId)
    .where('status', '<>', 'failed')
    .execute();
}

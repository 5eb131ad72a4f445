/** The nights that have their tale: each is chosen by who asks first, and then kept. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { chooseTale } from './choose-tale.ts';

/** `isShown`: readers may see the tale now. */
export type KeptNight = { night: string; taleId: string; isByHand: boolean; isShown: boolean; chosenAt: Date };

/**
 * The tales of these nights, chosen where they have none yet, or one that was withdrawn; in their order, without nights that have
 * none that readers may see. Of processes that ask at once the first one chooses.
 */
export async function keepNights(db: Db, nights: readonly string[], tonight: string): Promise<KeptNight[]> {
  const kept = await readNights(db, nights);
  const missing = listMissing(nights, kept, tonight);
  const all = missing.length === 0 ? kept : await transact(db, (trx) => chooseMissing(trx, nights, tonight));
  return all.filter(({ isShown }) => isShown);
}

/** What is kept of these nights, in their order. */
export async function readNights(db: Db, nights: readonly string[]): Promise<KeptNight[]> {
  const { rows } = await sql<KeptNight>`
    select night, tale_id as "taleId", is_by_hand as "isByHand", ${isPublic} as "isShown", chosen_at as "chosenAt"
    from nightly_tales join tales t on t.id = tale_id
    where night = any(${nights}::date[]) order by array_position(${nights}::date[], night)`.execute(db);
  return rows;
}

/** Only one at a time chooses, so that no two nights get the same tale either. */
export async function lockNights(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412036)`.execute(trx);
}

async function chooseMissing(trx: Db, nights: readonly string[], tonight: string): Promise<KeptNight[]> {
  await lockNights(trx);
  for (const night of listMissing(nights, await readNights(trx, nights), tonight)) {
    const tale = await chooseTale(trx, night);
    if (tale === undefined) continue;
    await sql`insert into nightly_tales (night, tale_id) values (${night}::date, ${tale}::uuid)
      on conflict (night) do update set tale_id = excluded.tale_id, is_by_hand = false, chosen_at = now()`.execute(trx);
  }
  return readNights(trx, nights);
}

/** An editor's choice may have its date still to come: so does its night. */
function listMissing(nights: readonly string[], kept: readonly KeptNight[], tonight: string): string[] {
  const stays = ({ isShown, isByHand, night }: KeptNight) => isShown || (isByHand && night > tonight);
  const settled = new Set(kept.filter(stays).map(({ night }) => night));
  return nights.filter((night) => !settled.has(night));
}

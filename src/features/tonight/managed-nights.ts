/** The nights to come, as editors choose their tales. */
import { sql } from 'kysely';
import { talePicksByIds } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ManagedNights } from './contract.ts';
import { lockNights, readNights } from './keep-nights.ts';
import { beginOf, nightsFrom, readTimeZone, tonightOf } from './nights.ts';

/** Shown in any case. */
const AHEAD = 14;
/** So far ahead a tale can be chosen. */
const MOST_AHEAD = 366;

type Deed = { actor: string; night: string };

/** The next two weeks, and what is chosen for later nights. */
export async function listManagedNights(db: Db): Promise<ManagedNights> {
  const kept = await readNights(db, nightsFrom(await tonightOf(db), MOST_AHEAD));
  const tales = new Map((await talePicksByIds(db, [...new Set(kept.map(({ taleId }) => taleId))])).map((pick) => [pick.id, pick]));
  const byNight = new Map(kept.map((each) => [each.night, each]));
  const nights = [...new Set([...nightsFrom(await tonightOf(db), AHEAD), ...byNight.keys()])];
  return {
    nights: nights.map((night) => {
      const { taleId, isByHand = false } = byNight.get(night) ?? {};
      return { night, tale: (taleId && tales.get(taleId)) || null, isByHand };
    }),
  };
}

/**
 * Gives a night this tale, whatever it had. Throws 404 for a night that is over or too far ahead, and 422 `invalid` for a tale that
 * readers will not see on that night.
 */
export async function chooseByHand(db: Db, { actor, night, tale }: Deed & { tale: string }): Promise<ManagedNights> {
  return transact(db, async (trx) => {
    await lockNights(trx);
    await demandToCome(trx, night);
    const begins = beginOf(night, await readTimeZone(trx));
    const { rows } = await sql<{ title: string }>`
      select title from tales where id = ${tale}::uuid and status = 'published' and deleted_at is null
        and publish_date <= greatest(${begins}, now()) for key share`.execute(trx);
    const [found] = rows;
    if (found === undefined) throw invalid({ tale: ['Only a tale that is published by then can be chosen'] });
    await sql`insert into nightly_tales (night, tale_id, is_by_hand) values (${night}::date, ${tale}::uuid, true)
      on conflict (night) do update set tale_id = excluded.tale_id, is_by_hand = true, chosen_at = now()`.execute(trx);
    await audit(trx, { actor, action: 'night.chosen', subject: { kind: 'night', id: night }, details: { night, title: found.title } });
    return listManagedNights(trx);
  });
}

/** Takes a night's tale back: who asks for it next has it chosen by the rules. Throws 404 for a night that has none, or is over. */
export async function leaveToRules(db: Db, { actor, night }: Deed): Promise<ManagedNights> {
  return transact(db, async (trx) => {
    await lockNights(trx);
    await demandToCome(trx, night);
    const { numAffectedRows } = await sql`delete from nightly_tales where night = ${night}::date`.execute(trx);
    if (numAffectedRows === 0n) throw notFound();
    await audit(trx, { actor, action: 'night.released', subject: { kind: 'night', id: night }, details: { night } });
    return listManagedNights(trx);
  });
}

async function demandToCome(db: Db, night: string): Promise<void> {
  const tonight = await tonightOf(db);
  const last = nightsFrom(tonight, MOST_AHEAD).at(-1) ?? tonight;
  if (night < tonight || night > last) throw notFound();
}

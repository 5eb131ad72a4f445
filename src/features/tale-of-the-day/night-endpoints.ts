/** Endpoints below /api/v1/admin for the tales of upcoming nights. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { taleOptionsByIds } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { ManagedNights } from './contract.ts';
import { currentNight, lockNights, nightStart, nightsFrom, readNights, readTimeZone } from './tale-of-the-day.ts';

const WithNight = z.strictObject({ night: z.iso.date() });
const Choice = z.strictObject({ tale: z.uuid('Choose a tale') });

export function nightEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'listScheduledNights',
        method: 'GET',
        path: '/nights',
        summary: 'List the tales of coming nights',
        description: 'Tonight and the coming nights that have a tale, at least the next 14.',
      },
      response: ManagedNights,
      run: () => listManagedNights(db),
    }),
    endpoint({
      ...{
        id: 'chooseTaleOfNight',
        method: 'PUT',
        path: '/nights/{night}',
        summary: 'Choose the tale of a night',
        description: 'Chooses the tale for tonight or a night of the coming year instead of the automatic choice.',
      },
      ...{ params: WithNight, body: Choice, response: ManagedNights },
      run: ({ caller, params, body }) => setNightTale(db, { actor: caller.id, night: params.night, tale: body.tale }),
    }),
    endpoint({
      ...{
        id: 'resetTaleOfNight',
        method: 'DELETE',
        path: '/nights/{night}',
        summary: 'Use the automatic choice for a night',
        description: 'Removes the manual choice of a night.',
        params: WithNight,
        response: ManagedNights,
      },
      run: ({ caller, params }) => resetNight(db, { actor: caller.id, night: params.night }),
    }),
  ];
}

/** Nights that are always listed. */
const LISTED_NIGHTS = 14;
/** How far ahead a tale can be chosen. */
const MAX_NIGHTS_AHEAD = 366;

type NightAction = { actor: string; night: string };

/** Returns the next two weeks, and later nights that have a tale. */
async function listManagedNights(db: Db): Promise<ManagedNights> {
  const chosen = await readNights(db, nightsFrom(await currentNight(db), MAX_NIGHTS_AHEAD));
  const tales = new Map((await taleOptionsByIds(db, [...new Set(chosen.map(({ taleId }) => taleId))])).map((pick) => [pick.id, pick]));
  const byNight = new Map(chosen.map((each) => [each.night, each]));
  const nights = [...new Set([...nightsFrom(await currentNight(db), LISTED_NIGHTS), ...byNight.keys()])];
  return {
    nights: nights.map((night) => {
      const { taleId, isByHand = false } = byNight.get(night) ?? {};
      return { night, tale: (taleId && tales.get(taleId)) || null, isByHand };
    }),
  };
}

/**
 * Sets the tale of a night.
 * @throws AppError 404 for a night that is over or too far ahead; 422 `invalid` for a tale that is not public by then
 */
async function setNightTale(db: Db, { actor, night, tale }: NightAction & { tale: string }): Promise<ManagedNights> {
  return transact(db, async (trx) => {
    await lockNights(trx);
    await assertUpcoming(trx, night);
    const begins = nightStart(night, await readTimeZone(trx));
    const { rows } = await sql<{ title: string }>`
      select title from tales where id = ${tale}::uuid and status = 'published' and deleted_at is null
        and publish_date <= greatest(${begins}, now()) for key share`.execute(trx);
    const [found] = rows;
    if (found === undefined) throw invalid({ tale: ['Choose a tale that is published by that date'] });
    await sql`insert into daily_tales (night, tale_id, is_manual) values (${night}::date, ${tale}::uuid, true)
      on conflict (night) do update set tale_id = excluded.tale_id, is_manual = true, chosen_at = now()`.execute(trx);
    await audit(trx, { actor, action: 'night.chosen', subject: { kind: 'night', id: night }, details: { night, title: found.title } });
    return listManagedNights(trx);
  });
}

/** Clears a night's tale; it is chosen automatically on the next request. @throws AppError 404 for a night without a tale, or that is over */
async function resetNight(db: Db, { actor, night }: NightAction): Promise<ManagedNights> {
  return transact(db, async (trx) => {
    await lockNights(trx);
    await assertUpcoming(trx, night);
    const { numAffectedRows } = await sql`delete from daily_tales where night = ${night}::date`.execute(trx);
    if (numAffectedRows === 0n) throw notFound();
    await audit(trx, { actor, action: 'night.released', subject: { kind: 'night', id: night }, details: { night } });
    return listManagedNights(trx);
  });
}

async function assertUpcoming(db: Db, night: string): Promise<void> {
  const tonight = await currentNight(db);
  const last = nightsFrom(tonight, MAX_NIGHTS_AHEAD).at(-1) ?? tonight;
  if (night < tonight || night > last) throw notFound();
}

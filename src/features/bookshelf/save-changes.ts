import { sql, type Transaction } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { getBookshelf } from './bookshelf.ts';
import type { Change, ChangesAnswer, Refusal, RefusalReason } from './contract.ts';
import { removeOldTraces } from './remove-old-traces.ts';
import { saveFavorites, saveShelfTales } from './save-marks.ts';
import { savePositions } from './save-positions.ts';
import { saveShelves } from './save-shelves.ts';

/** A device's clock may stand anywhere; the database knows no year 0. */
const EARLIEST = '1970-01-01T00:00:00.000Z';

/** A change with its number in the request, not later than now. */
export type Numbered<Op extends Change['op'] = Change['op']> = Extract<Change, { op: Op }> & { index: number };

/** What a step of the saving works with. `refuse` keeps a change from counting as made. */
export type Saving = { trx: Transaction<Database>; userId: string; refuse: (index: number, reason: RefusalReason) => void };

/**
 * Makes the changes of one person in one transaction. Of two changes of the same thing the later one wins, whatever order
 * they come in, and a change may come again. Times after the database's now count as now. What cannot be done is refused
 * by itself, the rest is done. Throws 401 `signed_out` when the account is gone.
 */
export async function saveChanges(db: Db, userId: string, changes: readonly Change[]): Promise<ChangesAnswer> {
  return transact(db, async (trx) => {
    const now = await beginAlone(trx, userId);
    const refused: Refusal[] = [];
    const saving: Saving = { trx, userId, refuse: (index, reason) => void refused.push({ index, reason }) };
    const numbered = changes.map((change, index) => ({ ...change, at: between(EARLIEST, change.at, now), index }));
    const known = await refuseUnknown(saving, numbered);
    const of = <Op extends Change['op']>(...ops: Op[]) => known.filter((change): change is Numbered<Op> => ops.includes(change.op as Op));
    await saveShelves(saving, of('shelf', 'shelf_gone'), of('shelve'));
    await saveFavorites(saving, of('favorite'));
    await saveShelfTales(saving, of('shelve'));
    await savePositions(saving, of('position', 'position_gone'));
    await removeOldTraces(saving);
    return { bookshelf: await getBookshelf(trx, userId), refused: refused.sort((a, b) => a.index - b.index) };
  });
}

function between(low: string, time: string, high: string): string {
  return time < low ? low : time > high ? high : time;
}

/** Waits until nobody else changes this person's things, so that their bounds can be counted; gives the time as ISO. */
async function beginAlone(trx: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ now: Date }>`
    select clock_timestamp() as now from profiles where id = ${userId} for no key update`.execute(trx);
  if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
  return rows[0].now.toISOString();
}

/** Drafts and tales that never were are refused alike. Only taking away is free: it tells nothing and writes nothing new. */
async function refuseUnknown({ trx, refuse }: Saving, changes: readonly Numbered[]): Promise<Numbered[]> {
  const tales = changes.flatMap((change) => ('tale' in change ? [change.tale] : []));
  const { rows } = await sql<{ id: string; shown: boolean }>`
    select t.id, ${isPublic} as shown from tales t where t.id = any(${tales}::uuid[])`.execute(trx);
  const shown = new Map(rows.map((row) => [row.id, row.shown]));
  return changes.filter((change) => {
    if (!('tale' in change) || shown.get(change.tale)) return true;
    if (change.op === 'position_gone' || ('on' in change && !change.on)) return shown.has(change.tale);
    refuse(change.index, 'unknown_tale');
    return false;
  });
}

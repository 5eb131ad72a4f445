import { sql, type Transaction } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Change, ChangesAnswer, Refusal, RefusalReason } from './contract.ts';
import { getBookshelf } from './reader-library.ts';
import { saveFavorites, saveShelfTales, saveShelves } from './save-shelves.ts';

/** Lower bound for timestamps of devices with a wrong clock. */
const EARLIEST = '1970-01-01T00:00:00.000Z';

/** A change with its index in the request; `at` is clamped to now. */
export type Numbered<Op extends Change['op'] = Change['op']> = Extract<Change, { op: Op }> & { index: number };

/** `reject` reports a change as not applied. */
export type SaveContext = { trx: Transaction<Database>; userId: string; reject: (index: number, reason: RefusalReason) => void };

/**
 * Applies a user's changes in one transaction. Idempotent and order-independent: the later change of an item wins. Future timestamps count as
 * now. Changes that cannot be applied are reported as refused; the rest is applied. The other devices of the account are told that `device`
 * made them: db/migrations/0085_change_notices.sql.
 * @throws AppError 401 `signed_out` when the account was deleted
 */
export async function saveChanges(db: Db, userId: string, changes: readonly Change[], device = ''): Promise<ChangesAnswer> {
  return transact(db, async (trx) => {
    const now = await lockReader(trx, userId, device);
    const refused: Refusal[] = [];
    const saving: SaveContext = { trx, userId, reject: (index, reason) => void refused.push({ index, reason }) };
    const numbered = changes.map((change, index) => ({ ...change, at: clamp(EARLIEST, change.at, now), index }));
    const known = await rejectUnknownTales(saving, numbered);
    const of = <Op extends Change['op']>(...ops: Op[]) => known.filter((change): change is Numbered<Op> => ops.includes(change.op as Op));
    await saveShelves(saving, of('shelf', 'shelf_gone'), of('shelve'));
    await saveFavorites(saving, of('favorite'));
    await saveShelfTales(saving, of('shelve'));
    await savePositions(saving, of('position', 'position_gone'));
    await purgeTombstones(saving);
    return { bookshelf: await getBookshelf(trx, userId), refused: refused.sort((a, b) => a.index - b.index) };
  });
}

function clamp(low: string, time: string, high: string): string {
  return time < low ? low : time > high ? high : time;
}

/** Locks the user's library, so that limits can be checked; returns the current time as ISO. */
async function lockReader(trx: Db, userId: string, device: string): Promise<string> {
  const { rows } = await sql<{ now: Date }>`
    select clock_timestamp() as now, set_config('realtime.changed_by', ${device}, true) from users where id = ${userId} for no key update`.execute(
    trx,
  );
  if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
  return rows[0].now.toISOString();
}

/** Rejects changes for unpublished and unknown tales alike. Removals are allowed, as they reveal nothing. */
async function rejectUnknownTales({ trx, reject }: SaveContext, changes: readonly Numbered[]): Promise<Numbered[]> {
  const tales = changes.flatMap((change) => ('tale' in change ? [change.tale] : []));
  const { rows } = await sql<{ id: string; shown: boolean }>`
    select t.id, ${isPublic} as shown from tales t where t.id = any(${tales}::uuid[])`.execute(trx);
  const shown = new Map(rows.map((row) => [row.id, row.shown]));
  return changes.filter((change) => {
    if (!('tale' in change) || shown.get(change.tale)) return true;
    if (change.op === 'position_gone' || ('on' in change && !change.on)) return shown.has(change.tale);
    reject(change.index, 'unknown_tale');
    return false;
  });
}

const MAX_POSITIONS = 2000;
type PositionRow = { tale: string; place: string; quote: string; progress: number; finished: boolean; gone: boolean; at: string };

/**
 * Stores the latest position per tale, or its removal from the history. Beyond 2,000 tales the least recently read are deleted.
 */
async function savePositions({ trx, userId }: SaveContext, changes: readonly Numbered<'position' | 'position_gone'>[]): Promise<void> {
  if (changes.length === 0) return;
  const latest = new Map<string, PositionRow>();
  for (const row of changes.map(toRow)) {
    const before = latest.get(row.tale);
    if (before === undefined || rank(row) > rank(before)) latest.set(row.tale, row);
  }
  const rows = [...latest.values()];
  await sql`insert into reading_positions as stored (user_id, tale_id, place, progress, is_finished, is_deleted, at, quote) select ${userId}::uuid, read.* from unnest(
      ${rows.map((row) => row.tale)}::uuid[], ${rows.map((row) => row.place)}::text[], ${rows.map((row) => row.progress)}::float8[],
      ${rows.map((row) => row.finished)}::boolean[], ${rows.map((row) => row.gone)}::boolean[], ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.quote)}::text[]) read
    on conflict (user_id, tale_id) do update set place = excluded.place, progress = excluded.progress,
        is_finished = excluded.is_finished, is_deleted = excluded.is_deleted, at = excluded.at, quote = excluded.quote
      where (excluded.at, not excluded.is_deleted, excluded.is_finished, excluded.place collate "C", excluded.progress, excluded.quote collate "C")
        > (stored.at, not stored.is_deleted, stored.is_finished, stored.place collate "C", stored.progress, stored.quote collate "C")`.execute(
    trx,
  );
  await sql`delete from reading_positions where user_id = ${userId} and tale_id in (
    select tale_id from reading_positions where user_id = ${userId} and not is_deleted order by at desc, tale_id offset ${MAX_POSITIONS})`.execute(
    trx,
  );
}

/** A removed position is stored as a tombstone without place. */
function toRow(change: Numbered<'position' | 'position_gone'>): PositionRow {
  const { tale, at } = change;
  if (change.op === 'position_gone') return { tale, place: '0.0', quote: '', progress: 0, finished: false, gone: true, at };
  return { tale, place: change.place, quote: change.quote ?? '', progress: change.progress, finished: change.finished, gone: false, at };
}

/** Sort key equivalent to the row comparison in the upsert: time, present before removed, finished, place, progress. */
function rank({ at, gone, finished, place, progress, quote }: PositionRow): string {
  return `${at} ${Number(!gone)} ${Number(finished)} ${place} ${progress.toFixed(20)} ${quote}`;
}

const TOMBSTONE_DAYS = 90;
const MAX_TOMBSTONES = 5000;

/** Deletes tombstones older than 90 days, and the oldest beyond the limit. */
async function purgeTombstones({ trx, userId }: SaveContext): Promise<void> {
  const old = sql`now() - ${TOMBSTONE_DAYS} * interval '1 day'`;
  await sql`delete from favorites where user_id = ${userId} and not is_on and (at < ${old} or tale_id in (
    select tale_id from favorites where user_id = ${userId} and not is_on order by at desc offset ${MAX_TOMBSTONES}))`.execute(trx);
  await sql`delete from reading_positions where user_id = ${userId} and is_deleted and (at < ${old} or tale_id in (
    select tale_id from reading_positions where user_id = ${userId} and is_deleted order by at desc offset ${MAX_TOMBSTONES}))`.execute(
    trx,
  );
  await sql`delete from shelf_tales where user_id = ${userId} and not is_on and (at < ${old} or (shelf_id, tale_id) in (
    select shelf_id, tale_id from shelf_tales where user_id = ${userId} and not is_on order by at desc offset ${MAX_TOMBSTONES}))`.execute(
    trx,
  );
  await sql`delete from shelves where user_id = ${userId} and deleted_at < ${old} and deleted_at >= coalesce(named_at, '-infinity')
    and not exists (select from shelf_tales h where h.user_id = shelves.user_id and shelf_id = shelves.id and is_on)`.execute(trx);
}

import { type RawBuilder, sql } from 'kysely';
import type { Numbered, Saving } from './save-changes.ts';

/** Favourites and what is on a shelf are the same: tales that are on or off, each since some time. */

const MOST_FAVORITES = 5000;
const MOST_ON_A_SHELF = 1000;

type Mark = { index: number; tale: string; on: boolean; at: string };
type Row = { tale: string; on: boolean; at: Date };
/** `where` finds the list's rows; `insert` writes them from `mark(tale_id, is_on, at)`. */
type List = { table: RawBuilder<unknown>; where: RawBuilder<unknown>; insert: RawBuilder<unknown>; most: number };

export async function saveFavorites(saving: Saving, changes: readonly Numbered<'favorite'>[]): Promise<void> {
  await saveMarks(saving, changes, {
    table: sql`favorites`,
    where: sql`user_id = ${saving.userId}`,
    insert: sql`insert into favorites (user_id, tale_id, is_on, at) select ${saving.userId}::uuid, mark.*`,
    most: MOST_FAVORITES,
  });
}

/** The shelves are there already, also those not told of yet. What a shelf held before it went has gone with it. */
export async function saveShelfTales(saving: Saving, changes: readonly Numbered<'shelve'>[]): Promise<void> {
  const { trx, userId } = saving;
  const byShelf = Map.groupBy(changes, (change) => change.shelf);
  const { rows } = await sql<{ id: string; goneAt: Date | null }>`
    select id, gone_at as "goneAt" from shelves where user_id = ${userId} and id = any(${[...byShelf.keys()]}::uuid[])`.execute(trx);
  for (const { id, goneAt } of rows) {
    const goneIso = goneAt?.toISOString() ?? '';
    const marks = (byShelf.get(id) ?? []).filter((change) => change.at > goneIso);
    await saveMarks(saving, marks, {
      table: sql`shelf_tales`,
      where: sql`user_id = ${userId} and shelf_id = ${id}`,
      insert: sql`insert into shelf_tales (user_id, shelf_id, tale_id, is_on, at) select ${userId}::uuid, ${id}::uuid, mark.*`,
      most: MOST_ON_A_SHELF,
    });
  }
}

async function saveMarks(saving: Saving, marks: readonly Mark[], list: List): Promise<void> {
  if (marks.length === 0) return;
  const taken = await admit(saving, marks, list);
  const columns = [taken.map((mark) => mark.tale), taken.map((mark) => mark.on), taken.map((mark) => mark.at)];
  const key = list.most === MOST_FAVORITES ? sql`(user_id, tale_id)` : sql`(user_id, shelf_id, tale_id)`;
  await sql`${list.insert} from unnest(${columns[0]}::uuid[], ${columns[1]}::boolean[], ${columns[2]}::timestamptz[]) mark
    on conflict ${key} do update set is_on = excluded.is_on, at = excluded.at`.execute(saving.trx);
}

/** The latest mark of each tale that is later than what is kept. What is taken away makes room first; then those added first come first. */
async function admit({ trx, refuse }: Saving, marks: readonly Mark[], { table, where, most }: List): Promise<Mark[]> {
  const { rows } = await sql<Row>`
    select tale_id as tale, is_on as on, at from ${table} where ${where} and tale_id = any(${marks.map((mark) => mark.tale)}::uuid[])`.execute(
    trx,
  );
  const kept = new Map(rows.map((row) => [row.tale, { ...row, at: row.at.toISOString() }]));
  const latest = new Map<string, Mark>();
  for (const mark of marks) {
    const before = latest.get(mark.tale) ?? kept.get(mark.tale);
    if (before === undefined || isLater(mark, before)) latest.set(mark.tale, mark);
  }
  const isOn = (mark: Mark) => kept.get(mark.tale)?.on === true;
  const ordered = [...latest.values()].sort((a, b) => Number(a.on) - Number(b.on) || (a.at < b.at ? -1 : 1));
  let count = await countOn(trx, table, where);
  return ordered.filter((mark) => {
    if (mark.on && !isOn(mark) && count >= most) {
      refuse(mark.index, 'full');
      return false;
    }
    count += Number(mark.on) - Number(isOn(mark));
    return true;
  });
}

async function countOn(trx: Saving['trx'], table: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${table} where ${where} and is_on`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** At the same time to the millisecond, on wins. */
function isLater(mark: { at: string; on: boolean }, other: { at: string; on: boolean }): boolean {
  return mark.at > other.at || (mark.at === other.at && mark.on && !other.on);
}

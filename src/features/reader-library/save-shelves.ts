import { type RawBuilder, sql } from 'kysely';
import type { Numbered, SaveContext } from './save-changes.ts';
import { READ_LATER } from './store/apply-change.ts';

const MAX_SHELVES = 100;
/** Including deleted shelves of the last 90 days, and placeholder rows of shelves not yet named. */
const MAX_SHELF_ROWS = 300;

/** ISO times; '' for never. */
type ShelfRow = { id: string; name: string; namedAt: string; deletedAt: string };

/** Names and deletes shelves, and creates placeholder rows for shelves that are only referenced by a tale. */
export async function saveShelves(
  saving: SaveContext,
  changes: readonly Numbered<'shelf' | 'shelf_gone'>[],
  shelved: readonly Numbered<'shelve'>[],
): Promise<void> {
  if (changes.length + shelved.length === 0) return;
  const shelves = await readShelves(saving);
  const touched = new Set<ShelfRow>();
  const find = (id: string): ShelfRow | undefined => {
    const known = shelves.get(id);
    if (known !== undefined || shelves.size >= MAX_SHELF_ROWS) return known;
    const created: ShelfRow = { id, name: '', namedAt: '', deletedAt: '' };
    shelves.set(id, created);
    touched.add(created);
    return created;
  };
  for (const change of inOrder(changes)) {
    if (change.shelf === READ_LATER) saving.reject(change.index, 'fixed_shelf');
    else {
      const shelf = find(change.shelf);
      if (shelf === undefined || !applyShelfChange(shelf, change, shelves)) saving.reject(change.index, 'full');
      else touched.add(shelf);
    }
  }
  for (const change of shelved) if (find(change.shelf) === undefined) saving.reject(change.index, 'full');
  await writeShelves(saving, [...touched]);
}

/** Deletions first, as they free places; then names in order of time. */
function inOrder(changes: readonly Numbered<'shelf' | 'shelf_gone'>[]) {
  return changes.toSorted((a, b) => Number(a.op === 'shelf') - Number(b.op === 'shelf') || (a.at < b.at ? -1 : 1));
}

/** Returns false when the limit of shelves is reached. */
function applyShelfChange(shelf: ShelfRow, change: Numbered<'shelf' | 'shelf_gone'>, shelves: ReadonlyMap<string, ShelfRow>): boolean {
  if (change.op === 'shelf_gone') {
    if (change.at > shelf.deletedAt) shelf.deletedAt = change.at;
    return true;
  }
  const isLater = change.at > shelf.namedAt || (change.at === shelf.namedAt && change.name > shelf.name);
  if (!isLater) return true;
  const isNew = !exists(shelf) && change.at > shelf.deletedAt;
  if (isNew && [...shelves.values()].filter(exists).length >= MAX_SHELVES) return false;
  shelf.name = change.name;
  shelf.namedAt = change.at;
  return true;
}

function exists({ namedAt, deletedAt }: ShelfRow): boolean {
  return namedAt > deletedAt;
}

async function readShelves({ trx, userId }: SaveContext): Promise<Map<string, ShelfRow>> {
  const rows = await trx.selectFrom('shelves').selectAll().where('user_id', '=', userId).execute();
  const text = (time: Date | null) => time?.toISOString() ?? '';
  return new Map(
    rows.map(({ id, name, named_at, deleted_at }) => [id, { id, name: name ?? '', namedAt: text(named_at), deletedAt: text(deleted_at) }]),
  );
}

async function writeShelves({ trx, userId }: SaveContext, shelves: readonly ShelfRow[]): Promise<void> {
  if (shelves.length === 0) return;
  const column = (read: (shelf: ShelfRow) => string) => shelves.map((shelf) => read(shelf) || null);
  await sql`insert into shelves (user_id, id, name, named_at, deleted_at) select ${userId}::uuid, changed.* from unnest(
      ${column((shelf) => shelf.id)}::uuid[], ${column((shelf) => shelf.name)}::text[],
      ${column((shelf) => shelf.namedAt)}::timestamptz[], ${column((shelf) => shelf.deletedAt)}::timestamptz[]) changed
    on conflict (user_id, id) do update set name = excluded.name, named_at = excluded.named_at, deleted_at = excluded.deleted_at`.execute(
    trx,
  );
  await sql`delete from shelf_tales using shelves
    where shelf_tales.user_id = ${userId} and shelves.user_id = ${userId} and shelves.id = shelf_id and at <= deleted_at`.execute(trx);
  await sql`delete from shared_lists using shelves
    where shared_lists.user_id = ${userId} and shelves.user_id = ${userId} and shelves.id = shelf_id
      and deleted_at >= coalesce(named_at, '-infinity')`.execute(trx);
}

/** Favorites and shelf contents are both sets of tales that are on or off since a time. */

const MAX_FAVORITES = 5000;
const MAX_TALES_PER_SHELF = 1000;

type Toggle = { index: number; tale: string; on: boolean; at: string };
type ToggleRow = { tale: string; on: boolean; at: Date };
/** `where` selects the list's rows; `insert` writes them from `mark(tale_id, is_on, at)`. */
type ToggleList = { table: RawBuilder<unknown>; where: RawBuilder<unknown>; insert: RawBuilder<unknown>; most: number };

export async function saveFavorites(saving: SaveContext, changes: readonly Numbered<'favorite'>[]): Promise<void> {
  await saveToggles(saving, changes, {
    table: sql`favorites`,
    where: sql`user_id = ${saving.userId}`,
    insert: sql`insert into favorites (user_id, tale_id, is_on, at) select ${saving.userId}::uuid, mark.*`,
    most: MAX_FAVORITES,
  });
}

/** Requires the shelf rows to exist. Toggles older than a shelf's deletion are ignored. */
export async function saveShelfTales(saving: SaveContext, changes: readonly Numbered<'shelve'>[]): Promise<void> {
  const { trx, userId } = saving;
  const byShelf = Map.groupBy(changes, (change) => change.shelf);
  const { rows } = await sql<{ id: string; deletedAt: Date | null }>`
    select id, deleted_at as "deletedAt" from shelves where user_id = ${userId} and id = any(${[...byShelf.keys()]}::uuid[])`.execute(trx);
  for (const { id, deletedAt } of rows) {
    const deletedIso = deletedAt?.toISOString() ?? '';
    const marks = (byShelf.get(id) ?? []).filter((change) => change.at > deletedIso);
    await saveToggles(saving, marks, {
      table: sql`shelf_tales`,
      where: sql`user_id = ${userId} and shelf_id = ${id}`,
      insert: sql`insert into shelf_tales (user_id, shelf_id, tale_id, is_on, at) select ${userId}::uuid, ${id}::uuid, mark.*`,
      most: MAX_TALES_PER_SHELF,
    });
  }
}

async function saveToggles(saving: SaveContext, marks: readonly Toggle[], list: ToggleList): Promise<void> {
  if (marks.length === 0) return;
  const taken = await acceptToggles(saving, marks, list);
  const columns = [taken.map((mark) => mark.tale), taken.map((mark) => mark.on), taken.map((mark) => mark.at)];
  const key = list.most === MAX_FAVORITES ? sql`(user_id, tale_id)` : sql`(user_id, shelf_id, tale_id)`;
  await sql`${list.insert} from unnest(${columns[0]}::uuid[], ${columns[1]}::boolean[], ${columns[2]}::timestamptz[]) mark
    on conflict ${key} do update set is_on = excluded.is_on, at = excluded.at`.execute(saving.trx);
}

/** Returns the latest toggle per tale that is newer than the stored one, within the limit. Removals free places first; then earlier additions win. */
async function acceptToggles(
  { trx, reject }: SaveContext,
  marks: readonly Toggle[],
  { table, where, most }: ToggleList,
): Promise<Toggle[]> {
  const { rows } = await sql<ToggleRow>`
    select tale_id as tale, is_on as on, at from ${table} where ${where} and tale_id = any(${marks.map((mark) => mark.tale)}::uuid[])`.execute(
    trx,
  );
  const stored = new Map(rows.map((row) => [row.tale, { ...row, at: row.at.toISOString() }]));
  const latest = new Map<string, Toggle>();
  for (const mark of marks) {
    const before = latest.get(mark.tale) ?? stored.get(mark.tale);
    if (before === undefined || isLater(mark, before)) latest.set(mark.tale, mark);
  }
  const isOn = (mark: Toggle) => stored.get(mark.tale)?.on === true;
  const ordered = [...latest.values()].sort((a, b) => Number(a.on) - Number(b.on) || (a.at < b.at ? -1 : 1));
  let count = await countOn(trx, table, where);
  return ordered.filter((mark) => {
    if (mark.on && !isOn(mark) && count >= most) {
      reject(mark.index, 'full');
      return false;
    }
    count += Number(mark.on) - Number(isOn(mark));
    return true;
  });
}

async function countOn(trx: SaveContext['trx'], table: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${table} where ${where} and is_on`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** At equal times, on wins. */
function isLater(mark: { at: string; on: boolean }, other: { at: string; on: boolean }): boolean {
  return mark.at > other.at || (mark.at === other.at && mark.on && !other.on);
}

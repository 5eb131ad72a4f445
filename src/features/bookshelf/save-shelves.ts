import { sql } from 'kysely';
import { READ_LATER } from './read-later.ts';
import type { Numbered, Saving } from './save-changes.ts';

const MOST_SHELVES = 100;
/** With those gone in the last 90 days and those a tale was put on before they were told of. */
const MOST_ROWS = 300;

/** Times as ISO, '' for never. */
type Row = { id: string; name: string; namedAt: string; goneAt: string };

/** Names and removes shelves, and makes a nameless row for those that only a tale has spoken of. */
export async function saveShelves(
  saving: Saving,
  changes: readonly Numbered<'shelf' | 'shelf_gone'>[],
  shelved: readonly Numbered<'shelve'>[],
): Promise<void> {
  if (changes.length + shelved.length === 0) return;
  const shelves = await readShelves(saving);
  const touched = new Set<Row>();
  const find = (id: string): Row | undefined => {
    const known = shelves.get(id);
    if (known !== undefined || shelves.size >= MOST_ROWS) return known;
    const made: Row = { id, name: '', namedAt: '', goneAt: '' };
    shelves.set(id, made);
    touched.add(made);
    return made;
  };
  for (const change of inOrder(changes)) {
    if (change.shelf === READ_LATER) saving.refuse(change.index, 'fixed_shelf');
    else {
      const shelf = find(change.shelf);
      if (shelf === undefined || !apply(shelf, change, shelves)) saving.refuse(change.index, 'full');
      else touched.add(shelf);
    }
  }
  for (const change of shelved) if (find(change.shelf) === undefined) saving.refuse(change.index, 'full');
  await write(saving, [...touched]);
}

/** Removals make room before names take it; of names the earlier comes first. */
function inOrder(changes: readonly Numbered<'shelf' | 'shelf_gone'>[]) {
  return changes.toSorted((a, b) => Number(a.op === 'shelf') - Number(b.op === 'shelf') || (a.at < b.at ? -1 : 1));
}

/** False when there would be too many shelves. */
function apply(shelf: Row, change: Numbered<'shelf' | 'shelf_gone'>, shelves: ReadonlyMap<string, Row>): boolean {
  if (change.op === 'shelf_gone') {
    if (change.at > shelf.goneAt) shelf.goneAt = change.at;
    return true;
  }
  const isLater = change.at > shelf.namedAt || (change.at === shelf.namedAt && change.name > shelf.name);
  if (!isLater) return true;
  const isNew = !isThere(shelf) && change.at > shelf.goneAt;
  if (isNew && [...shelves.values()].filter(isThere).length >= MOST_SHELVES) return false;
  shelf.name = change.name;
  shelf.namedAt = change.at;
  return true;
}

function isThere({ namedAt, goneAt }: Row): boolean {
  return namedAt > goneAt;
}

async function readShelves({ trx, userId }: Saving): Promise<Map<string, Row>> {
  const rows = await trx.selectFrom('shelves').selectAll().where('user_id', '=', userId).execute();
  const text = (time: Date | null) => time?.toISOString() ?? '';
  return new Map(
    rows.map(({ id, name, named_at, gone_at }) => [id, { id, name: name ?? '', namedAt: text(named_at), goneAt: text(gone_at) }]),
  );
}

async function write({ trx, userId }: Saving, shelves: readonly Row[]): Promise<void> {
  if (shelves.length === 0) return;
  const column = (read: (shelf: Row) => string) => shelves.map((shelf) => read(shelf) || null);
  await sql`insert into shelves (user_id, id, name, named_at, gone_at) select ${userId}::uuid, changed.* from unnest(
      ${column((shelf) => shelf.id)}::uuid[], ${column((shelf) => shelf.name)}::text[],
      ${column((shelf) => shelf.namedAt)}::timestamptz[], ${column((shelf) => shelf.goneAt)}::timestamptz[]) changed
    on conflict (user_id, id) do update set name = excluded.name, named_at = excluded.named_at, gone_at = excluded.gone_at`.execute(trx);
  await sql`delete from shelf_tales using shelves
    where shelf_tales.user_id = ${userId} and shelves.user_id = ${userId} and shelves.id = shelf_id and at <= gone_at`.execute(trx);
}

/** Reads the reader's library: favorites, shelves, positions. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Bookshelf } from './contract.ts';
import { READ_LATER, READ_LATER_NAME } from './store/apply-change.ts';

/** Returns a user's bookshelf, restricted to public tales. */
export async function getBookshelf(db: Db, userId: string): Promise<Bookshelf> {
  const { rows } = await sql<Bookshelf>`select
    (${list(sql`select ${savedTaleJson('f')} as item, f.at, f.tale_id as id from favorites f join tales t on t.id = f.tale_id
      where f.user_id = ${userId} and f.is_on and ${isPublic}`)}) as favorites,
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', coalesce(s.name, ${READ_LATER_NAME}),
        'kind', case s.id when ${READ_LATER} then 'read_later' else 'own' end, 'at', ${iso(sql`coalesce(s.named_at, 'epoch')`)}, 'tales',
        (${list(sql`select ${savedTaleJson('h')} as item, h.at, h.tale_id as id from shelf_tales h join tales t on t.id = h.tale_id
          where h.user_id = s.user_id and h.shelf_id = s.id and h.is_on and ${isPublic}`)}))
        order by s.id <> ${READ_LATER}, lower(s.name), s.id), '[]')
      from shelves s where s.user_id = ${userId} and (s.id = ${READ_LATER} or s.named_at > coalesce(s.deleted_at, '-infinity'))) as shelves,
    (${list(sql`select json_build_object('tale', p.tale_id, 'place', p.place, 'quote', p.quote, 'progress', p.progress, 'finished', p.is_finished,
        'at', ${iso(sql`p.at`)}) as item, p.at, p.tale_id as id from reading_positions p join tales t on t.id = p.tale_id
      where p.user_id = ${userId} and not p.is_deleted and ${isPublic}`)}) as positions`.execute(db);
  const bookshelf = rows[0];
  if (bookshelf === undefined) throw new Error('Expected one row');
  return { ...bookshelf, shelves: bookshelf.shelves.filter((shelf) => shelf.kind === 'own' || shelf.tales.length > 0) };
}

/** Counts finished public tales, their minutes, and shelves. */
export async function countLibrary(db: Db, userId: string): Promise<{ tales: number; minutes: number; shelves: number }> {
  const { rows } = await sql<{ tales: number; minutes: number; shelves: number }>`select count(*)::integer as tales,
      coalesce(sum(t.minutes), 0)::integer as minutes,
      (select count(*)::integer from shelves s where s.user_id = ${userId} and s.named_at > coalesce(s.deleted_at, '-infinity')) as shelves
    from reading_positions p join tales t on t.id = p.tale_id
    where p.user_id = ${userId} and p.is_finished and ${isPublic}`.execute(db);
  return rows[0] ?? { tales: 0, minutes: 0, shelves: 0 };
}

/** Returns all library rows for the data export, including tales that are not public and recent deletions. */
export async function exportBookshelf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const tale = sql`(select json_build_object('id', t.id, 'title', t.title) from tales t where t.id = tale_id) as tale`;
  const [favorites, shelves, shelfTales, positions] = await Promise.all([
    sql<object>`select ${tale}, is_on, at from favorites where user_id = ${userId} order by at desc`.execute(db),
    sql<object>`select id, coalesce(name, case id when ${READ_LATER} then ${READ_LATER_NAME} end) as name, named_at, deleted_at as gone_at
      from shelves where user_id = ${userId} order by id`.execute(db),
    sql<object>`select shelf_id, ${tale}, is_on, at from shelf_tales where user_id = ${userId} order by shelf_id, at desc`.execute(db),
    sql<object>`select ${tale}, place, quote, progress, is_finished, is_deleted as is_gone, at from reading_positions
      where user_id = ${userId} order by at desc`.execute(db),
  ]);
  return { favorites: favorites.rows, shelves: shelves.rows, shelfTales: shelfTales.rows, positions: positions.rows };
}

/** Aggregates the query's `item` into a JSON array, newest first. */
function list(query: ReturnType<typeof sql>) {
  return sql`select coalesce(json_agg(item order by at desc, id), '[]') from (${query}) found`;
}

function savedTaleJson(table: 'f' | 'h') {
  return sql`json_build_object('tale', ${sql.ref(`${table}.tale_id`)}, 'at', ${iso(sql.ref(`${table}.at`))})`;
}

/** Formats a time like Date.toISOString. */
function iso(time: ReturnType<typeof sql>) {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

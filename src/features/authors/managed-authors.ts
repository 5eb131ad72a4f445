/** Authors as editors see them: all of them, whatever tales they have. */
import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { listOldSlugs } from '#src/platform/db/slugs.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AuthorRow, AuthorRows, ManagedAuthor } from './contract.ts';

const PAGE = 50;

const counts = sql`(select count(*)::integer from tales t where t.author_id = a.id) as tales,
  (select count(*)::integer from tales t where t.author_id = a.id and ${isPublic}) as public_tales`;
const columns = sql`a.id, a.slug, a.name, a.sort_name, a.kind, a.dates, a.version, ${counts}`;

/** Authors whose names, today's or others, contain `q`, by the name they are filed under, 50 a page. Throws a bad request for a foreign cursor. */
export async function listManagedAuthors(db: Db, { q, after }: { q: string; after: string }): Promise<AuthorRows> {
  const { rows } = await sql<AuthorRow & { key: string }>`
    select ${columns}, a.key from (
      select *, plain(sort_name) collate "C" as key from authors where ${fits(q)} and ${beyond(after)}
      order by plain(sort_name) collate "C", id limit ${PAGE + 1}
    ) a order by a.key, a.id`.execute(db);
  const last = rows[PAGE - 1];
  return {
    authors: rows.slice(0, PAGE).map(({ key: _, ...author }) => author),
    next: rows.length > PAGE && last ? writeCursor({ key: last.key, id: cursorId(last.id) }) : null,
  };
}

/** Throws 404 `unknown_author`. */
export async function getManagedAuthor(db: Db, id: number): Promise<ManagedAuthor> {
  const { rows } = await sql<Omit<ManagedAuthor, 'old_slugs'>>`
    select ${columns}, a.born_year, a.died_year, a.place, a.origin, a.biography,
      array(select n.name from author_names n where n.author_id = a.id and n.key <> name_key(a.name) order by n.created_at, n.name) as other_names
    from authors a where a.id = ${id}`.execute(db);
  const author = rows[0];
  if (author === undefined) throw unknownAuthor();
  return { ...author, old_slugs: await listOldSlugs(db, 'author_slugs', id, author.slug) };
}

export function unknownAuthor() {
  return notFound('There is no such author.', 'unknown_author');
}

function fits(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  return sql`(strpos(plain_name, plain(${q})) > 0 or strpos(plain(sort_name), plain(${q})) > 0
    or id in (select author_id from author_names where strpos(plain(name), plain(${q})) > 0))`;
}

function beyond(after: string): RawBuilder<boolean> {
  if (after === '') return sql`true`;
  const { key, id } = readCursor(after, 'text');
  return sql`(plain(sort_name) collate "C", id) > (${key}::text collate "C", ${Number.parseInt(id.slice(-8), 16) | 0}::integer)`;
}

/** Cursors name rows by ids of the form of a UUID. */
function cursorId(id: number): string {
  return `00000000-0000-0000-0000-${id.toString(16).padStart(12, '0')}`;
}

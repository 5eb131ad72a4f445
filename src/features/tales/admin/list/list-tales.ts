import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { likePattern } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import type { ManagedTalePage, Sort, TaleListQuery, TaleState } from '../contract.ts';
import { type RowColumns, rowColumns, toRow } from '../managed-tale.ts';

const PAGE_SIZE = 50;

type Row = RowColumns & { key: string };

/**
 * Lists tales for editors, 50 per page.
 * @throws AppError 400 for an invalid cursor
 */
export async function listManagedTales(db: Db, query: TaleListQuery): Promise<ManagedTalePage> {
  const categories = await listCategories(db, query.q);
  const conditions = await findConditions(db, query, categories);
  if (conditions === undefined) return { tales: [], next: null };
  const segments = listSegments(query, conditions, categories);
  const start = query.after === '' ? undefined : parseCursor(query.after, segments);
  const rows: Row[] = [];
  for (const segment of segments.slice(start?.index ?? 0)) {
    const cursor = rows.length === 0 && segment === segments[start?.index ?? 0] ? start?.cursor : undefined;
    rows.push(...(await readRows(db, { segment, cursor, limit: PAGE_SIZE + 1 - rows.length })));
    if (rows.length > PAGE_SIZE) break;
  }
  const last = rows[PAGE_SIZE - 1];
  const next = rows.length > PAGE_SIZE && last ? writeCursor({ key: last.key, id: last.id }) : null;
  return { tales: rows.slice(0, PAGE_SIZE).map(toRow), next };
}

type Range = { segment: Segment; cursor: Cursor | undefined; limit: number };

async function readRows(db: Db, { segment, cursor, limit }: Range): Promise<Row[]> {
  const { where, key, isAscending } = segment;
  const direction = isAscending ? sql`asc` : sql`desc`;
  const order = key === undefined ? sql`t.id ${direction}` : sql`${key} ${direction}, t.id ${direction}`;
  const { rows } = await sql<Row>`
    select ${rowColumns}, ${segment.cursorKey} as key
    from (select * from tales t where ${where} and ${isAfter(segment, cursor)} order by ${order} limit ${limit}) t
    join categories c on c.id = t.category_id
    order by ${order}`.execute(db);
  return rows;
}

function isAfter({ key, type, isAscending }: Segment, cursor: Cursor | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const operator = isAscending ? sql`>` : sql`<`;
  if (key === undefined) return sql`t.id ${operator} ${cursor.id}::uuid`;
  return sql`(${key}, t.id) ${operator} (${cursor.key}::${type}, ${cursor.id}::uuid)`;
}

/** Returns the segment in which the next page starts, and the last row of the previous one. */
function parseCursor(after: string, segments: readonly Segment[]): { index: number; cursor: Cursor } {
  const cursor = readCursor(after, segments[0]?.kind ?? 'text');
  const index = segments.findIndex(({ name }) => name === '' || name === cursor.key);
  if (index === -1) throw badRequest('Invalid cursor. Load the list again.', 'unknown_cursor');
  return { index, cursor };
}

/** `isMatch`: its name contains the search text. */
type ListedCategory = { id: number; slug: string; isMatch: boolean };

async function listCategories(db: Db, q: string): Promise<ListedCategory[]> {
  const isMatch = q === '' ? sql`false` : sql`normalize_text(name) like ${likePattern(q)}`;
  const { rows } = await sql<ListedCategory>`select id, slug, ${isMatch} as "isMatch" from categories order by name`.execute(db);
  return rows;
}

/**
 * A part of the list that one index returns in order. Sorted by state or category, the list has one segment for each, newest tale first;
 * other orders have one segment, without a name.
 */
type Segment = {
  name: string;
  where: RawBuilder<boolean>;
  /** Sort key before the id; undefined sorts by id alone, which increases with the time of creation. */
  key: RawBuilder<unknown> | undefined;
  isAscending: boolean;
  /** The key as stored in a cursor, and how it is parsed. */
  cursorKey: RawBuilder<string>;
  kind: 'time' | 'text';
  type: RawBuilder<unknown>;
};

const TIME = { kind: 'time' as const, type: sql`timestamptz` };
const TEXT = { kind: 'text' as const, type: sql`text` };

const TIME_KEYS: Partial<Record<Sort, RawBuilder<unknown>>> = {
  created: sql`t.created_at`,
  updated: sql`t.updated_at`,
  publish_date: sql`t.publish_date`,
};
/** The expressions of the indexes. */
const TEXT_KEYS: Partial<Record<Sort, RawBuilder<string>>> = {
  title: sql`(normalize_text(title_key(t.title)) collate "C")`,
  author: sql`(normalize_text(t.author) collate "C")`,
};
const STATE_ORDER: readonly TaleState[] = ['draft', 'scheduled', 'published', 'bin'];

function listSegments(query: TaleListQuery, { common, matches }: Conditions, categories: readonly ListedCategory[]): Segment[] {
  const { sort, order, state, category, author } = query;
  const matching = categories.filter(({ isMatch }) => isMatch).map(({ id }) => id);
  const matchesOrCategory =
    matching.length === 0 || matches === undefined ? matches : sql<boolean>`(${matches} or t.category_id = any(${matching}::smallint[]))`;
  const where = and(common, matchesOrCategory);
  const time = TIME_KEYS[sort];
  if (time !== undefined) {
    const cursorKey = sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    return [{ name: '', where, key: time, isAscending: order === 'asc', cursorKey, ...TIME }];
  }
  const text = TEXT_KEYS[sort];
  // All tales have the same key.
  if (sort === 'author' && author !== undefined) return [namedSegment(author, where)];
  if (text !== undefined) return [{ name: '', where, key: text, isAscending: order !== 'desc', cursorKey: text, ...TEXT }];
  const segments =
    sort === 'status'
      ? STATE_ORDER.filter((name) => (state === undefined ? name !== 'bin' : name === state)).map((name) =>
          namedSegment(name, and(where, STATE_CONDITIONS[name])),
        )
      : categories
          .filter(({ slug }) => category === undefined || slug === category)
          // If the category matches the search text, all of its tales do.
          .map(({ slug, id, isMatch }) => namedSegment(slug, and(and(common, isMatch ? undefined : matches), sql`t.category_id = ${id}`)));
  return order === 'desc' ? segments.reverse() : segments;
}

function and(one: RawBuilder<boolean>, other: RawBuilder<boolean> | undefined): RawBuilder<boolean> {
  return other === undefined ? one : sql`${one} and ${other}`;
}

function namedSegment(name: string, where: RawBuilder<boolean>): Segment {
  return { name, where, key: undefined, isAscending: false, cursorKey: sql<string>`${name}::text`, ...TEXT };
}

type Conditions = {
  /** Conditions of all tales of the list. */
  common: RawBuilder<boolean>;
  /** Title or author contain the search text; undefined without one. */
  matches: RawBuilder<boolean> | undefined;
};

const STATE_CONDITIONS: Record<TaleState, RawBuilder<boolean>> = {
  draft: sql`t.deleted_at is null and t.status = 'draft'`,
  scheduled: sql`t.deleted_at is null and t.status = 'published' and t.publish_date > now()`,
  published: sql`t.deleted_at is null and t.status = 'published' and t.publish_date <= now()`,
  bin: sql`t.deleted_at is not null`,
};

/** Returns undefined if the list is empty because its category or author does not exist. */
async function findConditions(
  db: Db,
  { q, state, category, author, language }: TaleListQuery,
  categories: readonly ListedCategory[],
): Promise<Conditions | undefined> {
  const conditions: RawBuilder<boolean>[] = [state === undefined ? sql`t.deleted_at is null` : STATE_CONDITIONS[state]];
  if (category !== undefined) {
    const id = categories.find(({ slug }) => slug === category)?.id;
    if (id === undefined) return undefined;
    conditions.push(sql`t.category_id = ${id}`);
  }
  if (author !== undefined) {
    const row = await db.selectFrom('authors').select('id').where('slug', '=', author).executeTakeFirst();
    if (row === undefined) return undefined;
    conditions.push(sql`t.author_id = ${row.id}`);
  }
  if (language !== undefined) conditions.push(sql`t.language = ${language}`);
  return { common: sql.join(conditions, sql` and `), matches: q === '' ? undefined : await findMatches(db, q, state) };
}

/** Up to this many matches are listed by id and sorted; with more, a scan in sort order meets them soon enough. */
const MAX_LISTED_MATCHES = 1_000;

/**
 * Returns the condition for the search text. Few matches are listed by id, because a scan in sort order could read all tales to find
 * them. Texts of fewer than 3 characters cannot use the trigram index.
 */
async function findMatches(db: Db, q: string, state: TaleState | undefined): Promise<RawBuilder<boolean>> {
  const matches = sql<boolean>`t.search_text like ${likePattern(q)}`;
  if (state === 'bin') return matches;
  const { rows } = await sql<{ id: string }>`
    select t.id from tales t where t.deleted_at is null and ${matches} limit ${MAX_LISTED_MATCHES + 1}`.execute(db);
  return rows.length > MAX_LISTED_MATCHES ? matches : sql`t.id = any(${rows.map(({ id }) => id)}::uuid[])`;
}

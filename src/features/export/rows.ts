/** The tables that an export holds, as rows of JSON. */
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';

/** A row as Postgres writes it as JSON: times as text with microseconds, in UTC. */
export type Row = Record<string, unknown>;

/** Tables whose rows stand in data/<table>.jsonl, in the order in which they can be written; with what their rows are put in order by. */
export const DATA_TABLES = {
  categories: 'id',
  category_slugs: 'slug',
  author_names: 'key',
  author_slugs: 'slug',
  tale_slugs: 'slug',
  tale_revisions: 'tale_id, version',
  collection_slugs: 'slug',
  media: 'id',
  media_uses: 'media_id, tale_id, as_cover',
  imports: 'name',
  page_texts: 'name, version',
} as const;

/** Made from the other columns by triggers; and who did it, as accounts are not in an export. */
const NOT_WRITTEN: Record<string, string[]> = {
  tales: ['author', 'facets', 'search', 'edited_by'],
  tale_revisions: ['edited_by'],
  media: ['created_by'],
  page_texts: ['saved_by'],
};

/** The columns of a table that an export writes. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => NOT_WRITTEN[table]?.includes(name) !== true);
}

/** An SQL expression: the row `r` with these columns, as JSON. The others, words of search indexes among them, are not even looked at. */
export function rowJson(columns: readonly string[]): string {
  return `(select to_jsonb(w) from (select ${columns.map((column) => `r.${pg.escapeIdentifier(column)}`).join()}) w)`;
}

/** What a row says that `known` does not. */
export function restOf(row: Row, known: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => !isDeepStrictEqual(value, known[key])));
}

/** Writes rows in one statement, each with all of these columns. `conflict`: what stands after "on conflict". */
export async function insertRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: Row[],
  conflict = '',
): Promise<void> {
  const names = columns.map(pg.escapeIdentifier).join(', ');
  await client.query(
    `insert into ${pg.escapeIdentifier(table)} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${pg.escapeIdentifier(table)}, $1::json) ${conflict && `on conflict ${conflict}`}`,
    [JSON.stringify(rows)],
  );
}

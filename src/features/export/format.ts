import pg from 'pg';
import { StartError } from '#src/platform/start-errors.ts';

export const FORMAT = 1;
/** Written last: a folder without it is incomplete. */
export const EXPORT_FILE = 'export.json';

/** An export that cannot be written or imported. The message is for the operator; nothing was imported. */
export class ExportError extends StartError {
  override name = 'ExportError';
}

/** A row as JSON by Postgres: times are text with microseconds in UTC. */
export type Row = Record<string, unknown>;

/** Tables and columns with another name in exports, which stay readable for all releases. */
const EXPORT_NAMES: Record<string, string> = {
  page_versions: 'page_texts',
  seed_runs: 'imports',
  first_published_at: 'went_public_at',
  publish_date_is_manual: 'is_dated',
  sanitizer_version: 'cleaner_version',
  upload_started_at: 'begun_at',
};
const DATABASE_NAMES = Object.fromEntries(Object.entries(EXPORT_NAMES).map(([name, exported]) => [exported, name]));

/** Returns the path of a table's file in an export. */
export function dataFile(table: string): string {
  return `data/${EXPORT_NAMES[table] ?? table}.jsonl`;
}

/** Renames the columns of a row to those of the export. */
export function toExported(row: Row): Row {
  return renameKeys(row, EXPORT_NAMES);
}

/** Renames the columns of an exported row to those of the database. */
export function fromExported(row: Row): Row {
  return renameKeys(row, DATABASE_NAMES);
}

function renameKeys(row: Row, names: Record<string, string>): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [names[key] ?? key, value]));
}

/** Columns derived by triggers, and references to accounts, which are not exported. */
const NOT_WRITTEN: Record<string, string[]> = {
  tales: ['author', 'facets', 'search', 'edited_by', 'suggested_by'],
  tale_revisions: ['edited_by', 'suggested_by'],
  media: ['created_by'],
  page_versions: ['saved_by'],
  folders: ['created_by', 'updated_by'],
  files: ['created_by', 'updated_by'],
};

/** Returns the exported columns of a table. */
export async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => NOT_WRITTEN[table]?.includes(name) !== true);
}

/** Returns an SQL expression for these columns of row `r` as JSON, named as in exports, without reading other columns such as search vectors. */
export function rowJson(columns: readonly string[]): string {
  const named = columns.map((column) => `r.${pg.escapeIdentifier(column)} as ${pg.escapeIdentifier(EXPORT_NAMES[column] ?? column)}`);
  return `(select to_jsonb(w) from (select ${named.join()}) w)`;
}

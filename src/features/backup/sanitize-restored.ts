import type pg from 'pg';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';

/** Columns with HTML that is served as stored. A manipulated backup could contain anything there. */
const HTML_COLUMNS = [
  ['tales', 'content'],
  ['tale_revisions', 'content'],
  ['page_versions', 'html'],
] as const;
/** Matches any tag that is not one of these without attributes. Other texts need no sanitizing. */
const NEEDS_SANITIZING = '<(?!/?(p|em|strong|h2|h3|ul|ol|li|blockquote|hr|br)( /)?>)';
/** Texts in memory at a time; each has at most a few megabytes. */
const BATCH = 50;

/**
 * Sanitizes all stored HTML again, in the caller's transaction. Returns the number of changed texts. Triggers are disabled, so that no
 * versions are created. Older schemas may lack some tables.
 */
export async function sanitizeRestoredHtml(client: pg.ClientBase): Promise<number> {
  let changed = 0;
  for (const [table, column] of HTML_COLUMNS) {
    const { rows } = await client.query('select from pg_attribute where attrelid = to_regclass($1) and attname = $2', [
      `public.${table}`,
      column,
    ]);
    if (rows.length === 0) continue;
    await client.query(`alter table public.${table} disable trigger user`);
    changed += await cleanColumn(client, table, column);
    await client.query(`alter table public.${table} enable trigger user`);
  }
  return changed;
}

async function cleanColumn(client: pg.ClientBase, table: string, column: string): Promise<number> {
  await client.query(
    `declare texts no scroll cursor for select ctid::text as place, ${column} as html from public.${table} where ${column} ~ '${NEEDS_SANITIZING}'`,
  );
  let changed = 0;
  while (true) {
    const { rows } = await client.query<{ place: string; html: string }>(`fetch ${BATCH} from texts`);
    if (rows.length === 0) break;
    for (const { place, html } of rows) {
      const clean = sanitizeHtml(html).html;
      if (clean === html) continue;
      await client.query(`update public.${table} set ${column} = $2 where ctid = $1::tid`, [place, clean]);
      changed += 1;
    }
  }
  await client.query('close texts');
  return changed;
}

import type pg from 'pg';
import { cleanHtml } from '#src/features/tales/tales.ts';

/** All columns whose HTML is shown as it is stored: who made the backup may have written anything there. */
const HTML_COLUMNS = [
  ['tales', 'content'],
  ['tale_revisions', 'content'],
  ['page_texts', 'html'],
] as const;
/** A tag that is anything else than one of these, without attributes. Texts without such tags need not be cleaned. */
const NOT_PLAIN = '<(?!/?(p|em|strong|h2|h3|ul|ol|li|blockquote|hr|br)( /)?>)';
/** Texts in memory at a time; one has at most some megabytes. */
const BATCH = 50;

/**
 * Cleans all stored HTML again, in the caller's transaction, and returns how many texts were changed. Triggers are off meanwhile: a cleaned text
 * is no new version. Older schemas may lack some of the tables.
 */
export async function cleanTexts(client: pg.ClientBase): Promise<number> {
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
    `declare texts no scroll cursor for select ctid::text as place, ${column} as html from public.${table} where ${column} ~ '${NOT_PLAIN}'`,
  );
  let changed = 0;
  while (true) {
    const { rows } = await client.query<{ place: string; html: string }>(`fetch ${BATCH} from texts`);
    if (rows.length === 0) break;
    for (const { place, html } of rows) {
      const clean = cleanHtml(html).html;
      if (clean === html) continue;
      await client.query(`update public.${table} set ${column} = $2 where ctid = $1::tid`, [place, clean]);
      changed += 1;
    }
  }
  await client.query('close texts');
  return changed;
}

/** Tales as editors read them: rows of the list and tales with all fields, drafts and trashed tales included. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { creditNamesSql } from '../credits.ts';
import { CREDIT_NAMES, FIELD_NAMES } from '../field-values.ts';
import { type ManagedTale, TaleRow } from './contract.ts';

type Times = 'publish_date' | 'created_at' | 'updated_at';

/** A row of `tales t join categories c` with `rowColumns`. */
export type RowColumns = Omit<TaleRow, Times | 'deleted_at' | 'cover'> &
  Record<Times, Date> & { deleted_at: Date | null; cover_image: string; palette: string };

const stateColumn = sql<string>`case when t.deleted_at is not null then 'bin' when t.status = 'draft' then 'draft'
  when t.publish_date > now() then 'scheduled' else 'published' end`;

export const rowColumns = sql`t.id, t.slug, t.title, t.author, c.slug as category, c.name as category_name, c.palette, t.language, t.status,
  ${stateColumn} as state, t.publish_date, t.created_at, t.updated_at, t.deleted_at, t.version, t.cover_image`;

/** The columns of fields that list rows do not have. */
const OTHER_COLUMNS = FIELD_NAMES.filter(
  (name) => !Object.hasOwn(TaleRow.shape, name) && !['cover_image', 'tags', ...CREDIT_NAMES].includes(name),
);
const creditColumns = sql.join(CREDIT_NAMES.map((name) => sql`${sql.raw(creditNamesSql(name))} as ${sql.ref(name)}`));

export type ManagedRow = RowColumns & Omit<ManagedTale, keyof RowColumns>;

/** Selects what `toManaged` needs from `t`, which has whole rows of tales. */
export const readManaged = sql<ManagedRow>`
  select ${rowColumns}, ${sql.join(OTHER_COLUMNS.map((name) => sql.ref(`t.${name}`)))}, t.words, t.minutes, t.featured_rank, e.name as edited_by, s.name as suggested_by,
    coalesce((select json_agg(tag.slug order by tag.position) from tale_categories tc join categories tag on tag.id = tc.category_id
      where tc.tale_id = t.id), '[]') as tags, ${creditColumns}
  from t join categories c on c.id = t.category_id left join users e on e.id = t.edited_by
    left join users s on s.id = t.suggested_by`;

export function toRow(row: RowColumns): TaleRow {
  const { id, slug, title, author, category, category_name, language, status, state, version } = row;
  return {
    ...{ id, slug, title, author, category, category_name, language, status, state, version },
    publish_date: row.publish_date.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    cover: coverOf(row),
  };
}

/** The public URL of a generated cover works only while readers may see the tale, so editors get their own. */
function coverOf({ title, palette, cover_image }: RowColumns): string {
  return cover_image || urls.api(`/admin/drawn-cover?${new URLSearchParams({ title, category: palette })}`);
}

export function toManaged(row: ManagedRow): ManagedTale {
  const { palette: _, ...fields } = row;
  return { ...fields, ...toRow(row) };
}

/**
 * Returns a tale with all its fields, drafts and trashed tales included.
 * @throws AppError 404 `unknown_tale`
 */
export async function getManagedTale(db: Db, id: string): Promise<ManagedTale> {
  const { rows } =
    await sql<ManagedRow>`with t as (select * from tales where id = ${id}::uuid) ${readManaged} ${preparedStatement}`.execute(db);
  if (rows[0] === undefined) throw unknownTale();
  return toManaged(rows[0]);
}

export function unknownTale() {
  return notFound('This tale has been deleted.', 'unknown_tale');
}

/** Sets the version of a tale as a strong ETag, such as `"7"`. */
export function setVersion(c: Context<AppEnv>, version: number): void {
  c.header('ETag', `"${version}"`);
}

/**
 * Returns the version in `If-Match`. Weak tags are accepted, as compressing proxies weaken ETags. Malformed tags are version 0, which
 * matches no tale.
 * @throws AppError 428 `version_needed` without `If-Match`
 */
export function readVersion(c: Context<AppEnv>): number {
  const given = c.req.header('if-match')?.trim() ?? '';
  if (given === '') throw new AppError(428, 'version_needed', 'Send the version of the tale that you changed in If-Match.');
  const [, version = '0'] = /^(?:W\/)?"(\d{1,9})"$/.exec(given) ?? [];
  return Number(version);
}

import { sql } from 'kysely';
import { urls } from '#src/urls.ts';
import type { TaleRow } from './contract.ts';

type Times = 'publish_date' | 'created_at' | 'updated_at';

/** A row of `tales t join categories c`, as `rowColumns` asks for it. */
export type RowColumns = Omit<TaleRow, Times | 'deleted_at' | 'cover'> &
  Record<Times, Date> & { deleted_at: Date | null; cover_image: string; palette: string };

/** How a tale of `tales t` stands. */
export const stateColumn = sql<string>`case when t.deleted_at is not null then 'bin' when t.status = 'draft' then 'draft'
  when t.publish_date > now() then 'scheduled' else 'published' end`;

export const rowColumns = sql`t.id, t.slug, t.title, t.author, c.slug as category, c.name as category_name, c.palette, t.language, t.status,
  ${stateColumn} as state, t.publish_date, t.created_at, t.updated_at, t.deleted_at, t.version, t.cover_image`;

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

/** Not the address that readers know: that one is theirs only while they may see the tale. */
function coverOf({ title, palette, cover_image }: RowColumns): string {
  return cover_image || urls.api(`/admin/drawn-cover?${new URLSearchParams({ title, category: palette })}`);
}

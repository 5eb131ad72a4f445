import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { StaffTale, StaffTalePage, StaffTaleQuery } from './contract.ts';
import { containing } from './page-by-id.ts';

const PAGE = 50;

type Row = Omit<StaffTale, 'publishDate' | 'createdAt'> & { publishDate: Date; createdAt: Date; key: string };

/** All tales but those in the bin, drafts too, newest created first, 50 a page; of those whose title, author or category contains `q`. */
export async function listStaffTales(db: Db, { q, after }: StaffTaleQuery): Promise<StaffTalePage> {
  const { rows } = await sql<Row>`
    select t.id, t.slug, t.title, t.author, c.name as category, t.status, ${isPublic} as "isPublic", t.publish_date as "publishDate",
      t.created_at as "createdAt", to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
    from (
      select * from tales where deleted_at is null and ${fits(q)} and ${beyond(after)} order by created_at desc, id desc limit ${PAGE + 1}
    ) t join categories c on c.id = t.category_id
    order by t.created_at desc, t.id desc`.execute(db);
  const last = rows[PAGE - 1];
  return {
    tales: rows.slice(0, PAGE).map(({ publishDate, createdAt, key: _, ...tale }) => ({
      ...tale,
      publishDate: publishDate.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    next: rows.length > PAGE && last ? writeCursor({ key: last.key, id: last.id }) : null,
  };
}

function fits(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  return sql`(search_text like ${containing(q)}
    or category_id = any(array(select id from categories where plain(name) like ${containing(q)})))`;
}

function beyond(after: string): RawBuilder<boolean> {
  if (after === '') return sql`true`;
  const { key, id } = readCursor(after, 'time');
  return sql`(created_at, id) < (${key}::timestamptz, ${id}::uuid)`;
}

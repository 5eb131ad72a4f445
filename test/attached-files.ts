import type pg from 'pg';
import { putParts } from '#src/features/files/contents.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';

type About = { name: string; access?: 'public' | 'members' | 'private'; mediaType?: string; bytes?: number; pages?: number | null };

/** Adds a file of the library by SQL, without its bytes, in a folder named after its access. Returns its id. */
export async function addFile(pool: pg.Pool, about: About): Promise<string> {
  const { name, access = 'public', mediaType = 'application/pdf', bytes = 1234, pages = null } = about;
  const { rows } = await pool.query<{ id: string }>(
    `with folder as (
       insert into folders (name, access) values ($2, $2) on conflict (parent_id, lower(name)) do update set access = excluded.access returning id
     ), content as (
       insert into file_contents (bytes, sha256, media_type, pages, preview)
       values ($3, repeat('a', 64), $4, $5, case when $5::integer is not null then '{}'::jsonb end) returning id
     )
     insert into files (folder_id, name, content_id) select folder.id, $1, content.id from folder, content returning id`,
    [name, access, bytes, mediaType, pages],
  );
  return rows[0]?.id ?? '';
}

/** Stores bytes for a file that was added without. */
export async function storeBytes(pool: pg.Pool, store: ObjectStore, fileId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; bytes: string }>(
    'select c.id, c.bytes from file_contents c join files f on f.content_id = c.id where f.id = $1',
    [fileId],
  );
  const { id = '', bytes = '0' } = rows[0] ?? {};
  for (const { position, bytes: size, sha256, key } of await putParts(store, id, Buffer.alloc(Number(bytes)))) {
    const sql = 'insert into file_parts (content_id, position, bytes, sha256, object_key) values ($1, $2, $3, $4, $5)';
    await pool.query(sql, [id, position, size, sha256, key]);
  }
}

/** Attaches files to a tale by SQL, in this order. */
export async function attach(pool: pg.Pool, taleId: string, files: readonly string[]): Promise<void> {
  await pool.query(
    `insert into tale_files (tale_id, file_id, position, kind)
     select $1, file, place, 'worksheet' from unnest($2::uuid[]) with ordinality as given (file, place)`,
    [taleId, files],
  );
}

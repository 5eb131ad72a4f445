/** Files attached to tales and collections. The folder of a file decides who sees it: everyone, who is logged in, or editors. */
import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { urls } from '#src/urls.ts';
import type { FileAccess, FileUse } from '../contract.ts';
import type { AttachedFile, AttachmentInput, ManagedAttachments } from './contract.ts';
import { withoutExtension } from './describe-file.ts';

export { describeFile } from './describe-file.ts';

/** What files are attached to. */
export type Owner = { kind: 'tale'; id: string } | { kind: 'collection'; id: number };

/** A row of `attachedSql`. */
export type AttachedRow = Omit<AttachedFile, 'address' | 'preview'> & { version: number; hasPreview: boolean };

const TABLES = {
  tale: { links: sql`tale_files`, owner: sql`a.tale_id`, column: sql`tale_id`, owners: sql`tales` },
  collection: { links: sql`collection_files`, owner: sql`a.collection_id`, column: sql`collection_id`, owners: sql`collections` },
};

const fileJson = sql`json_build_object('id', f.id, 'kind', a.kind, 'label', a.label, 'description', a.description, 'name', f.name,
  'mediaType', c.media_type, 'bytes', c.bytes, 'pages', c.pages, 'version', f.content_version, 'hasPreview', c.preview is not null,
  'access', folder_access(f.folder_id))`;

/** SQL of the files of an owner with this access, as a JSON array of AttachedRow. `owner`: SQL of its id. */
export function attachedSql(kind: Owner['kind'], owner: RawBuilder<unknown>, access: FileAccess = 'public'): RawBuilder<AttachedRow[]> {
  const table = TABLES[kind];
  return sql<AttachedRow[]>`coalesce((select json_agg(${fileJson} order by a.position, f.id)
    from ${table.links} a join files f on f.id = a.file_id join file_contents c on c.id = f.content_id
    where ${table.owner} = ${owner} and folder_access(f.folder_id) = ${sql.lit(access)}), '[]')`;
}

/** SQL of the number of its files for readers who are logged in. */
export function memberFilesSql(kind: Owner['kind'], owner: RawBuilder<unknown>): RawBuilder<number> {
  const table = TABLES[kind];
  return sql<number>`(select count(*)::integer from ${table.links} a join files f on f.id = a.file_id
    where ${table.owner} = ${owner} and folder_access(f.folder_id) = 'members')`;
}

/** Returns the files as readers see them. */
export function toAttached(rows: readonly AttachedRow[]): AttachedFile[] {
  return rows.map((row) => ({ ...toFile(row), label: row.label || withoutExtension(row.name) }));
}

function toFile({ id, kind, label, description, name, mediaType, bytes, pages, version, hasPreview }: AttachedRow): AttachedFile {
  const preview = hasPreview ? urls.filePreview(id, version) : null;
  return { id, kind, label, description, name, mediaType, bytes, pages, address: urls.file(id, name, version), preview };
}

/**
 * Returns the files of a public tale or collection for readers who are logged in. `isPublic`: condition on tales `t`.
 * @throws AppError 404
 */
export async function listMemberFiles(db: Db, kind: Owner['kind'], slug: string, isPublic: RawBuilder<boolean>): Promise<AttachedFile[]> {
  const isShown = {
    tale: sql`exists (select from tales t where t.id = o.id and ${isPublic})`,
    collection: sql`exists (select from collection_tales p join tales t on t.id = p.tale_id where p.collection_id = o.id and ${isPublic})`,
  };
  const { rows } = await sql<{ files: AttachedRow[] }>`
    select ${attachedSql(kind, sql`o.id`, 'members')} as files from ${TABLES[kind].owners} o where o.slug = ${slug} and ${isShown[kind]}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound();
  return toAttached(rows[0].files);
}

type ManagedRow = { file: AttachedRow & { access: FileAccess } };

/** Returns all files of a tale or collection. @throws AppError 404 */
export async function getAttachments(db: Db, owner: Owner): Promise<ManagedAttachments> {
  await getName(db, owner);
  const table = TABLES[owner.kind];
  const { rows } = await sql<ManagedRow>`
    select ${fileJson} as file from ${table.links} a join files f on f.id = a.file_id join file_contents c on c.id = f.content_id
    where ${table.owner} = ${owner.id} order by a.position, f.id`.execute(db);
  const files = rows.map(({ file }) => ({ ...toFile(file), access: file.access }));
  const entries = files.map(({ id, kind, label, description }) => ({ id, kind, label, description }));
  return { files, tag: hash('sha256', JSON.stringify(entries)).slice(0, 16) };
}

/**
 * Replaces the files of a tale or collection, with an audit log entry.
 * @throws AppError 404, 412 `changed_since`, 422 `invalid` for unknown files
 */
export async function setAttachments(
  db: Db,
  actor: string,
  owner: Owner,
  read: string,
  { files }: AttachmentInput,
): Promise<ManagedAttachments> {
  return transact(db, async (trx) => {
    const name = await getName(trx, owner, true);
    const before = await getAttachments(trx, owner);
    assertIfMatch(read, before.tag);
    const ids = files.map(({ id }) => id);
    const known = await sql<{ id: string }>`select id from files where id = any(${ids}::uuid[]) order by id for key share`.execute(trx);
    const unknown = ids.filter((id) => !known.rows.some((row) => row.id === id));
    if (unknown.length > 0) throw invalid({ files: ['A file was deleted from the library. Remove it, and save again.'] });
    await writeAttachments(trx, owner, files);
    const now = await getAttachments(trx, owner);
    if (now.tag !== before.tag) {
      const subject = { kind: owner.kind, id: String(owner.id) };
      await audit(trx, { actor, action: `${owner.kind}.files_changed`, subject, details: { name, files: files.length } });
    }
    return now;
  });
}

/** Replaces the files of an existing tale or collection by existing ones, without an audit log entry. */
export async function writeAttachments(trx: Db, owner: Owner, files: AttachmentInput['files']): Promise<void> {
  const { links, column } = TABLES[owner.kind];
  const ids = files.map(({ id }) => id);
  await sql`delete from ${links} where ${column} = ${owner.id} and file_id <> all(${ids}::uuid[])`.execute(trx);
  // Only rows that change, so that saving the same list renews no page.
  if (files.length > 0)
    await sql`insert into ${links} as a (${column}, file_id, position, kind, label, description)
      select ${owner.id}, g.id, g.position, g.kind, g.label, g.description
      from json_to_recordset(${JSON.stringify(files.map((file, at) => ({ ...file, position: at + 1 })))})
        as g (id uuid, position smallint, kind text, label text, description text)
      on conflict (${column}, file_id) do update
        set position = excluded.position, kind = excluded.kind, label = excluded.label, description = excluded.description
        where (a.position, a.kind, a.label, a.description) is distinct from
          (excluded.position, excluded.kind, excluded.label, excluded.description)`.execute(trx);
}

/** Attaches the files of a tale to its copy, which has none. */
export async function copyAttachments(db: Db, tale: string, copy: string): Promise<void> {
  await sql`insert into tale_files (tale_id, file_id, position, kind, label, description)
    select ${copy}::uuid, file_id, position, kind, label, description from tale_files where tale_id = ${tale}::uuid`.execute(db);
}

/** @throws AppError 404 for an owner that does not exist or is a tale in the trash */
async function getName(db: Db, { kind, id }: Owner, isLocked = false): Promise<string> {
  const where = kind === 'tale' ? sql`id = ${id}::uuid and deleted_at is null` : sql`id = ${id}`;
  const { rows } = await sql<{ title: string }>`
    select title from ${TABLES[kind].owners} where ${where} ${isLocked ? sql`for update` : sql``}`.execute(db);
  if (rows[0] === undefined) throw notFound(`This ${kind} does not exist.`, `unknown_${kind}`);
  return rows[0].title;
}

/** Lists the tales and collections that a file is attached to, at most 100, by title. */
export async function listAttachments(db: Db, fileId: string): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    select 'tale' as kind, t.id::text as id, t.title from tale_files a join tales t on t.id = a.tale_id where a.file_id = ${fileId}::uuid
    union all
    select 'collection', o.id::text, o.title from collection_files a join collections o on o.id = a.collection_id
    where a.file_id = ${fileId}::uuid order by title, id limit 100`.execute(db);
  return rows;
}

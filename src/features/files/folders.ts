/** Folders of the file library. Each change and its audit log entry are one transaction. */
import { type RawBuilder, sql } from 'kysely';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import type { FileAccess, Folder, FolderChange, NewFolder } from './contract.ts';
import { ACCESS, MAX_FOLDER_DEPTH, MAX_SUBFOLDERS } from './limits.ts';

/** Columns of `folders f`. */
const columns = sql`f.id, f.parent_id, f.name, f.access, folder_access(f.id) as effective_access, f.version,
  (select count(*) from files where folder_id = f.id)::integer + (select count(*) from folders c where c.parent_id = f.id)::integer as entries`;

/** @throws AppError 404 `unknown_folder` */
export async function getFolder(db: Db, id: string): Promise<Folder> {
  const [folder] = await selectFolders(db, sql`f.id = ${id}::uuid`);
  if (folder === undefined) throw unknownFolder();
  return folder;
}

/** Lists the folders that match a condition on `folders f`, by name. */
export async function selectFolders(db: Db, condition: RawBuilder<unknown>): Promise<Folder[]> {
  const limit = MAX_SUBFOLDERS;
  const { rows } =
    await sql<Folder>`select ${columns} from folders f where ${condition} order by lower(f.name), f.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns ids and names from the top down to a folder. */
export async function pathOf(db: Db, id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive path as (
      select id, name, parent_id, 1 as depth from folders where id = ${id}::uuid
      union all select f.id, f.name, f.parent_id, depth + 1 from path join folders f on f.id = path.parent_id where depth < 20
    ) select id, name from path order by depth desc`.execute(db);
  return rows;
}

/** Lists all folders with their path, at most 2,000. */
export async function listFolders(db: Db): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; path: string }>`
    with recursive tree as (
      select id, name as path, 1 as depth from folders where parent_id is null
      union all select f.id, tree.path || ' / ' || f.name, depth + 1 from tree join folders f on f.parent_id = tree.id where depth < 20
    ) select id, path from tree order by lower(path), id limit 2000`.execute(db);
  return rows;
}

/** @throws AppError 404; 409 `name_taken`, `too_deep`, `too_many_folders` */
export async function createFolder(
  db: Db,
  editor: { id: string | null },
  { name, parent_id: parentId, access }: NewFolder,
): Promise<Folder> {
  return transact(db, async (trx) => {
    await lockFolders(trx);
    await assertFits(trx, parentId, 1);
    await assertNameIsFree(trx, parentId, name);
    const { id } = await trx
      .insertInto('folders')
      .values({ name, parent_id: parentId, access, created_by: editor.id, updated_by: editor.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, { actor: editor.id, action: 'folder.created', subject: { kind: 'folder', id }, details: { access } });
    return getFolder(trx, id);
  });
}

/** @throws as createFolder, and AppError 412 `changed_since`, 409 `own_folder` for a move into itself */
export async function changeFolder(db: Db, editor: Editor, id: string, read: string, change: FolderChange): Promise<Folder> {
  return transact(db, async (trx) => {
    await lockFolders(trx);
    const before = await getFolder(trx, id);
    assertIfMatch(read, before.version);
    const now = { ...before, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
    const isMoved = now.parent_id !== before.parent_id;
    if (isMoved) {
      const path = now.parent_id === null ? [] : await pathOf(trx, now.parent_id);
      if (path.some((each) => each.id === id)) throw new AppError(409, 'own_folder', 'A folder cannot be moved into itself.');
      await assertFits(trx, now.parent_id, await heightOf(trx, id));
    }
    if (isMoved || now.name.toLowerCase() !== before.name.toLowerCase()) await assertNameIsFree(trx, now.parent_id, now.name, id);
    const fields = (['name', 'parent_id', 'access'] as const).filter((field) => now[field] !== before[field]);
    if (fields.length === 0) return before;
    await sql`update folders set name = ${now.name}, parent_id = ${now.parent_id}::uuid, access = ${now.access}, version = version + 1,
      updated_at = now(), updated_by = ${editor.id}::uuid where id = ${id}::uuid`.execute(trx);
    const details = {
      fields: fields.join(', ').replace('parent_id', 'place'),
      ...(now.access !== before.access && { access: now.access }),
    };
    await audit(trx, { actor: editor.id, action: 'folder.changed', subject: { kind: 'folder', id }, details });
    return getFolder(trx, id);
  });
}

/** `missing`: names of folders to create in `id`. `access`: of the folder as a whole, once it exists. */
type FoundFolder = { path: readonly string[]; id: string | null; missing: readonly string[]; access: FileAccess };

/**
 * Finds the folder with these names from the top for files with an access. A folder that would show them to more people is not used, but one
 * beside it, named after the access.
 */
export async function findFolder(db: Db, path: readonly string[], access: FileAccess): Promise<FoundFolder> {
  let [id, depth, own]: [string | null, number, FileAccess] = [null, 0, 'public'];
  for (const name of path) {
    const { rows } = await sql<{ id: string; access: FileAccess }>`
      select id, folder_access(id) as access from folders
      where parent_id is not distinct from ${id}::uuid and lower(name) = lower(${name})`.execute(db);
    const [row] = rows as [(typeof rows)[number]?];
    if (row === undefined) break;
    [id, depth, own] = [row.id, depth + 1, row.access];
  }
  const isLooser = ACCESS.indexOf(own) < ACCESS.indexOf(access);
  if (depth === path.length && isLooser)
    return findFolder(db, [...path.slice(0, -1), `${[...(path.at(-1) ?? '')].slice(0, 80).join('')} (${access})`], access);
  return { path, id, missing: path.slice(depth), access: isLooser ? access : own };
}

/** Returns the id of the folder that findFolder finds, after creating what is missing. @throws as createFolder */
export async function openFolder(db: Db, creator: { id: string | null }, path: readonly string[], access: FileAccess): Promise<string> {
  const found = await findFolder(db, path, access);
  let { id } = found;
  for (const [index, name] of found.missing.entries()) {
    // The strictest folder of a path counts: those above must not hide what else may come into them.
    const isLast = index === found.missing.length - 1;
    id = (await createFolder(db, creator, { name, parent_id: id, access: isLast ? access : 'public' })).id;
  }
  return id ?? '';
}

/** Deletes an empty folder. @throws AppError 404, 409 `not_empty`, 412 `changed_since` */
export async function deleteFolder(db: Db, editor: Editor, id: string, read: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockFolders(trx);
    const { rows } = await sql`select from folders where id = ${id}::uuid for update`.execute(trx);
    if (rows.length === 0) throw unknownFolder();
    const { version, entries } = await getFolder(trx, id);
    assertIfMatch(read, version);
    if (entries > 0) throw new AppError(409, 'not_empty', 'This folder is not empty. Move or delete its files and folders first.');
    await trx.deleteFrom('folders').where('id', '=', id).execute();
    await audit(trx, { actor: editor.id, action: 'folder.deleted', subject: { kind: 'folder', id } });
  });
}

/** Locks a folder until the end of the transaction, so that it stays and names in it cannot be taken. @throws AppError 404 `unknown_folder` */
export async function lockFolder(trx: Db, id: string): Promise<void> {
  const { rows } = await sql`select from folders where id = ${id}::uuid for update`.execute(trx);
  if (rows.length === 0) throw unknownFolder();
}

/** Changes of the tree run one after another; otherwise two moves could make a cycle. */
async function lockFolders(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412086, 0)`.execute(trx);
}

async function assertFits(trx: Db, parentId: string | null, height: number): Promise<void> {
  const path = parentId === null ? [] : await pathOf(trx, parentId);
  if (parentId !== null && path.length === 0) throw unknownFolder();
  if (path.length + height > MAX_FOLDER_DEPTH)
    throw new AppError(409, 'too_deep', `Folders can be nested ${MAX_FOLDER_DEPTH} levels deep. Choose a folder closer to the top.`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from folders where parent_id is not distinct from ${parentId}::uuid`.execute(trx);
  if ((rows[0]?.count ?? 0) >= MAX_SUBFOLDERS)
    throw new AppError(409, 'too_many_folders', `A folder can contain ${MAX_SUBFOLDERS} folders. Use another folder.`);
}

/** Levels of a folder and those in it. */
async function heightOf(trx: Db, id: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive tree as (
      select id, 1 as depth from folders where id = ${id}::uuid
      union all select f.id, depth + 1 from tree join folders f on f.parent_id = tree.id where depth < 20
    ) select max(depth) as height from tree`.execute(trx);
  return rows[0]?.height ?? 1;
}

async function assertNameIsFree(trx: Db, parentId: string | null, name: string, except: string | null = null): Promise<void> {
  const { rows } = await sql`
    select from folders where parent_id is not distinct from ${parentId}::uuid and lower(name) = lower(${name})
      and id is distinct from ${except}::uuid`.execute(trx);
  if (rows.length > 0) throw new AppError(409, 'name_taken', `There is already a folder named “${name}” here. Choose another name.`);
}

function unknownFolder(): AppError {
  return notFound('This folder does not exist. It may have been deleted.', 'unknown_folder');
}

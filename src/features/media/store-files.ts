/** Writes the files of an image to the store. The row is inserted first, so that files left by a crash have one and are deleted later. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { unavailable } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { CleanFile, CleanPicture } from './encode/clean-picture.ts';
import { folderOf } from './picture-rows.ts';
import { REMOVE_UNUSED_PICTURES, RETENTION_MS } from './remove-unused-pictures.ts';
import { factsOf, type StoredFiles } from './stored-files.ts';

type Deps = { db: Db; store: ObjectStore };
type About = { name: string; bytes: number; editor: string };

/** `token` changes with every claim; `isKnown`: it was in the library before. */
type Claim = { id: string; token: string; isKnown: boolean; stored: StoredFiles };

/**
 * Claims the row of an image, writes its files, and runs `finish` in a transaction in which the row is locked and ready. Concurrent uploads of the same image both succeed. Throws like ObjectStore, after removing all files.
 */
export async function storeFiles<Result>(
  { db, store }: Deps,
  { files, ...picture }: CleanPicture,
  about: About,
  finish: (trx: Db, media: { id: string; isKnown: boolean }) => Promise<Result>,
): Promise<Result> {
  const folder = folderOf(picture);
  const claimed = await claim(db, picture, about);
  try {
    // Uploading a known image again restores files missing in the store.
    const missing = claimed.isKnown ? await missingOf(store, folder, files, claimed.stored) : files;
    for (const { name, bytes, type } of missing) await store.put(`${folder}/${name}`, bytes, type);
    return await transact(db, async (trx) => {
      const { token, isKnown } = (await makeReady(trx, claimed.id, missing)) ?? {};
      // A concurrent upload of the same image may have failed and removed the files.
      if (token !== claimed.token && (token === undefined || (await missingOf(store, folder, files, null)).length > 0))
        throw unavailable('busy', 5);
      return finish(trx, { id: claimed.id, isKnown: isKnown === true });
    });
  } catch (error) {
    if (!claimed.isKnown) await tidyUp({ db, store }, folder, claimed).catch(() => {});
    throw error;
  }
}

/** Waits only for a concurrent deletion of the files of the same image. */
async function claim(db: Db, { hash, width, height }: Omit<CleanPicture, 'files'>, about: About): Promise<Claim> {
  const { name, bytes, editor } = about;
  return transact(db, async (trx) => {
    const { rows } = await sql<Claim>`
      insert into media as m (hash, width, height, bytes, name, created_by, upload_started_at)
        values (${hash}, ${width}, ${height}, ${bytes}, ${name}, ${editor}, clock_timestamp())
      on conflict (hash) do update set upload_started_at = clock_timestamp(),
        name = case when m.ready_at is null or m.removed_at is not null then excluded.name else m.name end
      returning id, upload_started_at::text as token, m.ready_at is not null and m.removed_at is null as "isKnown", stored_files as stored`.execute(
      trx,
    );
    const [row] = rows as [Claim];
    if (!row.isKnown) await addJob(trx, REMOVE_UNUSED_PICTURES, {}, { delayMs: RETENTION_MS + 1_000, key: `media:${row.id}` });
    return row;
  });
}

/** Returns the current claim token, and whether a concurrent upload was first; undefined when the row was deleted. */
async function makeReady(trx: Db, id: string, written: CleanFile[]): Promise<Pick<Claim, 'token' | 'isKnown'> | undefined> {
  const stored = JSON.stringify(Object.fromEntries(written.map(({ name, bytes }) => [name, factsOf(bytes)])));
  const { rows } = await sql<Pick<Claim, 'token' | 'isKnown'>>`
    update media set ready_at = coalesce(ready_at, now()), removed_at = null,
      stored_files = nullif(coalesce(stored_files, '{}') || ${stored}::jsonb, '{}') where id = ${id}::uuid
    returning upload_started_at::text as token, old.ready_at is not null and old.removed_at is null as "isKnown"`.execute(trx);
  return rows[0];
}

async function missingOf(store: ObjectStore, folder: string, files: CleanFile[], stored: StoredFiles): Promise<CleanFile[]> {
  const there = await Promise.all(files.map(({ name }) => store.has(`${folder}/${name}`, () => stored?.[name] ?? {})));
  return files.filter((_, index) => !there[index]);
}

/** Removes incomplete files immediately, to free space on a full disk, unless another upload uses them. */
async function tidyUp({ db, store }: Deps, folder: string, { id, token }: Claim): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql`select from media where id = ${id}::uuid and upload_started_at::text = ${token}
      and (ready_at is null or removed_at is not null) and not exists (select from media_uses where media_id = ${id}::uuid) for update`.execute(
      trx,
    );
    if (rows.length === 0) return;
    await store.remove(folder);
    await trx.deleteFrom('media').where('id', '=', id).execute();
  });
}

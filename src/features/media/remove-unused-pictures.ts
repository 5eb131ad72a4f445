/** Deletes unused files: of deleted images and of aborted uploads. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { folderOf } from './picture-rows.ts';

/** Name of the job, which is added with every upload and deletion and runs an hour later. */
export const REMOVE_UNUSED_PICTURES = 'remove_left_pictures';
/** Cached pages may show deleted images for an hour. */
export const RETENTION_MS = 60 * 60_000;

type Deps = { db: Db; store: ObjectStore };
const FOLDER = /^([0-9a-f]{20})-([1-9]\d{0,3})x([1-9]\d{0,3})$/;

type UnusedPicture = { id: string; hash: string; width: number; height: number };

export function removeUnusedPicturesTask(deps: Deps): Task {
  return defineTask({ name: REMOVE_UNUSED_PICTURES, payload: z.object({}), run: async () => void (await removeUnusedPictures(deps)) });
}

/** Deletes files and rows that have expired, one image per transaction. Idempotent. Returns how many there were. */
export async function removeUnusedPictures(deps: Deps): Promise<number> {
  let removed = await deps.store.removePartialFiles(RETENTION_MS);
  while (await removeOne(deps)) removed += 1;
  return removed;
}

/** The row stays locked until the files are deleted: a new upload of the same image waits and then starts over. */
async function removeOne({ db, store }: Deps): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<UnusedPicture>`
      select m.id, m.hash, m.width, m.height from media m
      where (m.ready_at is null or m.removed_at is not null)
        and greatest(m.upload_started_at, m.removed_at) < now() - ${RETENTION_MS} * interval '1 ms'
        and not exists (select from media_uses u where u.media_id = m.id)
      limit 1 for update skip locked`.execute(trx);
    const [unused] = rows;
    if (unused === undefined) return false;
    await store.remove(folderOf(unused));
    await trx.deleteFrom('media').where('id', '=', unused.id).execute();
    return true;
  });
}

/**
 * Adds rows for files that have none, so that they are deleted an hour later. A store restored from another backup than the database has such files. Returns how many there were.
 */
export async function registerStrayPictures({ db, store }: Deps): Promise<number> {
  let registered = 0;
  for (const folder of await store.list()) {
    const [, hash, width, height] = FOLDER.exec(folder) ?? [];
    if (hash === undefined) continue;
    registered += await transact(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        insert into media (hash, width, height, bytes, name) values (${hash}, ${width}, ${height}, 1, 'Stray')
        on conflict (hash) do nothing returning id`.execute(trx);
      const [row] = rows;
      if (row !== undefined) await addJob(trx, REMOVE_UNUSED_PICTURES, {}, { delayMs: RETENTION_MS + 1_000, key: `media:${row.id}` });
      return rows.length;
    });
  }
  return registered;
}

/** Files that nobody needs any more: of pictures taken out of the library, and of those whose upload was broken off. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { folderOf } from './picture-rows.ts';

/** The job's name. It is added with every upload and every removal, and runs when its hour has passed. */
export const REMOVE_LEFT_PICTURES = 'remove_left_pictures';
/** Readers may hold a page for an hour that still shows what was taken out. */
export const LEFT_MS = 60 * 60_000;

type Deps = { db: Db; store: ObjectStore };
const FOLDER = /^([0-9a-f]{20})-([1-9]\d{0,3})x([1-9]\d{0,3})$/;

type Left = { id: string; hash: string; width: number; height: number };

export function removeLeftPicturesTask(deps: Deps): Task {
  return defineTask({ name: REMOVE_LEFT_PICTURES, payload: z.object({}), run: async () => void (await removeLeftPictures(deps)) });
}

/** Removes files and rows whose hour has passed, each picture by itself. Returns how many there were. May run at any time, and twice. */
export async function removeLeftPictures(deps: Deps): Promise<number> {
  let removed = await deps.store.removeHalves(LEFT_MS);
  while (await removeOne(deps)) removed += 1;
  return removed;
}

/** The row is locked until the files are gone: who brings the same picture again waits, and then begins anew. */
async function removeOne({ db, store }: Deps): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<Left>`
      select m.id, m.hash, m.width, m.height from media m
      where (m.ready_at is null or m.removed_at is not null)
        and greatest(m.begun_at, m.removed_at) < now() - ${LEFT_MS} * interval '1 ms'
        and not exists (select from media_uses u where u.media_id = m.id)
      limit 1 for update skip locked`.execute(trx);
    const [left] = rows;
    if (left === undefined) return false;
    await store.remove(folderOf(left));
    await trx.deleteFrom('media').where('id', '=', left.id).execute();
    return true;
  });
}

/**
 * Gives files without a row one, so that they are removed an hour later: a store may have been brought back from an older copy than the
 * database. Returns how many there were.
 */
export async function noteStrayPictures({ db, store }: Deps): Promise<number> {
  let noted = 0;
  for (const folder of await store.list()) {
    const [, hash, width, height] = FOLDER.exec(folder) ?? [];
    if (hash === undefined) continue;
    noted += await transact(db, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        insert into media (hash, width, height, bytes, name) values (${hash}, ${width}, ${height}, 1, 'Stray')
        on conflict (hash) do nothing returning id`.execute(trx);
      const [row] = rows;
      if (row !== undefined) await addJob(trx, REMOVE_LEFT_PICTURES, {}, { delayMs: LEFT_MS + 1_000, key: `media:${row.id}` });
      return rows.length;
    });
  }
  return noted;
}

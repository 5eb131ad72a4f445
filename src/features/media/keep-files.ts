/** Brings the files of a picture into the store. The row comes first: a crash leaves none without one, and what is left is removed. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { unavailable } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { CleanFile, CleanPicture } from './encode/clean-picture.ts';
import { factsOf, type StoredFiles } from './kept-files.ts';
import { folderOf } from './picture-rows.ts';
import { LEFT_MS, REMOVE_LEFT_PICTURES } from './remove-left-pictures.ts';

type Deps = { db: Db; store: ObjectStore };
type About = { name: string; bytes: number; editor: string };

/** `turn` changes with every claim; `isKnown`: it was in the library before. */
type Claim = { id: string; turn: string; isKnown: boolean; stored: StoredFiles };

/**
 * Claims the row of this picture, writes its files, and then does `finish` in a transaction in which the row is locked and ready.
 * Throws as ObjectStore does; then nothing of the picture is left. Of two at once with the same picture both are answered.
 */
export async function keepFiles<Result>(
  { db, store }: Deps,
  { files, ...picture }: CleanPicture,
  about: About,
  finish: (trx: Db, kept: { id: string; isKnown: boolean }) => Promise<Result>,
): Promise<Result> {
  const folder = folderOf(picture);
  const claimed = await claim(db, picture, about);
  try {
    // Somebody may have emptied the store: a picture that is sent again is whole again.
    const missing = claimed.isKnown ? await missingOf(store, folder, files, claimed.stored) : files;
    for (const { name, bytes, type } of missing) await store.put(`${folder}/${name}`, bytes, type);
    return await transact(db, async (trx) => {
      const { turn, isKnown } = (await makeReady(trx, claimed.id, missing)) ?? {};
      // Another one has begun with the same picture meanwhile, and may have failed and tidied up.
      if (turn !== claimed.turn && (turn === undefined || (await missingOf(store, folder, files, null)).length > 0))
        throw unavailable('busy', 5);
      return finish(trx, { id: claimed.id, isKnown: isKnown === true });
    });
  } catch (error) {
    if (!claimed.isKnown) await tidyUp({ db, store }, folder, claimed).catch(() => {});
    throw error;
  }
}

/** Waits for who just removes the files of the same picture, and for nobody else. */
async function claim(db: Db, { hash, width, height }: Omit<CleanPicture, 'files'>, about: About): Promise<Claim> {
  const { name, bytes, editor } = about;
  return transact(db, async (trx) => {
    const { rows } = await sql<Claim>`
      insert into media as m (hash, width, height, bytes, name, created_by, begun_at)
        values (${hash}, ${width}, ${height}, ${bytes}, ${name}, ${editor}, clock_timestamp())
      on conflict (hash) do update set begun_at = clock_timestamp(),
        name = case when m.ready_at is null or m.removed_at is not null then excluded.name else m.name end
      returning id, begun_at::text as turn, m.ready_at is not null and m.removed_at is null as "isKnown", stored_files as stored`.execute(
      trx,
    );
    const [row] = rows as [Claim];
    if (!row.isKnown) await addJob(trx, REMOVE_LEFT_PICTURES, {}, { delayMs: LEFT_MS + 1_000, key: `media:${row.id}` });
    return row;
  });
}

/** Returns whose turn it was, and whether another one with the same picture was first; undefined when the row is gone. */
async function makeReady(trx: Db, id: string, written: CleanFile[]): Promise<Pick<Claim, 'turn' | 'isKnown'> | undefined> {
  const stored = JSON.stringify(Object.fromEntries(written.map(({ name, bytes }) => [name, factsOf(bytes)])));
  const { rows } = await sql<Pick<Claim, 'turn' | 'isKnown'>>`
    update media set ready_at = coalesce(ready_at, now()), removed_at = null,
      stored_files = nullif(coalesce(stored_files, '{}') || ${stored}::jsonb, '{}') where id = ${id}::uuid
    returning begun_at::text as turn, old.ready_at is not null and old.removed_at is null as "isKnown"`.execute(trx);
  return rows[0];
}

async function missingOf(store: ObjectStore, folder: string, files: CleanFile[], stored: StoredFiles): Promise<CleanFile[]> {
  const there = await Promise.all(files.map(({ name }) => store.has(`${folder}/${name}`, () => stored?.[name] ?? {})));
  return files.filter((_, index) => !there[index]);
}

/** What could not be written whole goes at once, unless another one is at work on it: a full disk needs the room. */
async function tidyUp({ db, store }: Deps, folder: string, { id, turn }: Claim): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql`select from media where id = ${id}::uuid and begun_at::text = ${turn}
      and (ready_at is null or removed_at is not null) and not exists (select from media_uses where media_id = ${id}::uuid) for update`.execute(
      trx,
    );
    if (rows.length === 0) return;
    await store.remove(folder);
    await trx.deleteFrom('media').where('id', '=', id).execute();
  });
}

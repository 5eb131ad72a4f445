import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { factsOf, isWholePicture, listKeptFiles } from '#src/features/media/media.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { ExportFault } from './export-fault.ts';

/** Puts the files of all pictures of the database into the store. Returns the keys of those that the folder lacks. Throws an ExportFault for what is no picture. */
export async function putPictures(client: pg.ClientBase, folder: string, store: ObjectStore): Promise<string[]> {
  const missing: string[] = [];
  for (const { key, type, isShown } of await listKeptFiles(client)) {
    const bytes = await readFile(path.join(folder, 'media', key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined && isShown) missing.push(key);
    if (bytes === undefined) continue;
    if (!isWholePicture(bytes, type)) throw new ExportFault(`media/${key} is not a complete ${type} file.`);
    await store.put(key, bytes, type);
    const [name, own] = [key.split('/')[1], key.split('-', 1)[0]];
    await client.query(
      `update media set stored_files = coalesce(stored_files, '{}') || jsonb_build_object($2::text, $3::jsonb) where hash = $1`,
      [own, name, JSON.stringify(factsOf(bytes))],
    );
  }
  return missing;
}

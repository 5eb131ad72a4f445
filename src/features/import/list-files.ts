/** Which files of those that were named are books. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Left } from './formats/choose-files.ts';
import { readFolder } from './formats/read-folder.ts';

/** `name`: for people; `size` in bytes. */
export type BookFile = { path: string; name: string; size: number };

/**
 * Files as they are named, and of folders those that hold tales, however deep (`chooseFiles` says which and in what order). `missing`: what
 * is not there; `left`: what of the folders is not read. Throws what `readFolder` throws.
 */
export async function listBookFiles(named: readonly string[]): Promise<{ files: BookFile[]; missing: string[]; left: Left[] }> {
  const files: BookFile[] = [];
  const missing: string[] = [];
  const left: Left[] = [];
  for (const each of named) {
    const facts = await stat(each).catch(() => undefined);
    if (facts === undefined) missing.push(each);
    else if (facts.isDirectory()) {
      const chosen = await readFolder(each);
      left.push(...chosen.left);
      files.push(...(await Promise.all(chosen.taken.map(({ name }) => fileIn(each, name)))));
    } else files.push({ path: each, name: path.basename(each), size: facts.size });
  }
  return { files, missing, left };
}

async function fileIn(folder: string, name: string): Promise<BookFile> {
  const file = path.join(folder, name);
  return { path: file, name, size: (await stat(file)).size };
}

/** Which files of those that were named are books. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { kindOf } from './open-book.ts';

/** `name`: for people; `size` in bytes. */
export type BookFile = { path: string; name: string; size: number };

/**
 * Files as they are named, and of folders the books in them, however deep, in the order of their names; hidden ones and links in folders
 * are passed over. `missing`: what is not there.
 */
export async function listBookFiles(named: readonly string[]): Promise<{ files: BookFile[]; missing: string[] }> {
  const files: BookFile[] = [];
  const missing: string[] = [];
  for (const each of named) {
    const facts = await stat(each).catch(() => undefined);
    if (facts === undefined) missing.push(each);
    else if (facts.isDirectory()) files.push(...(await filesIn(each)));
    else files.push({ path: each, name: path.basename(each), size: facts.size });
  }
  return { files, missing };
}

async function filesIn(folder: string): Promise<BookFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && kindOf(entry.name) !== undefined)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => part.startsWith('.')),
    );
  return Promise.all(
    paths.toSorted().map(async (file) => ({ path: file, name: path.relative(folder, file), size: (await stat(file)).size })),
  );
}

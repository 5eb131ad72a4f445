import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Chosen, chooseFiles, type Left } from './choose-files.ts';
import { FileFault } from './file-fault.ts';
import { MOST_FILES } from './limits.ts';

/**
 * What is to be read of a folder and all folders in it; names are paths from `folder`, with slashes. Links are not followed. Throws a
 * FileFault when there is too much, and what the system says of a folder that cannot be read.
 */
export async function readFolder(folder: string): Promise<Chosen> {
  const names: string[] = [];
  const left: Left[] = [];
  const waiting = [''];
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, inner), { withFileTypes: true })) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      // Their insides need not even be listed.
      if (entry.isDirectory() && !/^(?:\.|__MACOSX$|node_modules$)/.test(entry.name)) waiting.push(name);
      else if (entry.isFile()) names.push(name);
      else if (entry.isSymbolicLink()) left.push({ name, why: 'link' });
      else left.push({ name, why: entry.isDirectory() ? 'hidden' : 'unknown' });
      if (names.length > MOST_FILES) throw new FileFault(folder, `it has more than ${MOST_FILES.toLocaleString('en')} files.`);
    }
  }
  const chosen = chooseFiles(names);
  return { ...chosen, left: [...left, ...chosen.left] };
}

/** Which files of those that were named are books. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Left } from './formats/choose-files.ts';
import { readFolder } from './formats/read-folder.ts';
import { hashFile } from './hash-file.ts';
import { listMembers } from './open-book.ts';
import { reasonOf } from './unreadable-book.ts';

/** `name`: for people; `size` in bytes. `inside`: it lies in the zip `path`, whose hash that is, at that place of its list. */
export type BookFile = { path: string; name: string; size: number; inside?: { hash: string; at: number } };
type Listed = { files: BookFile[]; problems: string[]; left: Left[] };

/**
 * Files as they are named, and of folders those that hold tales, however deep (`chooseFiles` says which and in what order), and of zips that
 * are named so. `problems`: in sentences what is not there and which zips are refused; `left`: what of the folders and zips is not read. Throws what `readFolder` throws.
 */
export async function listBookFiles(named: readonly string[]): Promise<Listed> {
  const files: BookFile[] = [];
  const problems: string[] = [];
  const left: Left[] = [];
  for (const each of named) {
    const facts = await stat(each).catch(() => undefined);
    if (facts === undefined) problems.push(`${each}: there is no such file or folder.`);
    else if (facts.isDirectory()) {
      const chosen = await readFolder(each);
      left.push(...chosen.left);
      files.push(...(await Promise.all(chosen.taken.map(({ name }) => fileIn(each, name)))));
    } else if (/\.zip$/i.test(each)) {
      const zip = await filesInZip(each);
      if (typeof zip === 'string') problems.push(`${each}: ${zip}`);
      else {
        files.push(...zip.files);
        left.push(...zip.left);
      }
    } else files.push({ path: each, name: path.basename(each), size: facts.size });
  }
  return { files, problems, left };
}

async function fileIn(folder: string, name: string): Promise<BookFile> {
  const file = path.join(folder, name);
  return { path: file, name, size: (await stat(file)).size };
}

/** What is in it, or why it is not opened. */
async function filesInZip(zip: string): Promise<{ files: BookFile[]; left: Left[] } | string> {
  try {
    const { members, left } = await listMembers(zip);
    const hash = await hashFile(zip);
    return { files: members.map((member, at) => ({ ...member, path: zip, inside: { hash, at } })), left };
  } catch (error) {
    return reasonOf(error);
  }
}

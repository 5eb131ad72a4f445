/** Which files of those that were named are books. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '#src/platform/hash-file.ts';
import type { Left } from './formats/choose-files.ts';
import { readFolder } from './formats/read-folder.ts';
import { listMembers } from './open-book.ts';
import { reasonOf } from './unreadable-book.ts';

/** `name`: for people; `size` in bytes. `inside`: it lies in the zip `path`, whose hash that is, at that place of its list. */
export type BookFile = { path: string; name: string; size: number; inside?: { hash: string; at: number } };
/** `name`: what it is called in front of people. */
export type NamedFile = { path: string; name: string };
/** Files of a folder that are looked at together: there may be a million. */
const AT_ONCE = 500;
type Listed = { files: BookFile[]; problems: string[]; left: Left[] };

/**
 * Files as they are named, and of folders those that hold tales, however deep (`chooseFiles` says which and in what order), and of zips that
 * are named so. `problems`: in sentences what is not there and which zips are refused; `left`: what of the folders and zips is not read. Throws what `readFolder` throws.
 */
export async function listBookFiles(named: readonly NamedFile[]): Promise<Listed> {
  const files: BookFile[] = [];
  const problems: string[] = [];
  const left: Left[] = [];
  for (const { path: each, name } of named) {
    const facts = await stat(each).catch(() => undefined);
    if (facts === undefined) problems.push(`${name}: there is no such file or folder.`);
    else if (facts.isDirectory()) {
      const chosen = await readFolder(each);
      for (const one of chosen.left) left.push(one);
      for (let at = 0; at < chosen.taken.length; at += AT_ONCE) {
        files.push(...(await Promise.all(chosen.taken.slice(at, at + AT_ONCE).map(({ name }) => fileIn(each, name)))));
      }
    } else if (isZip(name)) {
      const zip = await filesInZip(each);
      if (typeof zip === 'string') problems.push(`${name}: ${zip}`);
      else {
        files.push(...zip.files);
        left.push(...zip.left);
      }
    } else files.push({ path: each, name: path.basename(name), size: facts.size });
  }
  return { files, problems, left };
}

/** By its name. */
export function isZip(name: string): boolean {
  return /\.zip$/i.test(name);
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

/** Finds the importable files among files, folders and ZIP archives. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '#src/platform/files.ts';
import { listMembers } from './book-process.ts';
import { FileFault } from './faults.ts';
import { type FileSelection, type SkippedFile, selectFiles } from './formats/accepted-files.ts';
import { MAX_FILES } from './limits.ts';
import { failureMessage } from './unreadable-book.ts';

/**
 * `name`: for messages; `size` in bytes. `inside`: a member of the ZIP `path` with its hash, at that index of the listing. `root`: the folder
 * that it was found in.
 */
export type BookFile = { path: string; name: string; size: number; inside?: { hash: string; at: number }; root?: string };
/** `name`: for messages. */
export type NamedFile = { path: string; name: string };
/** Files whose size is read at the same time: a folder may hold a million. */
const STAT_BATCH = 500;
type FileList = { files: BookFile[]; problems: string[]; skipped: SkippedFile[] };

/**
 * Lists files, the tales in folders at any depth (see `selectFiles`) and in ZIP archives. `problems`: messages for missing files and
 * rejected archives; `skipped`: files of folders and archives that are not imported.
 * @throws as `readFolder`
 */
export async function listFiles(named: readonly NamedFile[]): Promise<FileList> {
  const files: BookFile[] = [];
  const problems: string[] = [];
  const skipped: SkippedFile[] = [];
  for (const { path: each, name } of named) {
    const facts = await stat(each).catch(() => undefined);
    if (facts === undefined) problems.push(`${name}: no such file or folder.`);
    else if (facts.isDirectory()) {
      const chosen = await readFolder(each);
      for (const one of chosen.skipped) skipped.push(one);
      for (let at = 0; at < chosen.accepted.length; at += STAT_BATCH) {
        files.push(...(await Promise.all(chosen.accepted.slice(at, at + STAT_BATCH).map(({ name }) => fileIn(each, name)))));
      }
    } else if (isZip(name)) {
      const zip = await filesInZip(each);
      if (typeof zip === 'string') problems.push(`${name}: ${zip}`);
      else {
        files.push(...zip.files);
        skipped.push(...zip.skipped);
      }
    } else files.push({ path: each, name: path.basename(name), size: facts.size });
  }
  return { files, problems, skipped };
}

export function isZip(name: string): boolean {
  return /\.zip$/i.test(name);
}

async function fileIn(folder: string, name: string): Promise<BookFile> {
  const file = path.join(folder, name);
  return { path: file, name, size: (await stat(file)).size, root: folder };
}

/** Returns the members, or why the archive is rejected. */
async function filesInZip(zip: string): Promise<{ files: BookFile[]; skipped: SkippedFile[] } | string> {
  try {
    const { members, skipped } = await listMembers(zip);
    const hash = await hashFile(zip);
    return { files: members.map((member, at) => ({ ...member, path: zip, inside: { hash, at } })), skipped };
  } catch (error) {
    return failureMessage(error);
  }
}

/**
 * Selects the files of a folder and its subfolders; names are paths relative to `folder`, with slashes. Links are not followed.
 * @throws FileFault for too many files; system errors for an unreadable folder
 */
export async function readFolder(folder: string): Promise<FileSelection> {
  const names: string[] = [];
  const skipped: SkippedFile[] = [];
  const waiting = [''];
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, inner), { withFileTypes: true })) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      // Their contents are not even listed.
      if (entry.isDirectory() && !/^(?:\.|__MACOSX$|node_modules$)/.test(entry.name)) waiting.push(name);
      else if (entry.isFile()) names.push(name);
      else if (entry.isSymbolicLink()) skipped.push({ name, why: 'link' });
      else skipped.push({ name, why: entry.isDirectory() ? 'hidden' : 'unknown' });
      if (names.length > MAX_FILES) throw new FileFault(folder, `more than ${MAX_FILES.toLocaleString('en')} files.`);
    }
  }
  const chosen = selectFiles(names);
  return { ...chosen, skipped: [...skipped, ...chosen.skipped] };
}

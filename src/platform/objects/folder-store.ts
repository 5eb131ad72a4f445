/** An object store in a local folder. */
import { randomUUID } from 'node:crypto';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, type ObjectStore, storageFull, storeUnavailable } from './object-store.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Folder of partial files. No key begins so; on the same disk, so that files can be renamed into place. */
export const PARTIAL_FOLDER = '.halves';
/** Errors of hard links to other disks, and on file systems without them. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** Opens the store in `folder`, which is created when needed. Other processes may use it at the same time. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, key);
  };
  return {
    put: (key, bytes) =>
      withStoreErrors(() => write(pathOf(key), path.join(folder, PARTIAL_FOLDER), (partial) => writeFile(partial, bytes, { flag: 'wx' }))),
    putFile: (key, file) =>
      withStoreErrors(() => write(pathOf(key), path.join(folder, PARTIAL_FOLDER), (partial) => linkOrCopy(file, partial))),
    get: (key) => withStoreErrors(() => undefinedIfMissing(() => read(pathOf(key)))),
    getFile: async (key, file) => {
      const target = pathOf(key);
      // Checked first: an unwritable destination would look like a missing file.
      return withStoreErrors(async () => {
        if ((await undefinedIfMissing(() => stat(target))) === undefined) return false;
        await linkOrCopy(target, file);
        return true;
      });
    },
    has: async (key) => (await withStoreErrors(() => undefinedIfMissing(() => stat(pathOf(key)))))?.isFile() ?? false,
    remove: (key) => withStoreErrors(() => rm(pathOf(key), { recursive: true, force: true })),
    removePartialFiles: (ageMs) => withStoreErrors(() => removePartials(path.join(folder, PARTIAL_FOLDER), ageMs)),
    list: async () =>
      ((await withStoreErrors(() => undefinedIfMissing(() => readdir(folder)))) ?? []).filter((name) => !name.startsWith('.')),
  };
}

/** Writes a file atomically and durably: to a temporary file, synced and renamed. */
async function write(target: string, folder: string, make: (partial: string) => Promise<void>): Promise<void> {
  const parent = path.dirname(target);
  for (const needed of [parent, folder]) await mkdir(needed, { recursive: true });
  const partial = path.join(folder, randomUUID());
  try {
    await make(partial);
    await withFile(partial, 'r', (file) => file.sync());
    await rename(partial, target);
    // Sync the directory entry, too.
    await withFile(parent, 'r', (directory) => directory.sync());
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
}

/** Stored files are never modified, so a hard link is as good as a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error;
    await copyFile(from, to);
  }
}

async function removePartials(folder: string, ageMs: number): Promise<number> {
  let removed = 0;
  for (const name of (await undefinedIfMissing(() => readdir(folder))) ?? []) {
    const partial = path.join(folder, name);
    const facts = await undefinedIfMissing(() => stat(partial));
    if (facts === undefined || Date.now() - facts.mtimeMs < ageMs) continue;
    await rm(partial, { force: true });
    removed += 1;
  }
  return removed;
}

async function withFile(target: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(target, flags);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

async function read(target: string) {
  const file = await open(target, 'r');
  try {
    const { size } = await file.stat();
    return { size, body: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function undefinedIfMissing<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look();
  } catch (error) {
    if (MISSING.has(codeOf(error))) return undefined;
    throw error;
  }
}

/** Converts system errors to store errors. */
async function withStoreErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (FULL.has(code)) throw storageFull(error);
    if (code !== '') throw storeUnavailable(error);
    throw error;
  }
}

/** The code of a system error, '' for others, such as a TypeError for an invalid key. */
function codeOf(error: unknown): string {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? code : '';
}

/** An object store in a folder of this machine. */
import { randomUUID } from 'node:crypto';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, noRoom, type ObjectStore, storeUnavailable } from './object-store.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** No key begins so. In the same folder, so that a file can be renamed into its place. */
export const HALVES = '.halves';
/** Other disks, and file systems without second names. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** The store in `folder`, which is made when it is first needed. Other processes may use it at the same time. */
export function openFolderStore(folder: string): ObjectStore {
  const placeOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, key);
  };
  return {
    put: (key, bytes) => told(() => write(placeOf(key), path.join(folder, HALVES), (half) => writeFile(half, bytes, { flag: 'wx' }))),
    putFile: (key, file) => told(() => write(placeOf(key), path.join(folder, HALVES), (half) => linkOrCopy(file, half))),
    get: (key) => told(() => ifThere(() => read(placeOf(key)))),
    getFile: async (key, file) => {
      const place = placeOf(key);
      // A place that cannot be written would look like a file that is not there.
      return told(async () => {
        if ((await ifThere(() => stat(place))) === undefined) return false;
        await linkOrCopy(place, file);
        return true;
      });
    },
    has: async (key) => (await told(() => ifThere(() => stat(placeOf(key)))))?.isFile() ?? false,
    remove: (key) => told(() => rm(placeOf(key), { recursive: true, force: true })),
    removeHalves: (ageMs) => told(() => removeHalves(path.join(folder, HALVES), ageMs)),
    list: async () => ((await told(() => ifThere(() => readdir(folder)))) ?? []).filter((name) => !name.startsWith('.')),
  };
}

/** Written aside, brought to the disk and renamed: no reader and no crash ever sees half a file. */
async function write(place: string, aside: string, make: (half: string) => Promise<void>): Promise<void> {
  const parent = path.dirname(place);
  for (const needed of [parent, aside]) await mkdir(needed, { recursive: true });
  const half = path.join(aside, randomUUID());
  try {
    await make(half);
    await withFile(half, 'r', (file) => file.sync());
    await rename(half, place);
    // The name is brought to the disk as well.
    await withFile(parent, 'r', (directory) => directory.sync());
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    throw error;
  }
}

/** Files are never changed where they lie, so a second name is as good as a copy; another disk takes no such name. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error;
    await copyFile(from, to);
  }
}

async function removeHalves(aside: string, ageMs: number): Promise<number> {
  let removed = 0;
  for (const name of (await ifThere(() => readdir(aside))) ?? []) {
    const half = path.join(aside, name);
    const facts = await ifThere(() => stat(half));
    if (facts === undefined || Date.now() - facts.mtimeMs < ageMs) continue;
    await rm(half, { force: true });
    removed += 1;
  }
  return removed;
}

async function withFile(place: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(place, flags);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

async function read(place: string) {
  const file = await open(place, 'r');
  try {
    const { size } = await file.stat();
    return { size, body: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function ifThere<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look();
  } catch (error) {
    if (MISSING.has(codeOf(error))) return undefined;
    throw error;
  }
}

/** The system's errors as those of a store. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (FULL.has(code)) throw noRoom(error);
    if (code !== '') throw storeUnavailable(error);
    throw error;
  }
}

/** Of errors of the system; a mistake of ours, such as a bad key, has none. */
function codeOf(error: unknown): string {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? code : '';
}

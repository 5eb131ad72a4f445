/** An object store in a folder of this machine. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, noRoom, type ObjectStore, storeUnavailable } from './object-store.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** No key begins so. In the same folder, so that a file can be renamed into its place. */
export const HALVES = '.halves';
const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** The store in `folder`, which is made when it is first needed. Other processes may use it at the same time. */
export function openFolderStore(folder: string): ObjectStore {
  const placeOf = (key: string): string => {
    checkKey(key);
    return path.join(folder, key);
  };
  return {
    put: (key, bytes) => told(() => write(placeOf(key), path.join(folder, HALVES), bytes)),
    get: (key) => told(() => ifThere(() => read(placeOf(key)))),
    has: async (key) => (await told(() => ifThere(() => stat(placeOf(key)))))?.isFile() ?? false,
    remove: (key) => told(() => rm(placeOf(key), { recursive: true, force: true })),
    removeHalves: (ageMs) => told(() => removeHalves(path.join(folder, HALVES), ageMs)),
    list: async () => ((await told(() => ifThere(() => readdir(folder)))) ?? []).filter((name) => name !== HALVES),
  };
}

/** Written aside, brought to the disk and renamed: no reader and no crash ever sees half a file. */
async function write(place: string, aside: string, bytes: Uint8Array): Promise<void> {
  const parent = path.dirname(place);
  for (const needed of [parent, aside]) await mkdir(needed, { recursive: true });
  const half = path.join(aside, randomUUID());
  try {
    await withFile(half, 'wx', async (file) => {
      await file.writeFile(bytes);
      await file.sync();
    });
    await rename(half, place);
    // The name is brought to the disk as well.
    await withFile(parent, 'r', (directory) => directory.sync());
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    throw error;
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

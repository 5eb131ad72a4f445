/** A folder of files that can be made again, bounded in bytes: the ones that were read longest ago make room. It may be emptied at any time. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type FileCache = {
  /** Undefined for what is not there, cannot be read or is empty. */
  read(name: string): Promise<Buffer | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
};

/** So much of the limit is left after making room, so that it is not made for every file. */
const LEFT = 0.8;
/** A file of a process that has ended while it wrote, ms. */
const STALE_MS = 60 * 60_000;

export function createFileCache({ folder, maxBytes }: { folder: string; maxBytes: number }): FileCache {
  /** Bytes in the folder as far as this process knows; undefined before it has looked. */
  let size: number | undefined;
  let trimming: Promise<void> = Promise.resolve();

  return {
    async read(name) {
      const file = path.join(folder, name);
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes === undefined || bytes.length === 0) return undefined;
      const now = new Date();
      await utimes(file, now, now).catch(() => {});
      return bytes;
    },
    /** Written beside its place and renamed, so that no reader and no crash ever sees half a file. */
    async write(name, bytes) {
      const half = path.join(folder, `${randomUUID()}.tmp`);
      await mkdir(folder, { recursive: true });
      try {
        await writeFile(half, bytes, { flush: true });
        await rename(half, path.join(folder, name));
      } catch (error) {
        await rm(half, { force: true }).catch(() => {});
        throw error;
      }
      if (size !== undefined) size += bytes.length;
      if (size === undefined || size > maxBytes) trimming = trimming.then(trim, trim);
      await trimming;
    },
  };

  async function trim(): Promise<void> {
    if (size !== undefined && size <= maxBytes) return;
    const files = await list();
    let left = files.reduce((sum, file) => sum + file.bytes, 0);
    const limit = left > maxBytes ? maxBytes * LEFT : maxBytes;
    for (const { place, bytes, isStale } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (left <= limit && !isStale) continue;
      await rm(place, { force: true });
      left -= bytes;
    }
    size = left;
  }

  async function list() {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const place = path.join(folder, name);
        const facts = await stat(place).catch(() => undefined);
        if (facts === undefined || !facts.isFile()) return [];
        const isStale = name.endsWith('.tmp') && Date.now() - facts.mtimeMs > STALE_MS;
        return [{ place, bytes: facts.size, usedAt: facts.mtimeMs, isStale }];
      }),
    );
    return found.flat();
  }
}

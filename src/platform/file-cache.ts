/** An LRU cache of files in a folder, limited in bytes. It may be deleted at any time. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

type FileCache = {
  /** Returns undefined for missing, unreadable and empty files. */
  read(name: string): Promise<Buffer | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
};

/** Fill level after eviction, so that it does not run for every file. */
const FILL_AFTER_EVICTION = 0.8;
/** Age of temporary files of killed processes, ms. */
const STALE_MS = 60 * 60_000;

/** `isDurable: false`: files may be torn or lost in a power cut, which their reader must notice. */
type FileCacheOptions = { folder: string; maxBytes: number; isDurable?: boolean };

export function createFileCache({ folder, maxBytes, isDurable = true }: FileCacheOptions): FileCache {
  /** Bytes in the folder as far as this process knows; undefined before the first listing. */
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
    /** Writes atomically: to a temporary file, then renamed. */
    async write(name, bytes) {
      const temporary = path.join(folder, `${randomUUID()}.tmp`);
      await mkdir(folder, { recursive: true });
      try {
        await writeFile(temporary, bytes, { flush: isDurable });
        await rename(temporary, path.join(folder, name));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
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
    const limit = left > maxBytes ? maxBytes * FILL_AFTER_EVICTION : maxBytes;
    for (const { target, bytes, isStale } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (left <= limit && !isStale) continue;
      await rm(target, { force: true });
      left -= bytes;
    }
    size = left;
  }

  async function list() {
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => {
        const target = path.join(folder, name);
        const stats = await stat(target).catch(() => undefined);
        if (stats === undefined || !stats.isFile()) return [];
        const isStale = name.endsWith('.tmp') && Date.now() - stats.mtimeMs > STALE_MS;
        return [{ target, bytes: stats.size, usedAt: stats.mtimeMs, isStale }];
      }),
    );
    return found.flat();
  }
}

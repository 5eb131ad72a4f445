import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, UNFINISHED } from '#src/platform/whole-file.ts';
import { MOST_ENTRY, paddingOf, tarEnd, tarHead } from './tar.ts';

export type ArchiveWriter = {
  /** Throws a RangeError for an entry of more than 64 MB. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the end, brings all to the disk and gives the file its name. Returns its size in bytes. */
  finish(): Promise<number>;
  /** Leaves nothing, unless it is finished. */
  close(): Promise<void>;
};

/** Begins a file that nobody but its owner may read, beside `file`, whose name it gets when it is whole. What was there is replaced then. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}${UNFINISHED}`);
  const handle = await open(unfinished, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  let isOpen = true;

  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    size += bytes.length;
    await handle.writeFile(bytes);
  };
  const close = async () => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    async add(name, bytes) {
      if (bytes.length > MOST_ENTRY) throw new RangeError(`${name} is too large for a backup`);
      await write(tarHead(name, bytes.length));
      await write(bytes);
      await write(paddingOf(bytes.length));
    },
    async finish() {
      const end = tarEnd(hash.digest('hex'));
      await handle.writeFile(end);
      await handle.sync();
      await close();
      await rename(unfinished, file);
      await syncFolder(path.dirname(file));
      return size + end.length;
    },
    async close() {
      await close();
      await rm(unfinished, { force: true });
    },
  };
}

/** A file that takes up room on the disk of the database, and is given up so that a Postgres whose disk is full can recover. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { MIN_FREE_BYTES } from '../disk-guard.ts';
import type { PostgresLog } from './log.ts';

/** Four segments of Postgres' log: recovery writes one at least. */
const RESERVE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 60_000;
/** The start of the site comes first, and commands that end soon need none. */
const FIRST_LOOK_MS = 5_000;

export type Reserve = {
  /** Gives the room up. False when there was none to give. */
  release(): boolean;
  stop(): Promise<void>;
};

/** Holds the reserve in `folder` until `stop`: written when there is plenty of room, now or later, and left there at the end. */
export function holdReserve(folder: string, log: PostgresLog, { bytes = RESERVE_BYTES, everyMs = LOOK_EVERY_MS } = {}): Reserve {
  const file = path.join(folder, 'disk-reserve');
  let work = Promise.resolve();
  let isStopped = false;

  async function write(): Promise<void> {
    if (isStopped || fs.existsSync(file)) return;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes + 2 * MIN_FREE_BYTES) return;
    const unfinished = `${file}.unfinished`;
    try {
      const handle = await open(unfinished, 'w', 0o600);
      try {
        // Random, as some file systems store zeros in no room at all.
        for (let written = 0; written < bytes && !isStopped; written += CHUNK_BYTES) await handle.write(randomBytes(CHUNK_BYTES));
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (!isStopped) await rename(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  const look = () => {
    work = work.then(write).catch((error: Error) => log.debug(`The disk reserve cannot be written: ${error.message}`));
  };
  const timers = [setTimeout(look, Math.min(FIRST_LOOK_MS, everyMs)).unref(), setInterval(look, everyMs).unref()];
  return {
    release() {
      if (!fs.existsSync(file)) return false;
      fs.rmSync(file);
      return true;
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      return work;
    },
  };
}

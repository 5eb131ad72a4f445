import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { MIN_FREE_BYTES } from '../disk-guard.ts';
import { waitUntil } from './postmaster.ts';
import { type PostgresLog, type Server, type ServerOptions, startServer } from './server.ts';

/** A server that runs for less than this twice in a row is restarted with a delay. */
const SHORT_RUN_MS = 5000;
const RESTART_DELAY_MS = 1000;

type SuperviseOptions = ServerOptions & {
  /** Frees disk space for a server that cannot start without; returns false when there is nothing to free. */
  makeRoom?: () => boolean;
};

/**
 * Starts the server and restarts it whenever it exits, until `stop`. Rejects when the first start fails; later starts are retried until one
 * succeeds, so that the site recovers once the disk has space again.
 */
export async function superviseServer(options: SuperviseOptions): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let server = await startWithReserve(options);

  const startAgain = async (): Promise<Server> => {
    for (;;) {
      try {
        return await startWithReserve(options);
      } catch (error) {
        if (isStopping) return server;
        options.log.warn(error instanceof Error ? error.message : String(error));
        await waitUntil(() => isStopping, RESTART_DELAY_MS);
      }
    }
  };

  const supervise = async (): Promise<void> => {
    for (let shortRuns = 0; ; ) {
      const began = performance.now();
      const end = await server.exited;
      if (isStopping) return;
      options.log.warn(`Database process exited (${end}); restarting.`);
      shortRuns = performance.now() - began < SHORT_RUN_MS ? shortRuns + 1 : 0;
      if (shortRuns > 1) await waitUntil(() => isStopping, RESTART_DELAY_MS);
      server = await startAgain();
      if (isStopping) return server.stop();
    }
  };

  const supervising = supervise();
  const stop = async () => {
    isStopping = true;
    await server.stop();
    await supervising;
  };
  return { stop };
}

async function startWithReserve(options: SuperviseOptions): Promise<Server> {
  try {
    return await startServer(options);
  } catch (error) {
    if (!/the disk is full/i.test((error as Error).message) || options.makeRoom?.() !== true) throw error;
    options.log.warn('Disk full: released the disk reserve so that the database can recover');
    return startServer(options);
  }
}

/** Four WAL segments; recovery writes at least one. */
const RESERVE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;
/** Delayed, so that it does not slow down the start; short commands need no reserve. */
const FIRST_CHECK_MS = 5_000;

type Reserve = {
  /** Frees the space. Returns false when there was nothing to free. */
  release(): boolean;
  stop(): Promise<void>;
};

/**
 * Keeps a file on the disk of the database that can be deleted when Postgres needs space to recover. Written when there is enough space,
 * and kept after `stop`.
 */
export function holdReserve(folder: string, log: PostgresLog, { bytes = RESERVE_BYTES, everyMs = CHECK_INTERVAL_MS } = {}): Reserve {
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
        // Random bytes: some file systems store zeros without using space.
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

  const check = () => {
    work = work.then(write).catch((error: Error) => log.debug(`Cannot write the disk reserve: ${error.message}`));
  };
  const timers = [setTimeout(check, Math.min(FIRST_CHECK_MS, everyMs)).unref(), setInterval(check, everyMs).unref()];
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

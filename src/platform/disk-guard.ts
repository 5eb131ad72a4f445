/** Makes the site read-only below a threshold of free disk space, so that a full disk does not stop the database. */
import { statfs } from 'node:fs/promises';
import type { Log } from '#src/platform/log.ts';

/** The database needs space for its WAL and running transactions. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** Higher, to avoid flapping. */
const RECOVERED_BYTES = 96 * 1024 * 1024;
/** How long writes are rejected after the database reported a full disk. */
const PAUSE_MS = 30_000;

export type DiskGuard = {
  /** Whether writes must be rejected now. */
  isFull(): boolean;
  /** Whether the disk counts as full, also while the next write is let through to find out. */
  isDegraded(): boolean;
  /** Call when the database rejected a write because its disk is full. */
  noteFull(): void;
  /** Call after a successful write. */
  noteWritten(): void;
  stop(): void;
};

type DiskGuardOptions = {
  /** The folder of the database; undefined for an external database, where only its errors count. */
  folder: string | undefined;
  log: Pick<Log, 'info' | 'error'>;
  /** Returns the free bytes of the folder's disk. */
  findFree?: (folder: string) => Promise<number>;
  everyMs?: number;
  now?: () => number;
  /** Called when the disk becomes full, for background work. */
  onFull?: () => void;
};

/** Watches the disk until `stop`. Logs each change between full and free. */
export async function watchDisk(options: DiskGuardOptions): Promise<DiskGuard> {
  const { folder, log, findFree = freeIn, everyMs = 1_000, now = () => performance.now(), onFull = () => {} } = options;
  let isLow = false;
  let retryAt: number | undefined;
  let isLogged = false;

  function report(free?: number): void {
    const isBad = isLow || retryAt !== undefined;
    if (isBad === isLogged) return;
    isLogged = isBad;
    const facts = { folder, free };
    if (isBad) {
      log.error({ event: 'disk_full', ...facts }, 'Database disk full; the site is read-only until space is freed');
      onFull();
    } else log.info({ event: 'disk_ok', ...facts }, 'Database disk has space again; the site accepts changes');
  }

  async function check(): Promise<void> {
    if (folder === undefined) return;
    // Free space that cannot be measured is no reason to reject writes.
    const free = await findFree(folder).catch(() => Number.POSITIVE_INFINITY);
    isLow = free < (isLow ? RECOVERED_BYTES : MIN_FREE_BYTES);
    report(free);
  }

  const isPausing = () => retryAt !== undefined && now() < retryAt;
  await check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return {
    isFull: () => isLow || isPausing(),
    isDegraded: () => isLogged,
    noteFull() {
      retryAt = now() + PAUSE_MS;
      report();
    },
    noteWritten() {
      if (isPausing()) return;
      retryAt = undefined;
      report();
    },
    stop: () => clearInterval(timer),
  };
}

/** Space available to us; some is reserved for root. */
async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

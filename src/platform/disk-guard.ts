/** Keeps a full disk from taking the database down: below a threshold nothing is written any more, and reading goes on. */
import { statfs } from 'node:fs/promises';
import type { Log } from '#src/platform/log.ts';

/** The database needs some itself for its log, and what is under way goes on. */
export const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** Higher, so that the site does not go back and forth. */
const ENOUGH_BYTES = 96 * 1024 * 1024;
/** For so long after the database said that its disk is full it is not asked to write again. */
const PAUSE_MS = 30_000;

export type DiskGuard = {
  /** Whether writes are to be refused at this moment. */
  isFull(): boolean;
  /** Whether the disk counts as full: also while the next write is let through to find out. */
  isDegraded(): boolean;
  /** To be called when the database refused a write as its disk is full. */
  noteFull(): void;
  /** To be called after a write that succeeded. */
  noteWritten(): void;
  stop(): void;
};

type DiskGuardOptions = {
  /** The folder of the database; undefined where it is not on this machine: then only what it says counts. */
  folder: string | undefined;
  log: Pick<Log, 'info' | 'error'>;
  /** Bytes that may be written in the folder. */
  findFree?: (folder: string) => Promise<number>;
  everyMs?: number;
  now?: () => number;
  /** Called whenever the disk becomes full, for what is at work and has no request to refuse. */
  onFull?: () => void;
};

/** Watches the disk until `stop`. Full and free again are one line of the log each. */
export async function watchDisk(options: DiskGuardOptions): Promise<DiskGuard> {
  const { folder, log, findFree = freeIn, everyMs = 1_000, now = () => performance.now(), onFull = () => {} } = options;
  let isLow = false;
  let retryAt: number | undefined;
  let isTold = false;

  function tell(free?: number): void {
    const isBad = isLow || retryAt !== undefined;
    if (isBad === isTold) return;
    isTold = isBad;
    const facts = { folder, free };
    if (isBad) {
      log.error({ event: 'disk_full', ...facts }, 'The disk of the database is full: the site is read-only until there is room');
      onFull();
    } else log.info({ event: 'disk_ok', ...facts }, 'The disk of the database has room again: the site takes changes');
  }

  async function look(): Promise<void> {
    if (folder === undefined) return;
    // What cannot be measured is no reason to refuse anything.
    const free = await findFree(folder).catch(() => Number.POSITIVE_INFINITY);
    isLow = free < (isLow ? ENOUGH_BYTES : MIN_FREE_BYTES);
    tell(free);
  }

  const isPausing = () => retryAt !== undefined && now() < retryAt;
  await look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    isFull: () => isLow || isPausing(),
    isDegraded: () => isTold,
    noteFull() {
      retryAt = now() + PAUSE_MS;
      tell();
    },
    noteWritten() {
      if (isPausing()) return;
      retryAt = undefined;
      tell();
    },
    stop: () => clearInterval(timer),
  };
}

/** Free is what we may use: some is kept for root. */
async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

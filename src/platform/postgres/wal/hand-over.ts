import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { writeWhole } from '../../whole-file.ts';
import type { PostgresLog } from '../log.ts';
import { logIn } from './archive-folder.ts';
import { isLogFile } from './segments.ts';
import { claimArchive, giveUp, isClaimed, type Waiting } from './waiting.ts';

const LOOK_EVERY_MS = 1000;
const TELL_EVERY_MS = 10 * 60_000;
/** What a stop may take for the last files; the others wait for the next start. */
const LAST_MS = 3000;
/** Packed files that wait for an archive that is away: days of a quiet site. */
const MOST_BYTES = 1024 ** 3;
/** The first with which 16 MB of nothing become 16 KB; it takes 50 ms. */
const LEVEL = 4;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Brings what Postgres has put aside into the archive, until `stop`, which does so a last time. Troubles are told and never thrown. */
export function startHandOver(waiting: Waiting, log: PostgresLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let toldAt: number | undefined;
  const look = async (isOver: () => boolean) => {
    try {
      await handOverAll(waiting, isOver);
      if (toldAt !== undefined) log.info('The archive can be used again.');
      toldAt = undefined;
    } catch (error) {
      if (toldAt !== undefined && performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      log.warn(`The database's log cannot be archived: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await look(() => stopping.signal.aborted);
      await wait(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const working = work();
  const stop = async () => {
    stopping.abort();
    await working;
    const deadline = performance.now() + LAST_MS;
    await look(() => performance.now() > deadline);
  };
  return { stop };
}

/** The names of the files that wait, the oldest first; of the log's histories before what follows them. Packed ones end with .gz. */
async function list(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => isLogFile(name.replace(/\.gz$/, '')));
  return names.sort();
}

async function handOverAll(waiting: Waiting, isOver: () => boolean): Promise<void> {
  const { folder, archiveDir } = waiting;
  const names = await list(folder);
  if (names.length === 0 && isClaimed(waiting)) return;
  try {
    await claimArchive(waiting);
    for (const name of names) {
      if (isOver()) return;
      await handOver(await readPacked(path.join(folder, name)), path.join(logIn(archiveDir), `${name.replace(/\.gz$/, '')}.gz`));
      await rm(path.join(folder, name));
    }
  } catch (error) {
    await packAll(folder, isOver);
    if ((await sizeOf(folder)) <= MOST_BYTES) throw error;
    giveUp(waiting);
    throw new Error('too much waited and was given up, so the archive has a gap until the next base is taken', { cause: error });
  }
}

async function readPacked(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? bytes : pack(bytes, { level: LEVEL });
}

/** The same file may come twice, when a crash was faster than its removal. Throws for another one of the same name. */
async function handOver(bytes: Buffer, to: string): Promise<void> {
  const there = await readFile(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (there === undefined) await writeWhole(to, bytes);
  else if (!(await unpack(there)).equals(await unpack(bytes))) throw new Error(`another file is there already: ${to}`);
}

/** What has to wait longer is packed meanwhile. */
async function packAll(folder: string, isOver: () => boolean): Promise<void> {
  for (const name of (await list(folder)).filter((name) => !name.endsWith('.gz'))) {
    if (isOver()) return;
    const file = path.join(folder, name);
    await writeWhole(`${file}.gz`, await readPacked(file));
    await rm(file);
  }
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await list(folder)).map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((all, size) => all + size, 0);
}

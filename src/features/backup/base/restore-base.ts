/** Brings a database back to a moment: the newest base before it, and the log from there on. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openClient } from '#src/platform/db/open-client.ts';
import { freeAllJobs } from '#src/platform/jobs/free-left-jobs.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { PostgresLog } from '#src/platform/postgres/log.ts';
import { type NewCluster, replaceCluster } from '#src/platform/postgres/replace-cluster.ts';
import { placeOf, timelineOf } from '#src/platform/postgres/wal/segments.ts';
import { StartError } from '#src/platform/start-errors.ts';
import { BackupFault } from '../backup-fault.ts';
import { cleanTexts } from '../restore/clean-texts.ts';
import type { PlaceSecret } from '../restore-backup.ts';
import { WITHDRAWN } from '../tables/list-tables.ts';
import { bringBackPictures } from './archive-pictures.ts';
import type { BaseManifest, BaseName } from './base-manifest.ts';
import { findNeededLog, type NeededLog, unpackLog } from './needed-log.ts';
import { basesIn, listBases, openBase, unpackBase } from './read-base.ts';

/** `at`: the moment; undefined for the last one that the archive knows. `replace`: whether a database that is there may be set aside. */
export type MomentRestoring = {
  archiveDir: string;
  dataDir: string;
  at: Date | undefined;
  replace: boolean;
  store: ObjectStore;
  log: PostgresLog;
  /** As in restoreBackup. */
  placeSecret: PlaceSecret;
  /** False for tests. */
  durable?: boolean;
};

/**
 * `lastChange`: when the last change was made that was replayed; undefined if there was none since the base. `until`: when the last
 * segment was archived that was read. `before`: where the database that was there is kept. `missingPictures`: files that the archive lacks.
 */
export type RestoredMoment = {
  tales: number;
  lastChange: Date | undefined;
  base: string;
  segments: number;
  until: Date;
  /** Texts that held HTML which is not allowed. */
  cleaned: number;
  before: string | undefined;
  missingPictures: string[];
};

type Chosen = { file: string; manifest: BaseManifest; next: BaseName | undefined };

/**
 * Makes the database of that moment beside the place of the one that is there, has Postgres replay the log, and puts it in its place when it
 * answers. Throws a BackupFault or a StartError; then nothing was changed.
 */
export async function restoreMoment(restoring: MomentRestoring): Promise<RestoredMoment> {
  const { archiveDir, dataDir, at, replace, log, placeSecret, durable = true } = restoring;
  const chosen = await chooseBase(archiveDir, at);
  const { file, manifest } = chosen;
  if (manifest.platform !== `${process.platform}-${process.arch}`)
    throw new BackupFault(`The base is of a machine of another kind (${manifest.platform}): restore it on one of that kind.`);
  const lastPlace = chosen.next && placeOf(chosen.next.firstSegment);
  const needed = await findNeededLog(archiveDir, manifest, lastPlace, at !== undefined);
  if (needed.missing !== undefined && at === undefined) throw gap(needed);
  const heard = hearLastChange(log);
  let placed: { undo: () => Promise<void> } | undefined;
  const { result, before } = await replaceCluster({ dataDir, replace, log: heard.log, durable }, async (cluster) => {
    if (manifest.postgres_major !== cluster.major)
      throw new BackupFault(
        `The base is of Postgres ${manifest.postgres_major}, this Talewood brings ${cluster.major}: take that Talewood.`,
      );
    const secret = await unpackBase(file, manifest, cluster.folder);
    await unpackLog(archiveDir, needed, manifest.segment_bytes, cluster.folder);
    await writeFile(path.join(cluster.folder, 'recovery.signal'), '', { mode: 0o600 });
    const { url } = await replay(cluster, at, needed);
    const settled = await settle(url, restoring);
    placed = await placeSecret(secret);
    return settled;
  }).catch(async (error: unknown) => {
    await placed?.undo();
    throw error;
  });
  return {
    ...result,
    before,
    lastChange: heard.lastChange(),
    base: manifest.started_at,
    segments: needed.names.length,
    until: needed.until,
  };
}

/** The newest base that was whole before the moment, and the first of its own timeline that was begun after it: so far its log is needed. */
async function chooseBase(archiveDir: string, at: Date | undefined): Promise<Chosen> {
  const bases = await listBases(archiveDir);
  if (bases.length === 0) throw new BackupFault(`There is no base in ${archiveDir}.`);
  for (const { name, startedAt, firstSegment } of bases.toReversed()) {
    if (at !== undefined && startedAt > at) continue;
    const file = path.join(basesIn(archiveDir), name);
    const manifest = await openBase(file);
    if (at === undefined) return { file, manifest, next: undefined };
    const isNext = (base: BaseName) => base.startedAt > at && timelineOf(base.firstSegment) === timelineOf(firstSegment);
    if (new Date(manifest.ended_at) <= at) return { file, manifest, next: bases.find(isNext) };
  }
  throw new BackupFault(`The archive reaches back to ${bases[0]?.startedAt.toISOString()}, and not to that moment.`);
}

/**
 * Everything is in pg_wal already, so the command that Postgres insists on never has anything. Its own search for the moment needs a change
 * after it; where the log ends without one, its end is that moment.
 */
async function replay(cluster: NewCluster, at: Date | undefined, needed: NeededLog): Promise<{ url: string }> {
  // Parts of unpacked segments take no room on the disk, so none may be used again.
  const settings = {
    ...{ restore_command: 'exit 1', hot_standby: 'off', wal_level: 'replica', wal_recycle: 'off' },
    ...{ recovery_target_timeline: at === undefined ? 'latest' : 'current', recovery_target_action: 'promote' },
  };
  if (at === undefined) return cluster.start(settings);
  try {
    return await cluster.start({ ...settings, recovery_target_time: at.toISOString().replace('Z', '+00') });
  } catch (error) {
    if (!(error instanceof StartError) || !error.message.includes('before configured recovery target was reached')) throw error;
    if (needed.missing !== undefined) throw gap(needed);
    return cluster.start(settings);
  }
}

function gap({ missing, until }: NeededLog): BackupFault {
  return new BackupFault(
    `The archive lacks the log ${missing}. What was there before can be reached with --at ${until.toISOString()}, or earlier.`,
  );
}

const LAST_CHANGE = /last completed transaction was at log time (\S+) ([\d:.]+)\+00$/;

/** Postgres tells it in its log alone when it had to begin twice (replay). */
function hearLastChange(log: PostgresLog): { log: PostgresLog; lastChange(): Date | undefined } {
  let last: Date | undefined;
  const debug = (message: string) => {
    const [, day, time] = LAST_CHANGE.exec(message) ?? [];
    if (day !== undefined) last = new Date(`${day}T${time}Z`);
    log.debug(message);
  };
  return { log: { ...log, debug }, lastChange: () => last };
}

/** As after every restore all log in again, and jobs belong to nobody. */
async function settle(url: string, restoring: MomentRestoring): Promise<Pick<RestoredMoment, 'tales' | 'missingPictures' | 'cleaned'>> {
  const client = await openClient(url, 'talewood restore');
  try {
    const { rows } = await client.query<{ tales: number }>('select count(*)::integer as tales from public.tales');
    for (const table of WITHDRAWN) await client.query(`delete from ${table}`);
    await freeAllJobs(client);
    await client.query('begin');
    const cleaned = await cleanTexts(client);
    await client.query('commit');
    return { tales: rows[0]?.tales ?? 0, cleaned, missingPictures: await bringBackPictures(client, restoring) };
  } finally {
    await client.end();
  }
}

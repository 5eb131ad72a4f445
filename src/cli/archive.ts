/** `talewood backup base`, `backup status` and `restore --from`: arguments and messages. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { findArchiveState } from '#src/features/backup/base/archive-state.ts';
import { type PointInTimeResult, restorePointInTime } from '#src/features/backup/base/restore-base.ts';
import { RETENTION_DAYS, writeBase } from '#src/features/backup/base/write-base.ts';
import { openSiteStores } from '#src/features/backup/site-files.ts';
import { type Config, OWN_ARCHIVE } from '#src/platform/config.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { PostgresLog } from '#src/platform/postgres/server.ts';
import { readSecret } from '#src/platform/secret.ts';
import { describeCleaned, secretPlacer } from './backup.ts';
import { CommandError, count, describeFailures, secondsSince } from './command.ts';

type ArchiveConfig = Pick<Config, 'dataDir' | 'archiveDir' | 'databaseUrl' | 's3' | 'secret'>;
/** `durable`: false for tests. */
type Run = { log: PostgresLog; durable?: boolean };
type Site = { url: string; config: ArchiveConfig };

const MINUTE_MS = 60_000;
/** Limit of changes lost with the disk. */
const MAX_WAITING_MS = 5 * MINUTE_MS;
const MAX_BASE_AGE_MS = 2 * 24 * 60 * MINUTE_MS;

/**
 * Creates a base backup. Returns the message for the operator.
 * @throws CommandError; then no base backup was created
 */
export async function createBase(args: string[], { url, config }: Site): Promise<string> {
  const archiveDir = readArchive(args, config, 'backup base');
  const began = performance.now();
  const { dataDir } = config;
  const secret = config.secret === undefined ? await readSecret(dataDir) : undefined;
  const { file, bytes } = await describeFailures(archiveDir, () =>
    writeBase({ archiveDir, dataDir, ownerUrl: url, stores: openSiteStores(config), secret }),
  );
  return `Wrote ${file}: ${(bytes / 1e6).toFixed(1)} MB in ${secondsSince(began)} s. Any time from now on can be restored, for ${RETENTION_DAYS} days.`;
}

/**
 * Describes the state of the archive.
 * @throws CommandError with the same text and warnings if there are problems
 */
export async function archiveStatus(args: string[], { url, config }: Site): Promise<string> {
  const archiveDir = readArchive(args, config, 'backup status');
  const { bases, lastArchived, waiting } = await describeFailures(archiveDir, () => findArchiveState({ ...config, archiveDir }));
  const failing = await findFailure(url);
  const [first, last] = [bases[0], bases.at(-1)];
  const ageOf = (time: Date | undefined) => (time === undefined ? Number.POSITIVE_INFINITY : Date.now() - time.getTime());
  const lines = [
    first === undefined
      ? 'No point in time can be restored until there is a base backup.'
      : `Any time since ${first.startedAt.toISOString()} can be restored.`,
    last === undefined ? 'Base backups: none.' : `Base backups: ${bases.length}, the latest of ${last.startedAt.toISOString()}.`,
    `WAL: last archived ${lastArchived === undefined ? 'never' : `${lastArchived.toISOString()} (${Math.round(ageOf(lastArchived) / 1000)} s ago)`}; ${count(waiting.count)} files queued (${(waiting.bytes / 1e6).toFixed(1)} MB).`,
  ];
  const warnings = [
    ageOf(last?.startedAt) > MAX_BASE_AGE_MS && 'No base backup in the last 2 days; check the site log for base_taken and job_failed.',
    waiting.oldest !== undefined &&
      ageOf(waiting.oldest) > MAX_WAITING_MS &&
      `WAL archiving is blocked since ${waiting.oldest.toISOString()}; check WAL_ARCHIVE_DIR.`,
    failing !== undefined && `WAL archiving has failed since ${failing.toISOString()}. Check free space in DATA_DIR.`,
  ].filter((each) => each !== false);
  if (warnings.length > 0) throw new CommandError([...lines, ...warnings.map((each) => `Warning: ${each}`)].join('\n'));
  return lines.join('\n');
}

/** Returns when Postgres last failed to archive a WAL file; undefined if it has succeeded since. */
async function findFailure(url: string): Promise<Date | undefined> {
  const client = await openClient(url, 'talewood backup status');
  try {
    const { rows } = await client.query<{ failed: Date }>(
      "select last_failed_time as failed from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, last_failed_time - interval '1 s')",
    );
    return rows[0]?.failed;
  } finally {
    await client.end();
  }
}

function readArchive(args: string[], { archiveDir, databaseUrl }: ArchiveConfig, usage: string): string {
  if (args.length > 0) throw new CommandError(`Usage: talewood ${usage}`);
  if (databaseUrl !== undefined) throw new CommandError(`No WAL archive for an external database: ${OWN_ARCHIVE}.`);
  if (archiveDir === undefined) throw new CommandError('No WAL archive is configured. Set WAL_ARCHIVE_DIR and restart the site.');
  return archiveDir;
}

/** Whether the arguments of `restore` name an archive instead of a file. */
export function isFromArchive(args: string[]): boolean {
  return args.some((arg) => /^--(from|at)(=|$)/.test(arg));
}

/**
 * Restores a point in time. Returns the message for the operator.
 * @throws CommandError; then nothing was changed
 */
export async function restoreFromArchive(args: string[], config: ArchiveConfig, run: Run): Promise<string> {
  const { archiveDir, at, replace } = readRestoreArguments(args);
  if (config.databaseUrl !== undefined)
    throw new CommandError(`Only the embedded database can be restored from a WAL archive: ${OWN_ARCHIVE}.`);
  const began = performance.now();
  const { dataDir } = config;
  const secret = secretPlacer(config);
  const restored = await describeFailures(archiveDir, () =>
    restorePointInTime({ archiveDir, dataDir, at, replace, stores: openSiteStores(config), placeSecret: secret.place, ...run }),
  );
  const lines = [describeRestore(restored, at, secondsSince(began))];
  if (restored.before !== undefined) lines.push(`The previous database is in ${restored.before}. Delete it when you no longer need it.`);
  const text = lines.join('\n') + describeCleaned(restored.cleaned) + secret.message();
  const missing = restored.missingFiles;
  if (missing.length === 0) return text;
  throw new CommandError(`${text}\nWarning: ${count(missing.length)} files are missing in the archive: ${missing.slice(0, 10).join(', ')}`);
}

function describeRestore({ tales, lastChange, base, segments, until }: PointInTimeResult, at: Date | undefined, seconds: string): string {
  const change = lastChange === undefined ? 'none since the base backup' : `at ${lastChange.toISOString()}`;
  const text = `Restored ${count(tales)} tales${at === undefined ? '' : ` as of ${at.toISOString()}`} (last change: ${change}) from the base backup of ${base} and ${count(segments)} WAL segments in ${seconds} s.`;
  const isIncomplete = at !== undefined && until < at;
  return isIncomplete ? `${text}\nWarning: the archive ends at ${until.toISOString()}; later changes are not included.` : text;
}

export const RESTORE_OPTIONS = { from: { type: 'string' }, at: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

function readRestoreArguments(args: string[]): { archiveDir: string; at: Date | undefined; replace: boolean } {
  const usage = 'Usage: talewood restore --from ARCHIVE [--at TIME, such as 2026-11-22T14:03:00Z] [--replace]';
  try {
    const { from, at, replace } = parseArgs({ args, options: RESTORE_OPTIONS }).values;
    if (from !== undefined) return { archiveDir: path.resolve(from), at: Time.optional().parse(at), replace };
  } catch {}
  throw new CommandError(usage);
}

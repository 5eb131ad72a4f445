/** `talewood backup base`, `backup status` and `restore --from`: the words of the command line, and what is said afterwards. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { findArchiveState } from '#src/features/backup/base/archive-state.ts';
import { KEPT_DAYS } from '#src/features/backup/base/old-bases.ts';
import { type RestoredMoment, restoreMoment } from '#src/features/backup/base/restore-base.ts';
import { writeBase } from '#src/features/backup/base/write-base.ts';
import { type Config, OWN_ARCHIVE } from '#src/platform/config.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { openStore } from '#src/platform/objects/open-store.ts';
import type { PostgresLog } from '#src/platform/postgres/log.ts';
import { readSecret } from '#src/platform/secret.ts';
import { aboutCleaned, secretPlacer } from './backup-commands.ts';
import { CommandRefused } from './command-refused.ts';
import { count, secondsSince, told } from './command-words.ts';

type ArchiveConfig = Pick<Config, 'dataDir' | 'archiveDir' | 'databaseUrl' | 's3' | 'secret'>;
/** `durable`: false for tests. */
type Run = { log: PostgresLog; durable?: boolean };
type Site = { url: string; config: ArchiveConfig };

const MINUTE_MS = 60_000;
/** No more than this may be lost with a disk. */
const MOST_WAITING_MS = 5 * MINUTE_MS;
const MOST_BASE_AGE_MS = 2 * 24 * 60 * MINUTE_MS;

/** Returns what was written; throws CommandRefused, and then there is no new base. */
export async function takeBase(words: string[], { url, config }: Site): Promise<string> {
  const archiveDir = readArchive(words, config, 'backup base');
  const began = performance.now();
  const { dataDir } = config;
  const secret = config.secret === undefined ? await readSecret(dataDir) : undefined;
  const { file, bytes } = await told(archiveDir, () => writeBase({ archiveDir, dataDir, ownerUrl: url, store: openStore(config), secret }));
  return `Wrote ${file}: ${(bytes / 1e6).toFixed(1)} MB in ${secondsSince(began)} s. From now on any moment can be restored, for ${KEPT_DAYS} days.`;
}

/** Returns how the archive stands; throws CommandRefused with the same where more than five minutes could be lost. */
export async function archiveStatus(words: string[], { url, config }: Site): Promise<string> {
  const archiveDir = readArchive(words, config, 'backup status');
  const { bases, lastArchived, waiting } = await told(archiveDir, () => findArchiveState({ ...config, archiveDir }));
  const failing = await findFailure(url);
  const [first, last] = [bases[0], bases.at(-1)];
  const ageOf = (time: Date | undefined) => (time === undefined ? Number.POSITIVE_INFINITY : Date.now() - time.getTime());
  const said = [
    first === undefined
      ? 'What is written now cannot be restored until a base is taken.'
      : `Any moment since ${first.startedAt.toISOString()} can be restored.`,
    last === undefined ? 'Bases: none.' : `Bases: ${bases.length}, the last of ${last.startedAt.toISOString()}.`,
    `Log: last archived ${lastArchived === undefined ? 'never' : `${lastArchived.toISOString()} (${Math.round(ageOf(lastArchived) / 1000)} s ago)`}; ${count(waiting.count)} files wait (${(waiting.bytes / 1e6).toFixed(1)} MB).`,
  ];
  const wrong = [
    ageOf(last?.startedAt) > MOST_BASE_AGE_MS &&
      'There is no base of the last two days: see the log of the site for base_taken and job_failed.',
    waiting.oldest !== undefined &&
      ageOf(waiting.oldest) > MOST_WAITING_MS &&
      `The archive takes nothing: a file waits since ${waiting.oldest.toISOString()}.`,
    failing !== undefined && `Postgres cannot put its log aside since ${failing.toISOString()}: is the disk of DATA_DIR full?`,
  ].filter((each) => each !== false);
  if (wrong.length > 0) throw new CommandRefused([...said, ...wrong.map((each) => `BUT ${each}`)].join('\n'));
  return said.join('\n');
}

/** When Postgres last failed to hand on a file of its log, if it has not succeeded since. */
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

function readArchive(words: string[], { archiveDir, databaseUrl }: ArchiveConfig, usage: string): string {
  if (words.length > 0) throw new CommandRefused(`Write: talewood ${usage}`);
  if (databaseUrl !== undefined) throw new CommandRefused(`There is no archive: ${OWN_ARCHIVE}.`);
  if (archiveDir === undefined) throw new CommandRefused('There is no archive: set ARCHIVE_DIR, and start the site with it.');
  return archiveDir;
}

/** Whether the words of `restore` name an archive, and no file. */
export function isFromArchive(words: string[]): boolean {
  return words.some((word) => /^--(from|at)(=|$)/.test(word));
}

/** `words`: --from, --at and --replace. Returns what was done; throws CommandRefused, and then nothing was changed. */
export async function restoreFromArchive(words: string[], config: ArchiveConfig, run: Run): Promise<string> {
  const { archiveDir, at, replace } = readMoment(words);
  if (config.databaseUrl !== undefined) throw new CommandRefused(`An archive is of the embedded database: ${OWN_ARCHIVE}.`);
  const began = performance.now();
  const { dataDir } = config;
  const secret = secretPlacer(config);
  const restored = await told(archiveDir, () =>
    restoreMoment({ archiveDir, dataDir, at, replace, store: openStore(config), placeSecret: secret.place, ...run }),
  );
  const said = [momentOf(restored, at, secondsSince(began))];
  if (restored.before !== undefined)
    said.push(`The database that was there is kept in ${restored.before}; remove it when you need it no more.`);
  const text = said.join('\n') + aboutCleaned(restored.cleaned) + secret.said();
  const missing = restored.missingPictures;
  if (missing.length === 0) return text;
  throw new CommandRefused(
    `${text}\nBUT ${count(missing.length)} files of pictures are missing in the archive: ${missing.slice(0, 10).join(', ')}`,
  );
}

function momentOf({ tales, lastChange, base, segments, until }: RestoredMoment, at: Date | undefined, seconds: string): string {
  const change = lastChange === undefined ? 'none since the base' : `at ${lastChange.toISOString()}`;
  const said = `Restored ${count(tales)} tales${at === undefined ? '' : `, as at ${at.toISOString()}`} (last change: ${change}) from the base of ${base} and ${count(segments)} segments of the log, in ${seconds} s.`;
  const isShort = at !== undefined && until < at;
  return isShort
    ? `${said}\nBUT the archive ends at ${until.toISOString()}: what was written between then and that moment is not in it.`
    : said;
}

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

function readMoment(words: string[]): { archiveDir: string; at: Date | undefined; replace: boolean } {
  const usage = 'Write: talewood restore --from <archive> [--at <time, as 2026-11-22T14:03:00Z>] [--replace]';
  try {
    const options = { from: { type: 'string' }, at: { type: 'string' }, replace: { type: 'boolean', default: false } } as const;
    const { from, at, replace } = parseArgs({ args: words, options }).values;
    if (from !== undefined) return { archiveDir: path.resolve(from), at: Moment.optional().parse(at), replace };
  } catch {}
  throw new CommandRefused(usage);
}

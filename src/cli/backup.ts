/** `talewood backup`, `backup verify` and `restore`: arguments and messages. */
import type { Manifest } from '#src/features/backup/backup-format.ts';
import { logBackup, logVerification } from '#src/features/backup/backup-log.ts';
import { type PlaceSecret, restoreBackup } from '#src/features/backup/restore-backup.ts';
import { openSiteStores } from '#src/features/backup/site-files.ts';
import { verifyBackup, withBackup } from '#src/features/backup/verify-backup.ts';
import { writeBackup } from '#src/features/backup/write-backup.ts';
import type { Config } from '#src/platform/config.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { Log } from '#src/platform/log.ts';
import { readSecret, replaceSecret } from '#src/platform/secret.ts';
import { CommandError, count, describeFailures, readPathArgument, secondsSince } from './command.ts';

type Site = { url: string; config: Pick<Config, 'dataDir' | 's3' | 'secret'> };

/**
 * Writes a backup. Returns the message for the operator.
 * @throws CommandError, also if the backup was written but lacks files
 */
export async function backUp(args: string[], { url, config }: Site): Promise<string> {
  const { path: file } = readPathArgument(args, 'backup FILE');
  const began = performance.now();
  const secret = config.secret === undefined ? await readSecret(config.dataDir) : undefined;
  const { manifest, bytes } = await describeFailures(file, () =>
    writeBackup(file, { ownerUrl: url, stores: openSiteStores(config), secret }),
  );
  const isLogged = await record(url, manifest, bytes);
  const text = `Wrote ${file}: ${contentsOf(manifest)}, ${(bytes / 1e6).toFixed(1)} MB in ${secondsSince(began)} s.${isLogged ? '' : NOT_LOGGED}`;
  const missing = missingFiles(manifest);
  if (missing.length === 0) return text;
  const named = missing.length > 10 ? [...missing.slice(0, 10), '…'] : missing;
  throw new CommandError(
    `${text}\nWarning: ${count(missing.length)} files are missing or damaged in the file storage: ${named.join(', ')}`,
  );
}

/** The backup is complete, but the operations page does not list it. */
const NOT_LOGGED = '\nWarning: the backup could not be recorded; /manage-operations does not list it.';

async function record(url: string, manifest: Manifest, bytes: number): Promise<boolean> {
  const entry = { at: new Date(manifest.taken_at), kind: 'file', bytes, tales: talesOf(manifest), isVerified: false } as const;
  return withClient(url, (client) => logBackup(client, entry)).then(
    () => true,
    () => false,
  );
}

async function withClient<Result>(url: string, work: (client: Awaited<ReturnType<typeof openClient>>) => Promise<Result>): Promise<Result> {
  const client = await openClient(url, 'talewood backup');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Verifies a backup and describes its contents. `url`: the database of a running site, which records the verification.
 * @throws CommandError if the backup is not complete
 */
export async function verify(args: string[], url?: string): Promise<string> {
  const { path: file } = readPathArgument(args, 'backup verify FILE');
  const manifest = await describeFailures(file, () => withBackup(file, verifyBackup));
  if (url !== undefined) await withClient(url, (client) => logVerification(client, new Date(manifest.taken_at))).catch(() => false);
  return `${file} is complete: ${contentsOf(manifest)}, taken at ${manifest.taken_at}.${missingIn(manifest)}`;
}

/**
 * Restores a backup. Returns the message for the operator.
 * @throws CommandError; then nothing was changed
 */
export async function restore(
  args: string[],
  { url, config }: Site,
  { migrations, log }: { migrations: string; log: Pick<Log, 'warn'> },
): Promise<string> {
  const { path: file, replace } = readPathArgument(args, 'restore FILE [--replace]', { mayReplace: true });
  const began = performance.now();
  const secret = secretPlacer(config);
  const work = { ownerUrl: url, stores: openSiteStores(config), migrations, replace, log, placeSecret: secret.place };
  const { manifest, cleaned } = await describeFailures(file, () => withBackup(file, (handle) => restoreBackup(handle, work)));
  return `Restored ${contentsOf(manifest)} (backup taken ${manifest.taken_at}) in ${secondsSince(began)} s.${missingIn(manifest)}${describeCleaned(cleaned)}${secret.message()}`;
}

/** `place` stores the secret of a backup in DATA_DIR unless SECRET is set; `message` describes the result. */
export function secretPlacer({ dataDir, secret: set }: Pick<Config, 'dataDir' | 'secret'>): { place: PlaceSecret; message: () => string } {
  let message = '';
  const place: PlaceSecret = async (secret) => {
    const nothing = { undo: async () => {} };
    if (secret === undefined && set === undefined)
      message = '\nThe backup does not contain the secret. Set SECRET to that of the original site.';
    if (secret !== undefined && set !== undefined && set !== secret.trim())
      message = '\nWarning: SECRET differs from the secret of the backup, so second factors no longer work.';
    if (secret === undefined || set !== undefined) return nothing;
    const { previousFile, undo } = await replaceSecret(dataDir, secret);
    if (previousFile !== undefined) message = `\nThe secret of the backup was restored. The previous one is in ${previousFile}.`;
    return { undo };
  };
  return { place, message: () => message };
}

export function describeCleaned(cleaned: number): string {
  return cleaned === 0 ? '' : `\nRemoved disallowed HTML from ${count(cleaned)} texts.`;
}

function contentsOf({ tables, media, files }: Manifest): string {
  const rows = tables.reduce((all, table) => all + table.rows, 0);
  return `${count(talesOf({ tables }))} tales, ${count(rows)} rows of ${tables.length} tables, ${count(media.length)} image files and ${count(files.length)} parts of the file library`;
}

function talesOf({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.find(({ name }) => name === 'public.tales')?.rows ?? 0;
}

function missingFiles({ missing_media: media, missing_files: files }: Manifest): string[] {
  return [...media.map((key) => `media/${key}`), ...files.map((key) => `files/${key}`)];
}

function missingIn(manifest: Manifest): string {
  const missing = missingFiles(manifest);
  return missing.length === 0 ? '' : `\nWarning: ${count(missing.length)} files were missing when it was taken.`;
}

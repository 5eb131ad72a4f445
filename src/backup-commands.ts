/** `talewood backup`, `backup verify` and `restore`: the words of the command line, and what is said afterwards. */
import { noteBackup, noteVerified } from '#src/features/backup/backups-made.ts';
import type { Manifest } from '#src/features/backup/manifest.ts';
import { type PlaceSecret, restoreBackup } from '#src/features/backup/restore-backup.ts';
import { verifyBackup, withBackup } from '#src/features/backup/verify-backup.ts';
import { writeBackup } from '#src/features/backup/write-backup.ts';
import type { Config } from '#src/platform/config.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import type { Log } from '#src/platform/log.ts';
import { openStore } from '#src/platform/objects/open-store.ts';
import { readSecret, replaceSecret } from '#src/platform/secret.ts';
import { CommandRefused } from './command-refused.ts';
import { count, readWords, secondsSince, told } from './command-words.ts';

type Site = { url: string; config: Pick<Config, 'dataDir' | 's3' | 'secret'> };

/** `words`: the file. Returns what to say; throws CommandRefused, also when the backup is there and lacks pictures. */
export async function backUp(words: string[], { url, config }: Site): Promise<string> {
  const { place: file } = readWords(words, 'backup <file>');
  const began = performance.now();
  const secret = config.secret === undefined ? await readSecret(config.dataDir) : undefined;
  const { manifest, bytes } = await told(file, () => writeBackup(file, { ownerUrl: url, store: openStore(config), secret }));
  const isNoted = await note(url, manifest, bytes);
  const said = `Wrote ${file}: ${contentsOf(manifest)}, ${(bytes / 1e6).toFixed(1)} MB in ${secondsSince(began)} s.${isNoted ? '' : NOT_NOTED}`;
  const missing = manifest.missing_media;
  if (missing.length === 0) return said;
  const named = missing.length > 10 ? [...missing.slice(0, 10), '…'] : missing;
  throw new CommandRefused(
    `${said}\nBUT ${count(missing.length)} files of pictures are missing or damaged in the store: ${named.join(', ')}`,
  );
}

/** The backup is there; only the screen of operations does not know. */
const NOT_NOTED = '\nThe site could not note it: /manage-operations does not show this backup.';

async function note(url: string, manifest: Manifest, bytes: number): Promise<boolean> {
  const made = { at: new Date(manifest.taken_at), kind: 'file', bytes, tales: talesOf(manifest), isVerified: false } as const;
  return withClient(url, (client) => noteBackup(client, made)).then(
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
 * `words`: the file. `url`: the database of the site, where it runs beside: it is told that the backup is whole. Returns what it holds; throws
 * CommandRefused for anything that is not a whole backup.
 */
export async function verify(words: string[], url?: string): Promise<string> {
  const { place: file } = readWords(words, 'backup verify <file>');
  const manifest = await told(file, () => withBackup(file, verifyBackup));
  if (url !== undefined) await withClient(url, (client) => noteVerified(client, new Date(manifest.taken_at))).catch(() => false);
  return `${file} is whole: ${contentsOf(manifest)}, taken at ${manifest.taken_at}.${missingIn(manifest)}`;
}

/** `words`: the file, and --replace. Returns what was done; throws CommandRefused, and then nothing was changed. */
export async function restore(
  words: string[],
  { url, config }: Site,
  { migrations, log }: { migrations: string; log: Pick<Log, 'warn'> },
): Promise<string> {
  const { place: file, replace } = readWords(words, 'restore <file> [--replace]', { mayReplace: true });
  const began = performance.now();
  const secret = secretPlacer(config);
  const work = { ownerUrl: url, store: openStore(config), migrations, replace, log, placeSecret: secret.place };
  const { manifest, cleaned } = await told(file, () => withBackup(file, (handle) => restoreBackup(handle, work)));
  return `Restored ${contentsOf(manifest)}, as at ${manifest.taken_at}, in ${secondsSince(began)} s.${missingIn(manifest)}${aboutCleaned(cleaned)}${secret.said()}`;
}

/** `place` puts the secret of a backup in its place, unless SECRET is set; `said`: what is to be told about it afterwards. */
export function secretPlacer({ dataDir, secret: set }: Pick<Config, 'dataDir' | 'secret'>): { place: PlaceSecret; said: () => string } {
  let said = '';
  const place: PlaceSecret = async (secret) => {
    const nothing = { undo: async () => {} };
    if (secret === undefined && set === undefined) said = '\nThe backup holds no secret: set SECRET to the one that the site had.';
    if (secret !== undefined && set !== undefined && set !== secret.trim())
      said = '\nSECRET is set and is not the secret of the backup: second factors are lost.';
    if (secret === undefined || set !== undefined) return nothing;
    const { kept, undo } = await replaceSecret(dataDir, secret);
    if (kept !== undefined) said = `\nThe secret of the backup is in place; the one before is kept in ${kept}.`;
    return { undo };
  };
  return { place, said: () => said };
}

export function aboutCleaned(cleaned: number): string {
  return cleaned === 0 ? '' : `\nRemoved HTML that is not allowed from ${count(cleaned)} texts.`;
}

function contentsOf({ tables, media }: Manifest): string {
  const rows = tables.reduce((all, table) => all + table.rows, 0);
  return `${count(talesOf({ tables }))} tales, ${count(rows)} rows of ${tables.length} tables and ${count(media.length)} files of pictures`;
}

function talesOf({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.find(({ name }) => name === 'public.tales')?.rows ?? 0;
}

function missingIn({ missing_media: missing }: Manifest): string {
  return missing.length === 0 ? '' : `\nBUT ${count(missing.length)} files of pictures were missing when it was taken.`;
}

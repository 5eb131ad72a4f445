/** Base backups in an archive: names, manifest, verification and unpacking. */
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isSecret } from '#src/platform/secret.ts';
import { BackupError, MANIFEST, SECRET } from '../backup-format.ts';
import { unpackPart } from '../table-parts.ts';
import { readEntries, verifyChecksum } from '../tar-archive.ts';
import { withBackup } from '../verify-backup.ts';

export function basesFolder(archiveDir: string): string {
  return path.join(archiveDir, 'bases');
}

/** Lists base backups, oldest first. */
export async function listBases(archiveDir: string): Promise<BaseName[]> {
  const folder = basesFolder(archiveDir);
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.sort().flatMap((name) => readBaseName(name) ?? []);
}

/** Verifies the checksum of a base backup and returns its manifest. @throws BackupError */
export async function openBase(file: string): Promise<BaseManifest> {
  return withBackup(file, async (handle) => {
    await verifyChecksum(handle);
    for await (const { name, bytes } of readEntries(handle)) if (name === MANIFEST) return readManifest(bytes);
    throw new BackupError(`${file} has no manifest.`);
  });
}

function readManifest(bytes: Buffer): BaseManifest {
  try {
    return BaseManifest.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new BackupError('Unsupported base backup. It may have been taken by a newer version of Talewood.', { cause });
  }
}

/** Unpacks the database files, without WAL, into an empty folder. Returns the site's secret if included. @throws BackupError */
export async function unpackBase(file: string, manifest: BaseManifest, folder: string): Promise<string | undefined> {
  for (const { path: inside } of manifest.files) assertInside(inside);
  for (const inside of manifest.folders) await mkdir(path.join(folder, assertInside(inside)), { mode: 0o700 });
  for (const { path: inside, parts } of manifest.files) if (parts === 0) await writeFile(path.join(folder, inside), '', { mode: 0o600 });
  const secret = await withBackup(file, (handle) => unpackFiles(handle, manifest, folder));
  await writeFile(path.join(folder, 'backup_label'), manifest.backup_label, { mode: 0o600 });
  return secret;
}

async function unpackFiles(handle: FileHandle, manifest: BaseManifest, folder: string): Promise<string | undefined> {
  const files = new Map(manifest.files.map((file) => [file.path, { ...file, unpacked: 0, had: 0 }]));
  let secret: string | undefined;
  for await (const { name, bytes } of readEntries(handle)) {
    if (name === SECRET) secret = readSecret(bytes);
    const part = readDataName(name);
    if (part === undefined) continue;
    const file = files.get(part.path);
    if (file === undefined || part.part !== file.had + 1) throw new BackupError(`Entry out of order: ${name}.`);
    const { text } = await unpackPart(name, bytes, file.bytes - file.unpacked);
    await writeFile(path.join(folder, file.path), text, { flag: 'a', mode: 0o600 });
    file.had += 1;
    file.unpacked += text.length;
  }
  const other = [...files.values()].find(({ parts, had, bytes, unpacked }) => parts !== had || bytes !== unpacked);
  if (other !== undefined) throw new BackupError(`The file ${other.path} does not match the manifest.`);
  return secret;
}

function readSecret(bytes: Buffer): string {
  const secret = bytes.toString();
  if (!isSecret(secret)) throw new BackupError('The secret in the base backup is invalid: the site would not start with it.');
  return secret;
}

/** @throws BackupError for a path that leads out of the folder */
function assertInside(inside: string): string {
  if (path.posix.isAbsolute(inside) || path.posix.normalize(inside) !== inside || inside.startsWith('..'))
    throw new BackupError(`Invalid path in the base backup: ${inside}.`);
  return inside;
}

export const BASE_FORMAT = 1;
const Count = z.int().min(0);

export const BaseManifest = z.strictObject({
  format: z.literal(BASE_FORMAT),
  /** Database clock. Every time from `ended_at` on can be restored from this base backup. */
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** System identifier of the cluster. */
  system_id: z.string(),
  postgres_major: z.string(),
  /** As in Node, linux-x64. Data files are not portable. */
  platform: z.string(),
  /** Size of a WAL segment, and the first and last segment the base backup requires. */
  segment_bytes: z.int().positive(),
  first_segment: z.string(),
  last_segment: z.string(),
  /** Content of the backup_label file, required by Postgres. */
  backup_label: z.string(),
  folders: z.array(z.string()),
  files: z.array(z.strictObject({ path: z.string(), bytes: Count, parts: Count })),
  has_secret: z.boolean(),
});
export type BaseManifest = z.infer<typeof BaseManifest>;
const DATA_PART = /^data\/(.+)\/(\d{6})\.gz$/;

/** Parses the name of a data entry; undefined for other entries. */
function readDataName(name: string): { path: string; part: number } | undefined {
  const [, path, part] = DATA_PART.exec(name) ?? [];
  return path === undefined ? undefined : { path, part: Number(part) };
}

/** File name of a base backup: start time and first required segment. Sorts by time. */
export type BaseName = { name: string; startedAt: Date; firstSegment: string };

const BASE_NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([0-9A-F]{24})\.base$/;

function readBaseName(name: string): BaseName | undefined {
  const [, day, hour, minute, second, firstSegment] = BASE_NAME.exec(name) ?? [];
  if (firstSegment === undefined) return undefined;
  return { name, startedAt: new Date(`${day}${hour}:${minute}:${second}`), firstSegment };
}

/** Bases in an archive: which there are, whether one is whole, and its files. */
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSecret } from '#src/platform/secret.ts';
import { checkWhole, readEntries } from '../archive/read-archive.ts';
import { BackupFault } from '../backup-fault.ts';
import { MANIFEST, SECRET } from '../manifest.ts';
import { unpackPart } from '../tables/table-parts.ts';
import { withBackup } from '../verify-backup.ts';
import { BaseManifest, type BaseName, readBaseName, readDataName } from './base-manifest.ts';

export function basesIn(archiveDir: string): string {
  return path.join(archiveDir, 'bases');
}

/** The oldest first. */
export async function listBases(archiveDir: string): Promise<BaseName[]> {
  const folder = basesIn(archiveDir);
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.sort().flatMap((name) => readBaseName(name) ?? []);
}

/** What the base says of itself, once every byte of the file is known to be as it was written. Throws a BackupFault. */
export async function openBase(file: string): Promise<BaseManifest> {
  return withBackup(file, async (handle) => {
    await checkWhole(handle);
    for await (const { name, bytes } of readEntries(handle)) if (name === MANIFEST) return readManifest(bytes);
    throw new BackupFault(`${file} has no manifest.`);
  });
}

function readManifest(bytes: Buffer): BaseManifest {
  try {
    return BaseManifest.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new BackupFault('The base is not one that this Talewood can read. Was it taken by a newer one?', { cause });
  }
}

/** Fills an empty folder with the database's files, without its log. Returns the site's secret, where it is in the base. Throws a BackupFault. */
export async function unpackBase(file: string, manifest: BaseManifest, folder: string): Promise<string | undefined> {
  for (const { path: inside } of manifest.files) checkInside(inside);
  for (const inside of manifest.folders) await mkdir(path.join(folder, checkInside(inside)), { mode: 0o700 });
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
    if (file === undefined || part.part !== file.had + 1) throw new BackupFault(`${name} is not in its place.`);
    const { text } = await unpackPart(name, bytes, file.bytes - file.unpacked);
    await writeFile(path.join(folder, file.path), text, { flag: 'a', mode: 0o600 });
    file.had += 1;
    file.unpacked += text.length;
  }
  const other = [...files.values()].find(({ parts, had, bytes, unpacked }) => parts !== had || bytes !== unpacked);
  if (other !== undefined) throw new BackupFault(`The file ${other.path} is not as the base says.`);
  return secret;
}

function readSecret(bytes: Buffer): string {
  const secret = bytes.toString();
  if (!isSecret(secret)) throw new BackupFault('The secret in the base is not valid: the site would not start with it.');
  return secret;
}

/** Nothing may lead out of the folder. */
function checkInside(inside: string): string {
  if (path.posix.isAbsolute(inside) || path.posix.normalize(inside) !== inside || inside.startsWith('..'))
    throw new BackupFault(`${inside} is no file of a database.`);
  return inside;
}

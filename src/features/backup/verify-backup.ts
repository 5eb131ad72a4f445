/** Verifies a backup file completely before it is used. */
import { createHash, type Hash, hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isSecret } from '#src/platform/secret.ts';
import { BackupError, MANIFEST, Manifest, partName, SECRET } from './backup-format.ts';
import { KIND_NAMES, parseSiteFileName, siteFileName } from './site-files.ts';
import { unpackPart } from './table-parts.ts';
import { readEntries, verifyChecksum } from './tar-archive.ts';

/** Opens a backup file, runs `work`, and closes it. @throws BackupError if it cannot be opened */
export async function withBackup<Result>(file: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(cause.code === 'ENOENT' ? `File not found: ${file}.` : `${file} cannot be read (${cause.code}).`, { cause });
  });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Reads the file twice: as bytes, against the checksum at its end, then entry by entry, against the manifest. Returns the manifest.
 * @throws BackupError for anything but an intact backup of this format
 */
export async function verifyBackup(file: FileHandle): Promise<Manifest> {
  await verifyChecksum(file);
  const manifest = await findManifest(file);
  await limitSize(file, manifest);
  const wanted = new Map(manifest.tables.map((table) => [table.name, table]));
  const found: Found = { files: new Map(), tables: new Map(), secrets: 0 };
  let isEnded = false;
  for await (const { name, bytes } of readEntries(file)) {
    if (isEnded) throw new BackupError(`Unexpected entry after the end of the backup: ${name}.`);
    if (name === MANIFEST) isEnded = true;
    else await verifyEntry(name, bytes, wanted, found);
  }
  compareWithManifest(manifest, found);
  return manifest;
}

async function findManifest(file: FileHandle): Promise<Manifest> {
  for await (const { bytes } of readEntries(file, MANIFEST)) return readManifest(bytes);
  throw new BackupError('Not a valid backup: no manifest.');
}

/** Tables compress by a factor of 5 to 20. A far higher one indicates a ZIP bomb. */
const MAX_RATIO = 100;
const ALWAYS_ALLOWED = 256 * 1024 * 1024;

async function limitSize(file: FileHandle, { tables }: Manifest): Promise<void> {
  const unpacked = tables.reduce((all, { bytes }) => all + bytes, 0);
  const allowed = Math.max(ALWAYS_ALLOWED, (await file.stat()).size * MAX_RATIO);
  if (unpacked > allowed)
    throw new BackupError(`Rejected: the tables unpack to ${unpacked} bytes, over ${MAX_RATIO} times the file size (possible ZIP bomb).`);
}

type ExpectedTable = Manifest['tables'][number];
type FoundTable = { rows: number; parts: number; bytes: number; sum: Hash };
type Found = { files: Map<string, { bytes: number; sha256: string }>; tables: Map<string, FoundTable>; secrets: number };

const PART = /^tables\/([a-z_]+\.[a-z0-9_]+)\/\d{6}\.gz$/;

function readManifest(bytes: Buffer): Manifest {
  const { success, data } = Manifest.safeParse(parseJson(bytes));
  if (!success) throw new BackupError('Unsupported manifest. The backup may have been created by a newer version of Talewood.');
  return data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function verifyEntry(name: string, bytes: Buffer, wanted: ReadonlyMap<string, ExpectedTable>, found: Found): Promise<void> {
  const table = PART.exec(name)?.[1];
  if (parseSiteFileName(name) !== undefined && !found.files.has(name))
    found.files.set(name, { bytes: bytes.length, sha256: hash('sha256', bytes) });
  else if (table !== undefined) await verifyPart(name, bytes, wanted.get(table), found.tables);
  else if (name === SECRET) verifySecret(bytes, found);
  else throw new BackupError(`Unexpected entry: ${name}.`);
}

function verifySecret(bytes: Buffer, found: Found): void {
  if (!isSecret(bytes.toString())) throw new BackupError('The secret in the backup is invalid: the site would not start with it.');
  found.secrets += 1;
}

async function verifyPart(name: string, packed: Buffer, wanted: ExpectedTable | undefined, tables: Found['tables']): Promise<void> {
  if (wanted === undefined) throw new BackupError(`${name} is not in the manifest.`);
  const table = wanted.name;
  const known = tables.get(table) ?? { rows: 0, parts: 0, bytes: 0, sum: createHash('sha256') };
  known.parts += 1;
  if (name !== partName(table, known.parts)) throw new BackupError(`Entry out of order: ${name}.`);
  const { text, lines } = await unpackPart(name, packed, wanted.bytes - known.bytes);
  known.rows += lines;
  if (known.parts > wanted.parts || known.rows > wanted.rows) throw new BackupError(`Table ${table} does not match the manifest.`);
  known.bytes += text.length;
  known.sum.update(text);
  tables.set(table, known);
}

function compareWithManifest(manifest: Manifest, found: Found): void {
  if (found.secrets !== (manifest.has_secret ? 1 : 0)) throw new BackupError('The secret does not match the manifest.');
  for (const { name, rows, parts, bytes, sha256 } of manifest.tables) {
    const own = found.tables.get(name) ?? { rows: 0, parts: 0, bytes: 0, sum: createHash('sha256') };
    found.tables.delete(name);
    const isSame = own.rows === rows && own.parts === parts && own.bytes === bytes && own.sum.digest('hex') === sha256;
    if (!isSame) throw new BackupError(`Table ${name} does not match the manifest.`);
  }
  for (const { kind, key, bytes, sha256 } of KIND_NAMES.flatMap((kind) => manifest[kind].map((file) => ({ ...file, kind })))) {
    const name = siteFileName({ kind, key });
    const own = found.files.get(name);
    found.files.delete(name);
    if (own?.bytes !== bytes || own.sha256 !== sha256) throw new BackupError(`${name} does not match the manifest.`);
  }
  const [stray] = [...found.tables.keys(), ...found.files.keys()];
  if (stray !== undefined) throw new BackupError(`${stray} is not in the manifest.`);
}

/** Whether a file is a whole backup, to its last byte: judged before anything is done with it. */
import { createHash, type Hash, hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isFileKey } from '#src/features/media/media.ts';
import { isSecret } from '#src/platform/secret.ts';
import { checkWhole, readEntries } from './archive/read-archive.ts';
import { BackupFault } from './backup-fault.ts';
import { MANIFEST, Manifest, mediaName, partName, SECRET } from './manifest.ts';
import { unpackPart } from './tables/table-parts.ts';

/** Opens a file for the work with it. Throws a BackupFault where there is none. */
export async function withBackup<Result>(file: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupFault(cause.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${cause.code}).`, { cause });
  });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * Reads the whole file twice: as bytes, against the hash at its end, then entry by entry, against what the manifest says of them. Returns
 * the manifest. Throws a BackupFault for anything else than what a backup of this format holds.
 */
export async function verifyBackup(file: FileHandle): Promise<Manifest> {
  await checkWhole(file);
  const manifest = await findManifest(file);
  await limitSize(file, manifest);
  const wanted = new Map(manifest.tables.map((table) => [table.name, table]));
  const found: Found = { media: new Map(), tables: new Map(), secrets: 0 };
  let isEnded = false;
  for await (const { name, bytes } of readEntries(file)) {
    if (isEnded) throw new BackupFault(`${name} stands behind the end of the backup.`);
    if (name === MANIFEST) isEnded = true;
    else await judge(name, bytes, wanted, found);
  }
  compare(manifest, found);
  return manifest;
}

async function findManifest(file: FileHandle): Promise<Manifest> {
  for await (const { bytes } of readEntries(file, MANIFEST)) return readManifest(bytes);
  throw new BackupFault('The file has no manifest.');
}

/** Tables compress 5 to 20 times. What claims far more is made to fill the disk of the database. */
const MAX_RATIO = 100;
const ALWAYS_ALLOWED = 256 * 1024 * 1024;

async function limitSize(file: FileHandle, { tables }: Manifest): Promise<void> {
  const unpacked = tables.reduce((all, { bytes }) => all + bytes, 0);
  const allowed = Math.max(ALWAYS_ALLOWED, (await file.stat()).size * MAX_RATIO);
  if (unpacked > allowed)
    throw new BackupFault(`The tables would have ${unpacked} bytes, over ${MAX_RATIO} times the size of the file (possible ZIP bomb).`);
}

type WantedTable = Manifest['tables'][number];
type FoundTable = { rows: number; parts: number; bytes: number; sum: Hash };
type Found = { media: Map<string, { bytes: number; sha256: string }>; tables: Map<string, FoundTable>; secrets: number };

const PART = /^tables\/([a-z_]+\.[a-z0-9_]+)\/\d{6}\.gz$/;
const MEDIA = /^media\/(.+)$/;

function readManifest(bytes: Buffer): Manifest {
  const { success, data } = Manifest.safeParse(parseJson(bytes));
  if (!success) throw new BackupFault('The manifest is not one that this Talewood can read. Was the backup made by a newer one?');
  return data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function judge(name: string, bytes: Buffer, wanted: ReadonlyMap<string, WantedTable>, found: Found): Promise<void> {
  const key = MEDIA.exec(name)?.[1];
  const table = PART.exec(name)?.[1];
  if (key !== undefined && isFileKey(key) && !found.media.has(key))
    found.media.set(key, { bytes: bytes.length, sha256: hash('sha256', bytes) });
  else if (table !== undefined) await judgePart(name, bytes, wanted.get(table), found.tables);
  else if (name === SECRET) judgeSecret(bytes, found);
  else throw new BackupFault(`${name} is nothing that a backup holds.`);
}

function judgeSecret(bytes: Buffer, found: Found): void {
  if (!isSecret(bytes.toString())) throw new BackupFault('The secret in the backup is not valid: the site would not start with it.');
  found.secrets += 1;
}

async function judgePart(name: string, packed: Buffer, wanted: WantedTable | undefined, tables: Found['tables']): Promise<void> {
  if (wanted === undefined) throw new BackupFault(`${name} is not in the manifest.`);
  const table = wanted.name;
  const known = tables.get(table) ?? { rows: 0, parts: 0, bytes: 0, sum: createHash('sha256') };
  known.parts += 1;
  if (name !== partName(table, known.parts)) throw new BackupFault(`${name} is not in its place.`);
  const { text, lines } = await unpackPart(name, packed, wanted.bytes - known.bytes);
  known.rows += lines;
  if (known.parts > wanted.parts || known.rows > wanted.rows) throw new BackupFault(`The table ${table} is not as the manifest says.`);
  known.bytes += text.length;
  known.sum.update(text);
  tables.set(table, known);
}

function compare(manifest: Manifest, found: Found): void {
  if (found.secrets !== (manifest.has_secret ? 1 : 0)) throw new BackupFault('The secret is not as the manifest says.');
  for (const { name, rows, parts, bytes, sha256 } of manifest.tables) {
    const own = found.tables.get(name) ?? { rows: 0, parts: 0, bytes: 0, sum: createHash('sha256') };
    found.tables.delete(name);
    const isSame = own.rows === rows && own.parts === parts && own.bytes === bytes && own.sum.digest('hex') === sha256;
    if (!isSame) throw new BackupFault(`The table ${name} is not as the manifest says.`);
  }
  for (const { key, bytes, sha256 } of manifest.media) {
    const own = found.media.get(key);
    found.media.delete(key);
    if (own?.bytes !== bytes || own.sha256 !== sha256) throw new BackupFault(`${mediaName(key)} is not as the manifest says.`);
  }
  const [stray] = [...found.tables.keys(), ...found.media.keys()];
  if (stray !== undefined) throw new BackupFault(`${stray} is not in the manifest.`);
}

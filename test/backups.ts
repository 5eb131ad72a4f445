import { createHash, hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { FORMAT, MANIFEST, type Manifest, partName, SECRET } from '#src/features/backup/backup-format.ts';
import { type ArchiveEntry, paddingOf, readEntries, tarEnd, tarHead } from '#src/features/backup/tar-archive.ts';
import { withBackup } from '#src/features/backup/verify-backup.ts';
import { pictureKeys } from './full-site.ts';

/** Forged backups. */

/** `head`: replaces the tar header. */
type Entry = ArchiveEntry & { head?: Buffer };

/** Returns a backup of these entries with a valid hash. */
export function forge(entries: Entry[]): Buffer {
  const body = Buffer.concat(
    entries.flatMap(({ name, bytes, head }) => [head ?? tarHead(name, bytes.length), bytes, paddingOf(bytes.length)]),
  );
  return Buffer.concat([body, tarEnd(createHash('sha256').update(body).digest('hex'))]);
}

export async function entriesOf(file: string): Promise<ArchiveEntry[]> {
  return withBackup(file, async (handle) => {
    const entries: ArchiveEntry[] = [];
    for await (const entry of readEntries(handle)) entries.push(entry);
    return entries;
  });
}

export const asJson = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Returns a backup with one entry changed, and optionally the manifest. */
export function forgeWithChange(
  entries: ArchiveEntry[],
  name: string,
  change: (bytes: Buffer) => Buffer,
  changeManifest: (manifest: Manifest) => unknown = (manifest) => manifest,
): Buffer {
  if (!entries.some((entry) => entry.name === name)) throw new Error(`There is no ${name}.`);
  return forge(
    entries.map((entry) => {
      if (entry.name === MANIFEST) return { name: MANIFEST, bytes: asJson(changeManifest(JSON.parse(entry.bytes.toString()))) };
      return entry.name === name ? { name, bytes: change(entry.bytes) } : entry;
    }),
  );
}

/** Returns the manifest entry of a table with this content. */
export function tableOf(name: string, text: string, columns: string[]): Manifest['tables'][number] {
  return { name, columns, rows: text.split('\n').length - 1, parts: 1, bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
}

/** Returns the entries of a small valid backup with an unknown schema. */
export function sampleEntries(): ArchiveEntry[] {
  const tables = ['public.imports', 'public.tales'].map((name) => ({
    name,
    text: Array.from({ length: 300 }, (_, n) => `${n}\t${hash('sha256', `${name} ${n}`)}\n`).join(''),
  }));
  const media = pictureKeys.map((key) => ({ key, bytes: Buffer.from(hash('sha512', key).repeat(20)) }));
  const manifest: Manifest = {
    format: FORMAT,
    taken_at: '2026-01-02T03:04:05.678Z',
    migrations: [{ name: '0001.sql', checksum: hash('sha256', '') }],
    jobs_migration: 1,
    tables: tables.map(({ name, text }) => tableOf(name, text, ['number', 'hash'])),
    sequences: [],
    media: media.map(({ key, bytes }) => ({ key, bytes: bytes.length, sha256: hash('sha256', bytes) })),
    missing_media: [],
    files: [],
    missing_files: [],
    has_secret: true,
  };
  return [
    { name: SECRET, bytes: Buffer.from('a secret of at least thirty-two characters') },
    ...tables.map(({ name, text }) => ({ name: partName(name, 1), bytes: gzipSync(text) })),
    ...media.map(({ key, bytes }) => ({ name: `media/${key}`, bytes })),
    { name: MANIFEST, bytes: asJson(manifest) },
  ];
}

/** Writes a backup of a running site: a consistent snapshot of its tables and files in one file. */
import { createHash, hash } from 'node:crypto';
import type pg from 'pg';
import { openClient } from '#src/platform/db/open-client.ts';
import { BackupError, FORMAT, MANIFEST, type Manifest, partName, SECRET } from './backup-format.ts';
import { listSiteFiles, readSiteFile, type SiteStores, siteFileName } from './site-files.ts';
import { packParts } from './table-parts.ts';
import { type BackupTable, COPY_SETTINGS, listSequences, listTables, readTable } from './tables.ts';
import { type ArchiveWriter, createArchive } from './tar-archive.ts';

/** `stores`: undefined omits files, which are then listed as missing. `secret`: content of DATA_DIR/secret; undefined if SECRET is set. */
type BackupSource = { ownerUrl: string; stores: SiteStores | undefined; secret: string | undefined };

/**
 * Writes a backup to `file` atomically, replacing an existing file. Returns its manifest and its size in bytes.
 * @throws BackupError for a database without a site
 */
export async function writeBackup(
  file: string,
  { ownerUrl, stores, secret }: BackupSource,
): Promise<{ manifest: Manifest; bytes: number }> {
  const client = await openClient(ownerUrl, 'talewood backup');
  try {
    const archive = await createArchive(file);
    try {
      await client.query(`begin isolation level repeatable read, read only; ${COPY_SETTINGS}`);
      const facts = await readSiteFacts(client);
      if (secret !== undefined) await archive.add(SECRET, Buffer.from(secret));
      const tables = await writeTables(client, archive);
      // After the rows: sequences may be ahead of them, but not behind.
      const sequences = await listSequences(client);
      const files = await writeSiteFiles(client, archive, stores);
      const manifest = { format: FORMAT, ...facts, tables, sequences, ...files, has_secret: secret !== undefined } satisfies Manifest;
      await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
      return { manifest, bytes: await archive.finish() };
    } finally {
      await archive.close();
    }
  } finally {
    await client.end();
  }
}

async function readSiteFacts(client: pg.ClientBase): Promise<Pick<Manifest, 'taken_at' | 'migrations' | 'jobs_migration'>> {
  const { rows } = await client.query<{ site: boolean }>(
    `select to_regclass('public.schema_migrations') is not null and to_regclass('graphile_worker.migrations') is not null as site`,
  );
  if (rows[0]?.site !== true) throw new BackupError('This database contains no site: nothing to back up.');
  const migrations = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  const rest = await client.query<{ now: Date; jobs: number }>('select now(), max(id)::integer as jobs from graphile_worker.migrations');
  const [{ now, jobs }] = rest.rows as [{ now: Date; jobs: number }];
  return { taken_at: now.toISOString(), migrations: migrations.rows, jobs_migration: jobs };
}

async function writeTables(client: pg.ClientBase, archive: ArchiveWriter): Promise<Manifest['tables']> {
  const written: Manifest['tables'] = [];
  for (const table of await listTables(client)) written.push(await writeTable(client, archive, table));
  return written;
}

async function writeTable(client: pg.ClientBase, archive: ArchiveWriter, table: BackupTable): Promise<Manifest['tables'][number]> {
  const { name, columns } = table;
  const sum = createHash('sha256');
  let [parts, bytes, rows] = [0, 0, 0];
  for await (const { text, lines, packed } of packParts(readTable(client, table))) {
    sum.update(text);
    bytes += text.length;
    rows += lines;
    parts += 1;
    await archive.add(partName(name, parts), packed);
  }
  return { name, columns, rows, parts, bytes, sha256: sum.digest('hex') };
}

/** Deleted files stay in the store for an hour, so that a running backup finds them. Missing ones are listed. */
async function writeSiteFiles(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  stores: SiteStores | undefined,
): Promise<Pick<Manifest, 'media' | 'missing_media' | 'files' | 'missing_files'>> {
  const written = { media: [] as Manifest['media'], files: [] as Manifest['files'] };
  const missing = { media: [] as string[], files: [] as string[] };
  for (const file of await listSiteFiles(client)) {
    const bytes = stores && (await readSiteFile(stores, file));
    if (bytes !== undefined) {
      await archive.add(siteFileName(file), bytes);
      written[file.kind].push({ key: file.key, bytes: bytes.length, sha256: hash('sha256', bytes) });
    } else if (file.isShown) missing[file.kind].push(file.key);
  }
  return { ...written, missing_media: missing.media, missing_files: missing.files };
}

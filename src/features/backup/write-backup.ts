/** A backup of the site: its tables and pictures as they stood at one moment, in one file, made while the site runs. */
import { createHash, hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { listKeptFiles } from '#src/features/media/media.ts';
import { openClient } from '#src/platform/db/open-client.ts';
import { type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { type ArchiveWriter, createArchive } from './archive/write-archive.ts';
import { BackupFault } from './backup-fault.ts';
import { FORMAT, MANIFEST, type Manifest, mediaName, partName, SECRET } from './manifest.ts';
import { type BackupTable, listTables } from './tables/list-tables.ts';
import { PLAIN_VALUES, readTable } from './tables/read-table.ts';
import { listSequences } from './tables/sequences.ts';
import { packParts } from './tables/table-parts.ts';

/**
 * `store`: undefined leaves the files of pictures out; they are listed as missing. `secret`: the text of DATA_DIR/secret; undefined where the
 * secret is a setting.
 */
export type BackedUp = { ownerUrl: string; store: ObjectStore | undefined; secret: string | undefined };

/**
 * Writes the backup to `file`, whole or not at all; what was there is replaced. Returns what it holds, and its size in bytes. Throws a
 * BackupFault for a database without a site, and as the database, the store and the disk do.
 */
export async function writeBackup(file: string, { ownerUrl, store, secret }: BackedUp): Promise<{ manifest: Manifest; bytes: number }> {
  const client = await openClient(ownerUrl, 'talewood backup');
  try {
    const archive = await createArchive(file);
    try {
      await client.query(`begin isolation level repeatable read, read only; ${PLAIN_VALUES}`);
      const facts = await findFacts(client);
      if (secret !== undefined) await archive.add(SECRET, Buffer.from(secret));
      const tables = await writeTables(client, archive);
      // After the rows: a counter may be ahead of them, and must not be behind.
      const sequences = await listSequences(client);
      const media = await writeMedia(client, archive, store);
      const manifest = { format: FORMAT, ...facts, tables, sequences, ...media, has_secret: secret !== undefined } satisfies Manifest;
      await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
      return { manifest, bytes: await archive.finish() };
    } finally {
      await archive.close();
    }
  } finally {
    await client.end();
  }
}

async function findFacts(client: pg.ClientBase): Promise<Pick<Manifest, 'taken_at' | 'migrations' | 'jobs_migration'>> {
  const { rows } = await client.query<{ site: boolean }>(
    `select to_regclass('public.schema_migrations') is not null and to_regclass('graphile_worker.migrations') is not null as site`,
  );
  if (rows[0]?.site !== true) throw new BackupFault('There is no site in this database: nothing to back up.');
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

/** A picture that is deleted meanwhile keeps its files for an hour; what is not there all the same is told. */
async function writeMedia(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  store: ObjectStore | undefined,
): Promise<Pick<Manifest, 'media' | 'missing_media'>> {
  const media: Manifest['media'] = [];
  const missing: string[] = [];
  // An old schema has no pictures.
  const { rowCount } = await client.query("select where to_regclass('public.media') is not null");
  for (const { key, isShown, expect } of rowCount === 0 ? [] : await listKeptFiles(client)) {
    const found = await store?.get(key, expect).catch(undefinedIfDamaged);
    if (found === undefined) {
      if (isShown) missing.push(key);
      continue;
    }
    const bytes = await buffer(found.body);
    await archive.add(mediaName(key), bytes);
    media.push({ key, bytes: bytes.length, sha256: hash('sha256', bytes) });
  }
  return { media, missing_media: missing };
}

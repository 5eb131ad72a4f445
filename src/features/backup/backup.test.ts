import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { openS3Store } from '#src/platform/objects/s3-store.ts';
import { entriesOf, forgeWithChange, tableOf } from '#test/backups.ts';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { fillSite, pictureKeys, siteFiles, stopSite, storeSiteFiles, violateLaterConstraint, withClient } from '#test/full-site.ts';
import { openTestS3 } from '#test/s3.ts';
import { type Manifest, partName } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import type { SiteStores } from './site-files.ts';
import { EXCLUDED_TABLES, listSequences, listTables, readTable } from './tables.ts';
import { withBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = 'a secret of at least thirty-two characters';

let folder: string;
let source: TestDatabase;
let stores: SiteStores;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-backup-'));
  stores = storesIn(folder);
  source = await createTestDatabase();
  await fillSite(source.db, source.ownerUrl);
  await violateLaterConstraint(source.ownerUrl);
  await storeSiteFiles(stores);
  file = path.join(folder, 'site.backup');
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

const storesIn = (root: string): SiteStores => ({
  media: openFolderStore(path.join(root, 'media')),
  files: openFolderStore(path.join(root, 'files')),
});
const backUp = (to = file) => writeBackup(to, { ownerUrl: source.ownerUrl, stores, secret: SECRET });

async function restore(to: TestDatabase, { from = file, into = stores, replace = false, migrations = MIGRATIONS } = {}) {
  await stopSite(to);
  return withBackup(from, (handle) => restoreBackup(handle, { ownerUrl: to.ownerUrl, stores: into, migrations, replace, log: silent }));
}

const typeOf = (key: string) => (/(avif|webp)$/.exec(key) ? `image/${key.slice(-4)}` : 'application/octet-stream');

/** Everything in the database: rows, sequences and schema. */
async function everythingIn({ ownerUrl }: TestDatabase) {
  return withClient(ownerUrl, async (client) => {
    const rows: Record<string, string> = {};
    for (const table of await listTables(client)) rows[table.name] = await text(readTable(client, table));
    // Except job locks, which are released.
    rows['graphile_worker._private_jobs'] =
      rows['graphile_worker._private_jobs']?.replace(/\t[^\t]+\ta process that is gone/, '\t\\N\t\\N') ?? '';
    return { rows, sequences: await listSequences(client), schema: await schemaOf(client) };
  });
}

async function schemaOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ part: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as part from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname in ('public', 'graphile_worker')
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select oid::regprocedure || ' ' || coalesce(prosrc, '') from pg_proc where pronamespace = 'public'::regnamespace
     union all select oid::regclass || ' ' || coalesce(relacl::text, '') || coalesce(reloptions::text, '') from pg_class where relnamespace = 'public'::regnamespace
     union all select name || checksum from schema_migrations order by 1`,
  );
  return rows.map(({ part }) => part);
}

test('restores every table, sequence and file', async () => {
  const { manifest, bytes } = await backUp();
  expect(bytes).toBe((await stat(file)).size);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const s3 = await openTestS3();
  const into = { media: openS3Store(s3.settings), files: openS3Store(s3.settings, { prefix: 'files/' }) };
  const target = await createTestDatabase({ migrated: false });
  try {
    const restored = await restore(target, { into });
    expect(restored).toEqual({ manifest, secret: SECRET, cleaned: 0 });
    expect(await everythingIn(target)).toEqual(await everythingIn(source));
    expect([...s3.objects].map(([key, { bytes, type }]) => [key, `${bytes}`, type]).sort()).toEqual(
      siteFiles.map(({ kind, key }) => [`${kind === 'files' ? 'files/' : ''}${key}`, `bytes of ${key}`, typeOf(key)]).sort(),
    );
    // The restored site works: its role writes, with triggers, sequences and foreign keys in force.
    const { id } = await addTale(target.db, { tags: ['dark'] });
    const { rows } = await target.pool.query(
      "select count(*) from search_word_queue where tale_id = $1 union all select tales from facet_counts where facet = '*' and author_id = 0",
      [id],
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 3]);
    await expect(target.pool.query('delete from authors')).rejects.toMatchObject({ code: '23001' });
  } finally {
    await s3.close();
    await target.drop();
  }
});

test('every table has rows here or is excluded', async () => {
  const { manifest } = await backUp();
  expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);
  const known = new Set([
    ...manifest.tables.map(({ name }) => name),
    ...EXCLUDED_TABLES,
    ...['public.realtime_presence', 'public.reading_sessions', 'public.cache_changes', 'public.cache_identity'],
  ]);
  const { rows } = await source.pool.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(rows).toHaveLength(known.size);
});

test('replaces a database with tales only with --replace, and only while no site is running', async () => {
  await backUp();
  const target = await createTestDatabase();
  try {
    await addTale(target.db, { slug: 'of-the-former-site' });
    const before = await everythingIn(target);
    await expect(restore(target)).rejects.toThrow(/already contains tales/);
    await target.pool.query('select');
    const work = { ownerUrl: target.ownerUrl, stores, migrations: MIGRATIONS, replace: true, log: silent };
    await expect(withBackup(file, (handle) => restoreBackup(handle, work))).rejects.toThrow(/running site uses this database/);
    expect(await everythingIn(target)).toEqual(before);
    await restore(target, { replace: true });
    expect(await everythingIn(target)).toEqual(await everythingIn(source));
  } finally {
    await target.drop();
  }
});

test('migrates an older backup and rejects a newer one', async () => {
  await backUp();
  const newer = path.join(folder, 'migrations');
  await cp(MIGRATIONS, newer, { recursive: true });
  await writeFile(
    path.join(newer, '0023_z_moons.sql'),
    "alter table tales add column moon text not null default 'full'; alter table tale_revisions add column moon text default 'old';\ncreate table moons (moon text primary key);",
  );
  const target = await createTestDatabase({ migrated: false });
  try {
    await migrate(target.ownerUrl, { folder: newer, log: silent });
    await migrateJobs(target.ownerUrl, { log: silent });
    await restore(target, { migrations: newer });
    const { rows } = await target.pool.query('select slug, moon from tales order by slug');
    expect(rows).toEqual(['a-mill', 'b-mill', 'c-mill'].map((slug) => ({ slug, moon: 'full' })));
    const ofNewer = path.join(folder, 'newer.backup');
    await writeBackup(ofNewer, { ownerUrl: target.ownerUrl, stores, secret: undefined });
    const before = await everythingIn(target);
    await expect(restore(target, { from: ofNewer, replace: true })).rejects.toThrow(/unknown migration 0023_z_moons.sql/);
    expect(await everythingIn(target)).toEqual(before);
    // In the older backup the column is last; in the current schema it precedes the text.
    expect((await restore(target, { from: ofNewer, replace: true, migrations: newer })).secret).toBe(undefined);
    const revisions = await target.pool.query('select title, content, moon from tale_revisions');
    expect(revisions.rows).toEqual([{ title: 'As it was', content: '<p>Before.</p>', moon: 'old' }]);
  } finally {
    await target.drop();
  }
});

test('is a consistent snapshot while the site keeps writing', async () => {
  const busy = await createTestDatabase();
  try {
    await addTale(busy.db);
    let written = 0;
    const done = new AbortController();
    const writing = (async () => {
      for (; !done.signal.aborted; written += 1) await addTale(busy.db, { tags: ['dark'] });
    })();
    const took: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { manifest } = await writeBackup(file, { ownerUrl: busy.ownerUrl, stores, secret: SECRET });
      const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? -1;
      expect(rowsOf('public.tale_slugs')).toBe(rowsOf('public.tales'));
      expect(rowsOf('public.tale_categories')).toBe(rowsOf('public.tales') - 1);
      took.push(rowsOf('public.tales'));
    }
    done.abort();
    await writing;
    expect(took.toSorted((a, b) => a - b)).toEqual(took);
    expect(written).toBeGreaterThan(took[0] ?? Number.MAX_SAFE_INTEGER);
  } finally {
    await busy.drop();
  }
});

test('lists missing files and backs up the rest', async () => {
  const half = storesIn(path.join(folder, 'half'));
  const [first = '', ...others] = pictureKeys;
  await half.media.put(first, new TextEncoder().encode('all that is left'), 'image/avif');
  const { manifest } = await writeBackup(file, { ownerUrl: source.ownerUrl, stores: half, secret: undefined });
  expect(manifest.missing_media).toEqual(others);
  expect(manifest.media.map(({ key }) => key)).toEqual([first]);
  expect(manifest.missing_files).toEqual(siteFiles.filter(({ kind }) => kind === 'files').map(({ key }) => key));
  expect(manifest.files).toEqual([]);
});

test('a failed backup leaves only the existing file', async () => {
  const own = path.join(folder, 'own');
  await cp(file, path.join(own, 'site.backup'));
  const media = { ...stores.media, get: () => Promise.reject(new Error('the store has burnt down')) };
  const before = await stat(path.join(own, 'site.backup'));
  await expect(
    writeBackup(path.join(own, 'site.backup'), { ownerUrl: source.ownerUrl, stores: { ...stores, media }, secret: undefined }),
  ).rejects.toThrow('burnt down');
  expect(await readdir(own)).toEqual(['site.backup']);
  expect((await stat(path.join(own, 'site.backup'))).ino).toBe(before.ino);
  const bare = await createTestDatabase({ migrated: false });
  await expect(writeBackup(path.join(own, 'none.backup'), { ownerUrl: bare.ownerUrl, stores, secret: undefined })).rejects.toThrow(
    /contains no site/,
  );
  await bare.drop();
  expect(await readdir(own)).toEqual(['site.backup']);
});

/** Replaces the tale slugs in the archive. */
async function forgeAddresses(text: string, columns = ['slug', 'tale_id', 'created_at']): Promise<Buffer> {
  const name = 'public.tale_slugs';
  const replaced = (manifest: Manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) => (table.name === name ? tableOf(name, text, columns) : table)),
  });
  return forgeWithChange(await entriesOf(file), partName(name, 1), () => gzipSync(text), replaced);
}

const NOBODY = `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`;

test.each<[string, RegExp, string, string[]?]>([
  ['a slug without a tale', /violates foreign key/, `x\t${NOBODY}\t2026-01-01 00:00:00+00\n`],
  ['other columns', /tale_slugs differs/, '', ['slug', 'tale_id) from program $$true$$ --', 'created_at']],
])('a valid archive of an invalid site changes nothing: %s', async (_, message, text, columns) => {
  await backUp();
  const forged = path.join(folder, 'forged.backup');
  await writeFile(forged, await forgeAddresses(text, columns));
  const before = await everythingIn(source);
  await expect(restore(source, { from: forged, replace: true })).rejects.toThrow(message);
  expect(await everythingIn(source)).toEqual(before);
});

test('a killed restore changes nothing', async () => {
  await backUp();
  await stopSite(source);
  const before = await everythingIn(source);
  await withClient(source.ownerUrl, async (holder) => {
    // A lock blocks the step after all tables were recreated, so that the restore is killed in the middle.
    await holder.query('begin; lock table graphile_worker._private_known_crontabs in access share mode');
    const env = { PATH: process.env.PATH, DATABASE_URL: source.ownerUrl, DATA_DIR: path.join(folder, 'data') };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'restore', file, '--replace'], {
      env,
    });
    const said = text(child.stderr);
    const endedBefore = once(child, 'exit').then(async () => Promise.reject(new Error(`It ended before it was killed: ${await said}`)));
    // Outside of a transaction, which would always return the first snapshot.
    const waits = () =>
      withClient(source.ownerUrl, (client) =>
        client.query(
          "select from pg_locks l join pg_stat_activity a using (pid) where a.application_name = 'talewood restore' and not l.granted",
        ),
      );
    await Promise.race([expect.poll(async () => (await waits()).rowCount, { interval: 100 }).toBe(1), endedBefore]);
    child.kill('SIGKILL');
    await expect(endedBefore).rejects.toThrow('killed');
    await holder.query('rollback');
  });
  expect(await everythingIn(source)).toEqual(before);
});

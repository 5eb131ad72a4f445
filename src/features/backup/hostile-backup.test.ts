import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { entriesOf, forgeWithChange } from '#test/backups.ts';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { fillSite, stopSite, withClient } from '#test/full-site.ts';
import type { Manifest } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import type { SiteStores } from './site-files.ts';
import { listSequences, listTables, readTable } from './tables.ts';
import { withBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Manipulated backups, and restores that fail at the end. */

const SECRET = 'a secret of at least thirty-two characters';

let folder: string;
let source: TestDatabase;
let stores: SiteStores;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-backup-'));
  stores = { media: openFolderStore(path.join(folder, 'media')), files: openFolderStore(path.join(folder, 'files')) };
  source = await createTestDatabase();
  await fillSite(source.db, source.ownerUrl);
  file = path.join(folder, 'site.backup');
  await writeBackup(file, { ownerUrl: source.ownerUrl, stores, secret: SECRET });
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

async function restore(to: TestDatabase, from: string) {
  await stopSite(to);
  const work = { ownerUrl: to.ownerUrl, stores, migrations: MIGRATIONS, replace: true, log: silent };
  return withBackup(from, (handle) => restoreBackup(handle, work));
}

/** All rows and sequences. */
async function contentsOf({ ownerUrl }: TestDatabase) {
  return withClient(ownerUrl, async (client) => {
    const rows: Record<string, string> = {};
    for (const table of await listTables(client)) rows[table.name] = await text(readTable(client, table));
    return { rows, sequences: await listSequences(client) };
  });
}

const HOSTILE = '<p onclick="steal()">Once</p><script>steal()</script><a href="javascript:steal()">there</a>';

test('sanitizes stored HTML again without creating versions', async () => {
  const hostile = await createTestDatabase();
  try {
    await fillSite(hostile.db, hostile.ownerUrl);
    await withClient(hostile.ownerUrl, async (client) => {
      for (const [table, column] of [
        ['tales', 'content'],
        ['tale_revisions', 'content'],
        ['page_versions', 'html'],
      ]) {
        await client.query(`alter table ${table} disable trigger user`);
        await client.query(`update ${table} set ${column} = $1`, [HOSTILE]);
        await client.query(`alter table ${table} enable trigger user`);
      }
    });
    const from = path.join(folder, 'hostile.backup');
    await writeBackup(from, { ownerUrl: hostile.ownerUrl, stores, secret: SECRET });
    const { rows: versions } = await hostile.pool.query('select id, version from tales order by id');
    const { cleaned } = await restore(hostile, from);
    expect(cleaned).toBeGreaterThanOrEqual(5);
    const { rows } = await hostile.pool.query<{ html: string }>(
      'select content as html from tales union select content from tale_revisions union select html from page_versions',
    );
    expect(rows).toEqual([{ html: '<p>Once</p><a>there</a>' }]);
    expect((await hostile.pool.query('select id, version from tales order by id')).rows).toEqual(versions);
  } finally {
    await hostile.drop();
  }
});

test.each<[string, (manifest: Manifest) => unknown, RegExp]>([
  [
    'an unknown sequence',
    (m) => ({ ...m, sequences: [...m.sequences, { name: 'public.nobody_knows', last: 1 }] }),
    /unknown sequence: public.nobody_knows/,
  ],
  ['a missing sequence', (m) => ({ ...m, sequences: m.sequences.slice(1) }), /lacks the sequence/],
])('a manifest with %s is rejected and changes nothing', async (_, edit, message) => {
  const forged = path.join(folder, 'forged.backup');
  await writeFile(
    forged,
    forgeWithChange(await entriesOf(file), 'secret', (bytes) => bytes, edit),
  );
  const before = await contentsOf(source);
  const done = restore(source, forged);
  await expect(done).rejects.toThrow(message);
  await expect(done).rejects.toMatchObject({ name: 'BackupError' });
  expect(await contentsOf(source)).toEqual(before);
});

test('restores nothing when the secret cannot be written', async () => {
  const target = await createTestDatabase();
  try {
    await addTale(target.db, { slug: 'of-the-former-site' });
    const before = await contentsOf(target);
    await stopSite(target);
    const placeSecret = () => Promise.reject(new Error('DATA_DIR cannot be written'));
    const work = { ownerUrl: target.ownerUrl, stores, migrations: MIGRATIONS, replace: true, log: silent, placeSecret };
    await expect(withBackup(file, (handle) => restoreBackup(handle, work))).rejects.toThrow('cannot be written');
    expect(await contentsOf(target)).toEqual(before);
  } finally {
    await target.drop();
  }
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_PAGES } from '#src/page-table.ts';
import { createTestDatabase } from '#test/database.ts';
import { ensureLibraryTemplate } from '#test/library-template.ts';
import { freePort, startSite } from '#test/site.ts';
import { runSql } from '#test/sql.ts';
import { readBuiltFiles } from './create-site.ts';

/** Where the file has another name, its styles come after the page, which then moves. */
test('the files of every module of pages are found by its name', () => {
  const { modules: found } = readBuiltFiles(path.resolve(import.meta.dirname, '../../dist'));
  const modules = new Set(ALL_PAGES.flatMap(({ module }) => module ?? []));
  expect(modules.size).toBeGreaterThan(10);
  expect(Object.keys(found).toSorted()).toEqual([...modules].toSorted());
});

test('a site that was killed serves its pages from disk, except those that changed meanwhile', async () => {
  const database = await createTestDatabase({ template: await ensureLibraryTemplate() });
  onTestFinished(() => database.drop());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-disk-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const usual = await freePort();
  /** The port is part of the public URL. */
  const start = async (port = usual) => {
    const site = await startSite({ databaseUrl: database.ownerUrl, env: { DATA_DIR: dataDir, PORT: String(port) } });
    onTestFinished(async () => void (await site.stop()));
    const read = async (page: string, headers: Record<string, string> = {}) => (await fetch(site.origin + page, { headers })).text();
    const useOf = async (page: string) => (await site.logged((line) => line.event === 'request' && line.path === page)).cache;
    return { ...site, read, useOf };
  };
  const pages = path.join(dataDir, 'cache/pages');
  const stored = async () => (await readdir(pages).catch(() => [])).filter((name) => !name.endsWith('.tmp')).length;

  const first = await start();
  await first.read('/terms', { cookie: 'talewood_flash=x' });
  const about = await first.read('/about');
  await first.read('/tale/rapunzel');
  await expect.poll(stored).toBeGreaterThanOrEqual(2);
  await first.kill();
  await runSql(database.ownerUrl, "update tales set title = 'Rapunzel Changed' where slug = 'rapunzel'");

  const second = await start();
  expect(await second.read('/about')).toBe(about);
  expect(await second.useOf('/about')).toBe('disk');
  expect(await second.read('/tale/rapunzel')).toContain('<title>Rapunzel Changed ');
  // Requests with a cookie of the site neither wrote a page nor read one.
  await second.read('/terms');
  expect(await second.useOf('/terms')).toBe('miss');
  await second.kill();

  await runSql(database.ownerUrl, "update site_settings set name = 'Old Barn'");
  const renamed = await start();
  expect(await renamed.read('/about')).toContain('Old Barn');
  expect(await renamed.useOf('/about')).toBe('miss');
  await renamed.kill();

  const elsewhere = await start(await freePort());
  await elsewhere.read('/about');
  expect(await elsewhere.useOf('/about')).toBe('miss');
  // Four starts, which take 20 s on a busy machine.
}, 120_000);

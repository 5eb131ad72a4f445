import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackup } from '#src/features/backup/restore-backup.ts';
import { openSiteStores } from '#src/features/backup/site-files.ts';
import { withBackup } from '#src/features/backup/verify-backup.ts';
import { writeBackup } from '#src/features/backup/write-backup.ts';
import { readSecret } from '#src/platform/secret.ts';
import { crawl } from '../crawl.ts';
import { createTestDatabase, MIGRATIONS, silent } from '../database.ts';
import { type Site, startSite } from '../site.ts';

/** Values that depend on the time or the origin of the site. */
const VARYING = /"now":"[^"]+"|urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}/g;

/** Returns pages by URL, without the origin: one feed, the start of the OPDS catalogues, and no filtered lists. */
async function readSite({ origin, port }: Site): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const normalize = (text: string) => text.replaceAll(`:${port}`, '').replaceAll(`%3A${port}`, '').replace(VARYING, '');
  await crawl(
    origin,
    ['/', '/sitemap.xml', '/opds', '/opds/v2', '/recent.atom'],
    (address, body, status) => pages.set(normalize(address), `${status} ${normalize(body)}`),
    // Only half of the tales, to save time.
    (address) => !/[?]|^\/tale\/[m-z]|^\/opds|\.(atom|rss|json|epub|txt|ics)$|^\/api/.test(address),
  );
  return pages;
}

test('a restored site serves every page unchanged (R22)', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-restored-'));
  const target = await createTestDatabase({ migrated: false });
  const sites: Site[] = [];
  try {
    const before = await startSite();
    sites.push(before);
    const file = path.join(folder, 'site.backup');
    const { dataDir } = before;
    const secret = await readSecret(dataDir);
    await writeBackup(file, { ownerUrl: before.databaseUrl, stores: openSiteStores({ dataDir, s3: undefined }), secret });
    const pages = await readSite(before);
    expect(pages.size).toBeGreaterThan(60);
    await withBackup(file, (handle) =>
      restoreBackup(handle, {
        ownerUrl: target.ownerUrl,
        stores: openSiteStores({ dataDir: folder, s3: undefined }),
        migrations: MIGRATIONS,
        replace: false,
        log: silent,
      }),
    );
    const after = await startSite({ databaseUrl: target.ownerUrl });
    sites.push(after);
    const restored = await readSite(after);
    expect([...restored.keys()].sort()).toEqual([...pages.keys()].sort());
    expect([...pages].filter(([address, page]) => restored.get(address) !== page).map(([address]) => address)).toEqual([]);
    expect([...pages.values()].filter((page) => !page.startsWith('200') && !page.startsWith('30'))).toEqual([]);
  } finally {
    for (const site of sites) await site.stop();
    await target.drop();
    await rm(folder, { recursive: true });
  }
});

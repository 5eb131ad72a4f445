import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { classify } from '#src/features/classification/classification.ts';
import { listClassics } from '#src/features/import/classics/list-classics.ts';
import { mirrorPaths } from '#src/features/import/classics/mirror.ts';
import { findTale } from '#src/features/tales/tales.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { createTestDatabase } from '#test/database.ts';
import { mirrorFiles, startMirror } from '#test/mirror.ts';
import { importCommand } from './import.ts';

const hasLibrary = ['../shared/library', '../../shared/library'].some((each) => existsSync(each));

/** Small ones: German, French, Swedish and English; plain text and HTML. */
const BOOKS = [873, 4357, 6638, 12072, 14247, 17208, 30973, 52780];

test.skipIf(!hasLibrary)('imports classics with complete metadata, also after interrupted downloads', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-classics-'));
  const mirror = await startMirror(mirrorFiles());
  const site = await createTestDatabase();
  try {
    const broken = mirrorPaths(30973, 'html')[0]?.path ?? '';
    mirror.fail(broken, 'cut');
    const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
    const words = ['classics', '--mirror', mirror.url, '--only', BOOKS.join()];
    const { failed } = await importCommand(
      site.db,
      words,
      { output: quiet, folder, dataDir: folder, fileStore: openFolderStore(folder) },
      classify,
    );
    expect(failed).toBe(false);
    const asked = mirror.seen.filter(({ path: file }) => file === broken).map(({ headers }) => headers.range);
    expect(asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);

    const { rows } = await site.pool.query<{ book: number; tales: number; drafts: number }>(
      `select substring(source from 'Project Gutenberg (\\d+)$')::integer as book, count(*) as tales, count(*) filter (where status = 'draft') as drafts
       from tales group by 1 order by 1`,
    );
    const counted = (await listClassics()).filter(({ id }) => BOOKS.includes(id));
    expect(rows.map(({ book, tales }) => [book, tales])).toEqual(counted.map(({ id, tales }) => [id, tales]));
    expect(rows.filter(({ tales, drafts }) => drafts < tales / 10).map(({ book }) => book)).toEqual(
      expect.arrayContaining([873, 4357, 17208]),
    );

    expect(await findTale(site.db, 'cinderella-or-the-little-glass-slipper')).toMatchObject({
      kind: 'found',
      tale: {
        ...{
          author: { name: 'Charles Perrault' },
          category: { name: expect.stringMatching(/^\p{Lu}/u) },
          language: 'en',
          origin: 'French',
        },
        ...{ readTime: 12, source: expect.stringMatching(/Charles Welsh, 1901\. Project Gutenberg 17208$/) },
        coverImage: expect.stringMatching(/^\/covers\/cinderella-or-the-little-glass-slipper\b/),
      },
    });
  } finally {
    await mirror.close();
    await site.drop();
    await rm(folder, { recursive: true });
  }
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { importLibrary, readLibrary } from './import-library.ts';

/** Import of the starter library. Its contents are checked by `npm run check` (scripts/check/library). */

const FOLDER = fileURLToPath(new URL('../../../library', import.meta.url));
const library = await readLibrary(FOLDER);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('is imported completely', async () => {
  expect(await importLibrary(test.db, FOLDER, { log: silent })).toBe(library.tales.length);
  const { rows } =
    await test.pool.query(`select (select count(*) from authors) as authors, (select count(*) from collections) as collections,
    (select array_agg(slug order by slug) from tales where status = 'published' and publish_date < now() and words > 0) as slugs,
    (select count(*) from tales where cardinality(questions) = 3 and why_it_matters <> '' and motifs <> '{}') as told`);
  const slugs = library.tales.map(({ tale }) => tale.slug).sort();
  expect(rows).toEqual([{ authors: library.authors.length, collections: library.collections.length, slugs, told: slugs.length }]);
});

it.each(library.tales)('$file needs no sanitizing and contains no HTML', async ({ file, tale }) => {
  expect(sanitizeHtml(tale.content ?? '').changed).toBe(false);
  expect(tale.content).not.toMatch(/<h[1-6]/);
  expect(await readFile(`${FOLDER}/${file}`, 'utf8')).not.toMatch(/<\w/);
});

/** Child process of import.ts: imports a number of generated tales, each as its own file, and sends the seconds it took. */

import { importOpened } from '#src/features/import/import.ts';
import type { Opened } from '#src/features/import/open-files.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { silent } from '#test/database.ts';
import { generatedTales } from './generated-tales.ts';

const CATEGORIES = ['classic', 'folklore', 'fantasy', 'animals'] as const;

const [size = '1000', url = ''] = process.argv.slice(2);
const pool = openPool(url, { log: silent, max: 2, statementTimeoutMs: 60_000 });
const started = performance.now();
let failed = 0;
await importOpened(openDb(pool), makeFiles(Number(size)), {
  classify: ({ text }) => ({
    ...{ category: CATEGORIES[text.length % CATEGORIES.length] ?? 'folklore', tags: [], contentNotes: [], origin: 'German', reasons: [] },
    ageBand: '6-8',
  }),
  ...{ fileStore: openFolderStore('/dev/null/none'), publishing: 'sure', keepDuplicates: false, isDry: false },
  onOutcome: (outcome) => {
    if (outcome.outcome !== 'done' || outcome.report.made !== 1) failed += 1;
  },
});
const seconds = (performance.now() - started) / 1000;
await pool.end();
if (failed > 0) throw new Error(`${failed} tales were not imported.`);
process.send?.(seconds);

/** Returns tales as read from Markdown files. */
async function* makeFiles(count: number): AsyncGenerator<Opened> {
  for (const { number, title, author, paragraphs } of generatedTales(count)) {
    const source = { language: 'en', source: 'Told at the mill', rights: 'Public domain' };
    const content = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
    const metadata = { title: null, authors: [], translators: [], language: null, year: null, gutenbergId: null, notes: [] };
    const name = `${number}.md`;
    yield {
      file: { path: name, name, size: 1000 },
      read: {
        hash: `made up ${number}`,
        book: { key: `made-up:${number}`, name, ...metadata, tales: [{ title, author, ...source, content, warnings: [] }] },
      },
    };
  }
}

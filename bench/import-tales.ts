/** Run by import.ts, in a process of its own: imports so many made-up tales, each a file of its own, and says how many seconds it took. */

import { importOpened } from '#src/features/import/import.ts';
import type { Opened } from '#src/features/import/open-files.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { generatedTales } from './generated-tales.ts';

const CATEGORIES = ['classic', 'folklore', 'fantasy', 'animals'] as const;

const [size = '1000', url = ''] = process.argv.slice(2);
const pool = openPool(url, { log: silent, max: 2, statementTimeoutMs: 60_000 });
const began = performance.now();
let failed = 0;
await importOpened(openDb(pool), makeFiles(Number(size)), {
  classify: ({ text }) => ({
    ...{ category: CATEGORIES[text.length % CATEGORIES.length] ?? 'folklore', tags: [], contentNotes: [], origin: 'German', reasons: [] },
    ageBand: '6-8',
  }),
  ...{ publishing: 'sure', keepDuplicates: false, isDry: false },
  onOutcome: (outcome) => {
    if (outcome.outcome !== 'done' || outcome.report.made !== 1) failed += 1;
  },
});
const seconds = (performance.now() - began) / 1000;
await pool.end();
if (failed > 0) throw new Error(`${failed} made-up tales were not made.`);
process.send?.(seconds);

/** As Markdown files give them. */
async function* makeFiles(count: number): AsyncGenerator<Opened> {
  for (const { number, title, author, paragraphs } of generatedTales(count)) {
    const said = { language: 'en', source: 'Told at the mill', rights: 'Public domain' };
    const content = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
    const about = { title: null, authors: [], translators: [], language: null, year: null, gutenbergId: null, notes: [] };
    const name = `${number}.md`;
    yield {
      file: { path: name, name, size: 1000 },
      read: {
        hash: `made up ${number}`,
        book: { key: `made-up:${number}`, name, ...about, tales: [{ title, author, ...said, content, warnings: [] }] },
      },
    };
  }
}

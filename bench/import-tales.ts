/** Run by import.ts, in a process of its own: imports so many made-up tales, each a file of its own, and says how many seconds it took. */
import { type Importing, importBooks } from '#src/features/import/keep/import-books.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { createRandom, word } from './vocabulary.ts';

const BATCH = 500;
const PARAGRAPHS = 6;
const WORDS = 20;
const VOCABULARY = 100_000;
const CATEGORIES = ['classic', 'folklore', 'fantasy', 'animals'];
const AUTHORS = 500;

const [size = '1000', url = ''] = process.argv.slice(2);
const pool = openPool(url, { log: silent, max: 2, statementTimeoutMs: 60_000 });
const how: Importing = {
  classify: ({ text }) => ({
    ...{ category: CATEGORIES[text.length % CATEGORIES.length] ?? '', tags: [], contentNotes: [], origin: 'German', reasons: [] },
    ageBand: '6-8',
  }),
  publishing: 'sure',
  categories: new Set(CATEGORIES),
  keepDuplicates: false,
};

const began = performance.now();
let run: number | undefined;
for (let from = 0; from < Number(size); from += BATCH) {
  const random = createRandom(from + 1);
  const books = Array.from({ length: Math.min(BATCH, Number(size) - from) }, (_, at) => makeBook(from + at, random));
  run = (await importBooks(openDb(pool), run, books, how)).run;
}
process.send?.((performance.now() - began) / 1000);
await pool.end();

/** A tale of 120 words, as a Markdown file gives it. */
function makeBook(number: number, random: () => number) {
  const pick = () => word(Math.floor(Math.exp(random() * Math.log(VOCABULARY))));
  const paragraph = () => `<p>${Array.from({ length: WORDS }, pick).join(' ')}.</p>`;
  const tale = {
    title: `The ${pick()} and the ${pick()}`,
    author: `Teller ${Math.floor(AUTHORS ** random())}`,
    language: 'en',
    source: 'Told at the mill',
    rights: 'Public domain',
    content: Array.from({ length: PARAGRAPHS }, paragraph).join('\n'),
    doubts: [],
  };
  const about = { title: null, authors: [], translators: [], language: null, year: null, gutenbergId: null };
  return { hash: `made up ${number}`, book: { key: `made-up:${number}`, name: `${number}.md`, ...about, tales: [tale] } };
}

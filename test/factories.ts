import type pg from 'pg';
import { expect } from 'vitest';
import { createTale, type SavedTale, type TaleInput } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Test tales, saved as the site saves them. A test sets the fields it needs; the others have defaults. */

type About = Partial<TaleInput> & { daysAgo?: number };

const DAY_MS = 86_400_000;
let count = 0;
let countedFile: string | undefined;

/** Returns the input of a published tale, each a day older than the previous one. `daysAgo`: of the publish date. */
export function taleInput(about: About = {}): TaleInput {
  // Test files share a process: restarts the count for each file.
  const { testPath } = expect.getState();
  count = testPath === countedFile ? count + 1 : 1;
  countedFile = testPath;
  const { daysAgo = count, ...input } = about;
  return {
    title: `Tale number ${count}`,
    author: 'The Miller',
    category: 'classic',
    excerpt: 'What happened at the mill.',
    content: '<p>There was a mill.</p>',
    status: 'published',
    publish_date: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    age_band: '6-8',
    origin: 'German',
    language: 'en',
    source: 'Told at the mill',
    rights: 'Public domain',
    ...input,
  };
}

/** Saves a tale. @throws Error if it is not saved. */
export async function addTale(db: Db, about: About = {}): Promise<SavedTale> {
  const outcome = await createTale(db, taleInput(about));
  if (outcome.outcome !== 'saved') throw new Error(`The tale was not saved: ${JSON.stringify(outcome)}`);
  return outcome.tale;
}

/** Copies a tale by SQL, each copy an hour older than the previous one. Their slugs are `copy-1`, `copy-2` … */
export async function copyTale(pool: pg.Pool, id: string, times: number): Promise<void> {
  await pool.query(
    `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, status, publish_date, language, source,
       rights, words)
     select 'copy-' || n, 'Copy ' || n, author, author_id, category_id, excerpt, content, content_text, status, publish_date - n * interval '1 hour',
       language, source, rights, words
     from tales, generate_series(1, $2::integer) n where id = $1`,
    [id, times],
  );
}

/** Returns a paragraph with a number of words. */
export function wordsOf(count: number, word = 'mill'): string {
  return `<p>${Array.from({ length: count }, () => word).join(' ')}</p>`;
}

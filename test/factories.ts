import type pg from 'pg';
import { expect } from 'vitest';
import { createTale, type SavedTale, type TaleInput } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Things to test with, written as the site writes them. A test says what it is about; the rest is filled in. */

type About = Partial<TaleInput> & { daysAgo?: number };

const DAY_MS = 86_400_000;
let made = 0;
let madeIn: string | undefined;

/** A public tale as an editor would hand it in, each a day older than the one before. Days count back from now. */
export function taleInput(about: About = {}): TaleInput {
  // Test files share a process: how old the tales of one are must not depend on the files before it.
  const { testPath } = expect.getState();
  made = testPath === madeIn ? made + 1 : 1;
  madeIn = testPath;
  const { daysAgo = made, ...input } = about;
  return {
    title: `Tale number ${made}`,
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

/** Writes a tale. Throws when it may not be written. */
export async function addTale(db: Db, about: About = {}): Promise<SavedTale> {
  const outcome = await createTale(db, taleInput(about));
  if (outcome.outcome !== 'saved') throw new Error(`The tale was not saved: ${JSON.stringify(outcome)}`);
  return outcome.tale;
}

/** Copies a tale so often, each an hour older than the one before: quicker than to write them. Their slugs are `copy-1`, `copy-2` … */
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

/** Text of so many words. */
export function wordsOf(count: number, word = 'mill'): string {
  return `<p>${Array.from({ length: count }, () => word).join(' ')}</p>`;
}

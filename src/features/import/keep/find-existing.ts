import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Ready } from './plan-book.ts';

/** A tale of the site, by whomever it was written, that has the title or the very text of one that was found. */
export type Existing = { title: string; slug: string; same: 'title' | 'text' };

/** So few words say nothing. */
const LEAST_WORDS = 20;

/** For each tale one that exists: the one with its text before one with its title. Only tales with as many words are read for it. */
export async function findExisting(db: Db, tales: readonly Ready[]): Promise<(Existing | undefined)[]> {
  const asked = JSON.stringify(
    tales.map(({ proposed, read }, at) => {
      const { words = 0, content_text: text = '' } = read.text?.columns ?? {};
      return { at, title: proposed.title, words: words < LEAST_WORDS ? -1 : words, hash: createHash('md5').update(text).digest('hex') };
    }),
  );
  const { rows } = await sql<Existing & { at: number }>`
    with asked as materialized (select * from json_to_recordset(${asked}) a (at integer, title text, words integer, hash text)),
      as_long as materialized (
        select a.at, a.hash, t.id from asked a join tales t on t.words = a.words where t.deleted_at is null)
    select l.at, t.title, t.slug, 'text' as same from as_long l join tales t on t.id = l.id where md5(t.content_text) = l.hash
    union all
    select a.at, t.title, t.slug, 'title' from asked a join tales t on lower(t.title) = lower(a.title) where t.deleted_at is null`.execute(
    db,
  );
  const found: (Existing | undefined)[] = tales.map(() => undefined);
  for (const { at, ...existing } of rows) if (found[at] === undefined || existing.same === 'text') found[at] = existing;
  return found;
}

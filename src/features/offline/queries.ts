import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';

/** `content`: bytes of the text; `pictures`: how many of the library it shows, with its cover. */
export type Candidate = {
  id: string;
  slug: string;
  title: string;
  words: number;
  category: number;
  age: string;
  content: number;
  pictures: number;
};

/** The `most` tales that come next when all are sorted by length from so many words on: a short walk along an index. */
export function listByLength(db: Db, words: number, most: number): Promise<Candidate[]> {
  return list(db, sql`select id from tales t where ${isPublic} and t.words >= ${words} order by t.words, t.id limit ${most}`);
}

/** Those of these tales that are public. */
export function listByIds(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  return list(db, sql`select id from tales t where ${isPublic} and t.id = any(${[...ids]}::uuid[])`);
}

async function list(db: Db, chosen: RawBuilder<unknown>): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select t.id, t.slug, t.title, t.words, t.category_id as category, t.age_band as age, octet_length(t.content) as content,
      (select count(*)::int from media_uses u where u.tale_id = t.id) as pictures
    from tales t where t.id in (${chosen}) order by t.words, t.id`.execute(db);
  return rows;
}

/** Finds tales of this site that a submission may repeat. */
import { sql } from 'kysely';
import { htmlToText } from '#src/features/tale-html/plain-text.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { SimilarTales } from './contract.ts';
import type { SubmissionFields } from './submission-fields.ts';

/** Compares texts word by word: the import has the signatures. */
export type TextComparison = {
  /** Returns the id of an imported tale with nearly the same text; null if there is none. */
  findNear(db: Db, text: string, language: string): Promise<string | null>;
  /** Returns the share of common word runs of two texts, 0 to 1. */
  similarity(one: string, other: string): number;
};

type Compared = { tale_id: string | null; original_tale_id: string | null; submitted: SubmissionFields };
type Row = { id: string; slug: string; title: string; author: string; content_text: string; is_public: boolean };

const MAX_SIMILAR = 10;

/** Returns tales with a similar title, and one with nearly the same text; the tale itself and its original are left out. */
export async function findSimilar(db: Db, texts: TextComparison, submission: Compared): Promise<SimilarTales['tales']> {
  const { submitted, tale_id, original_tale_id } = submission;
  const text = htmlToText(submitted.content);
  const near = await texts.findNear(db, text, submitted.language);
  const title = sql`normalize_text(${submitted.title})`;
  const { rows } = await sql<Row>`
    with found as (
      (select id from tales where ${title} <% search_text and deleted_at is null
        order by word_similarity(${title}, search_text) desc, id limit ${MAX_SIMILAR})
      union select ${near}::uuid where ${near}::uuid is not null)
    select t.id, t.slug, t.title, t.author, t.content_text, ${isPublic} as is_public from found join tales t on t.id = found.id
    where t.deleted_at is null and t.id is distinct from ${tale_id}::uuid and t.id is distinct from ${original_tale_id}::uuid`.execute(db);
  return rows
    .map(({ content_text, ...tale }) => ({ ...tale, percent: Math.round(100 * texts.similarity(text, content_text)) }))
    .sort((one, other) => other.percent - one.percent);
}

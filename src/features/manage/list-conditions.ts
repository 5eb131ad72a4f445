import { type RawBuilder, sql } from 'kysely';
import { containing } from '#src/platform/db/containing.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { TaleListQuery, TaleState } from './contract.ts';

/** `fits`: its name contains what is searched for. */
export type CategoryForList = { id: number; slug: string; fits: boolean };

export type Conditions = {
  /** What all tales of the list have in common. */
  common: RawBuilder<boolean>;
  /** Title or author contain what is searched for; undefined when nothing is. */
  words: RawBuilder<boolean> | undefined;
};

/** So many found by their words are sorted afterwards; more are met soon enough on a walk through the list. */
const FEW = 1_000;

/** Which tales of `tales t` stand so. */
export const STATES: Record<TaleState, RawBuilder<boolean>> = {
  draft: sql`t.deleted_at is null and t.status = 'draft'`,
  scheduled: sql`t.deleted_at is null and t.status = 'published' and t.publish_date > now()`,
  published: sql`t.deleted_at is null and t.status = 'published' and t.publish_date <= now()`,
  bin: sql`t.deleted_at is not null`,
};

/** What the tales of a list must be; undefined when there can be none, as its category or author is unknown. */
export async function findConditions(
  db: Db,
  { q, state, category, author, language }: TaleListQuery,
  categories: readonly CategoryForList[],
): Promise<Conditions | undefined> {
  const conditions: RawBuilder<boolean>[] = [state === undefined ? sql`t.deleted_at is null` : STATES[state]];
  if (category !== undefined) {
    const id = categories.find(({ slug }) => slug === category)?.id;
    if (id === undefined) return undefined;
    conditions.push(sql`t.category_id = ${id}`);
  }
  if (author !== undefined) {
    const row = await db.selectFrom('authors').select('id').where('slug', '=', author).executeTakeFirst();
    if (row === undefined) return undefined;
    conditions.push(sql`t.author_id = ${row.id}`);
  }
  if (language !== undefined) conditions.push(sql`t.language = ${language}`);
  return { common: sql.join(conditions, sql` and `), words: q === '' ? undefined : await findWords(db, q, state) };
}

/**
 * Few tales are named one by one: a walk in an order that has them all at its end would read the whole list. Words of fewer than
 * three letters are in no index but that of all titles, which is read whole at worst.
 */
async function findWords(db: Db, q: string, state: TaleState | undefined): Promise<RawBuilder<boolean>> {
  const words = sql<boolean>`t.search_text like ${containing(q)}`;
  if (state === 'bin') return words;
  const { rows } = await sql<{ id: string }>`select t.id from tales t where t.deleted_at is null and ${words} limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? words : sql`t.id = any(${rows.map(({ id }) => id)}::uuid[])`;
}

import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { containing } from '#src/platform/db/containing.ts';
import type { Db } from '#src/platform/db/db.ts';
import { keptPlan } from '#src/platform/db/kept-plans.ts';

/** A tale that fits the words, with what is needed to filter, count and sort it. `score` is higher for better. */
export type Candidate = { id: string; facets: string[]; score: number; date: string; title: string; words: number };
/** `capped`: there are more than were looked at. */
export type Candidates = { found: Candidate[]; capped: boolean };
export type Sought = { q: string; languages: string[]; facets?: string[][]; hasSubstrings?: boolean };

/** How many of the newest mentions are looked at, and how many of the newest titles: what bounds the cost of any word. */
const MENTIONS = 500;
const TITLES = 200;
/** A text that at most so many titles and authors contain is gathered; for a more common one, so many of the newest tales are compared. */
const GATHERED = 5_000;
const COMPARED = 20_000;

/**
 * The newest MENTIONS tales whose text fits, and ahead of them those whose title or author does; behind them those of which title
 * or author contain the text as it is, from three letters. `languages` are those in use: the words are read once in the grammar of
 * each. `facets` narrows by groups, one facet of each group must be there; they are compared before the words, which cost a hundred
 * times as much.
 */
export async function findCandidates(db: Db, { q, languages, facets = [], hasSubstrings = true }: Sought): Promise<Candidates> {
  const query = sql.join(
    languages.map((language) => sql`websearch_to_tsquery(search_config(${language}), ${withoutStrayMinus(q)})`),
    sql` || `,
  );
  const narrowed =
    facets.length === 0
      ? sql``
      : sql`and ${sql.join(
          facets.map((group) => sql`facets && ${group}::text[]`),
          sql` and `,
        )}`;
  // Subqueries are evaluated once; expressions of parameters would be evaluated for every row where the plan is kept.
  const words = sql`(select words from query)`;
  const titleWords = sql`(select title_words from query)`;
  const mentions = { matches: sql`search @@ ${words}`, isRare: sql`(select words from rare)`, limit: MENTIONS + 1 };
  const titles = { matches: sql`title_words @@ ${titleWords}`, isRare: sql`(select titles from rare)`, limit: TITLES };
  // Behind so many mentions nobody gets to them.
  const isRoom = sql`(select count(*) from mentions) <= ${MENTIONS}`;
  const isLooked = hasSubstrings && hasTrigrams(q);
  const substrings = isLooked ? sql`${substringMatches(q, { columns: COLUMNS, narrowed, limit: TITLES, isWanted: isRoom })},` : sql``;
  const alsoSubstrings = isLooked ? sql`union all select *, -1 as bonus from substrings` : sql``;
  const isCutOff = isLooked ? sql`(select count(*) from substrings) = ${TITLES}` : sql`false`;
  // The best plan with facets depends on how common they are.
  const plan = facets.length === 0 ? keptPlan : sql``;
  const { rows } = await sql<Candidate & { capped: boolean }>`
    with query as materialized (
      select ${query} as words, plainto_tsquery('talewood_simple', ${q}) as title_words, plain(${q}) as plain
    ), rare as materialized (
      select is_rare('search', words) as words, is_rare('title_words', title_words) as titles from query
    ), mentions as materialized (
      select *, 0 as bonus from (${newest(mentions, narrowed)}) newest_mentions
    ), titles as materialized (
      select *, case when plain(title) = (select plain from query) then 4 else 2 end as bonus
      from (${newest(titles, narrowed)}) newest_titles
    ), ${substrings} found as (
      select distinct on (id) * from (
        select * from titles union all select * from mentions ${alsoSubstrings}
      ) each_found order by id, bonus desc
    )
    select id, facets, to_char(publish_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date, title_key(title) as title, words,
      round((bonus + ts_rank('{0.05, 0.15, 0.4, 1}', search, ${words}, 1))::numeric, 6)::float8 as score,
      (select count(*) from mentions) > ${MENTIONS} or ${isCutOff} as capped
    from found ${plan}`.execute(db);
  return { found: rows, capped: rows[0]?.capped ?? false };
}

const COLUMNS = sql`id, facets, publish_date, title, words, search`;

/** Whether parts of words are looked for: not of fewer than three letters, for which the index of trigrams would be read whole. */
export function hasTrigrams(q: string): boolean {
  return (q.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

type Containing = { columns: RawBuilder<unknown>; narrowed?: RawBuilder<unknown>; limit: number; isWanted?: RawBuilder<unknown> };

/**
 * The common table expressions `few` and `substrings`: the newest public tales whose title or author contain the text, whatever its case
 * and accents. Few of them are gathered by the index of trigrams. Where there are many, the newest tales are compared: enough fit soon.
 * A text without trigrams, as of signs, finds none.
 */
export function substringMatches(q: string, { columns, narrowed = sql``, limit, isWanted = sql`true` }: Containing): RawBuilder<unknown> {
  const pattern = sql`(select ${containing(q)})`;
  const hasAny = sql`cardinality(show_trgm(plain(${q}))) > 0`;
  const newestFirst = sql`order by publish_date desc, id desc`;
  return sql`few as materialized (
      select id from tales t where ${isPublic} ${narrowed} and ${isWanted} and (select ${hasAny}) and search_text like ${pattern}
      limit ${GATHERED + 1}
    ), substrings as materialized (
      (select ${columns} from tales t where id in (select id from few) and (select count(*) from few) <= ${GATHERED} ${newestFirst} limit ${limit})
      union all
      (select ${columns} from (select * from tales t where ${isPublic} ${newestFirst} limit ${COMPARED}) newest
        where (select count(*) from few) > ${GATHERED} ${narrowed} and search_text like ${pattern} limit ${limit})
    )`;
}

type Wanted = { matches: RawBuilder<unknown>; isRare: RawBuilder<unknown>; limit: number };

/**
 * The newest tales that hold the words: of rare words all are gathered and sorted, for common ones the tales are walked from
 * the newest. The planner cannot be left to choose, see is_rare() in db/migrations/0004_search.sql.
 */
function newest({ matches, isRare, limit }: Wanted, narrowed: RawBuilder<unknown>): RawBuilder<unknown> {
  const fitting = sql`select ${COLUMNS} from tales t where ${isPublic} ${narrowed}`;
  const order = sql`order by publish_date desc, id desc limit ${limit}`;
  // "offset 0" gathers before it sorts; "is true" keeps the second part from using the index of words.
  return sql`(select * from (${fitting} and ${matches} and ${isRare} offset 0) gathered ${order})
    union all (${fitting} and (${matches}) is true and not ${isRare} ${order})`;
}

/** A minus counts where a word or a quotation follows; Postgres cannot bear fifty in a row that have nothing to exclude. */
function withoutStrayMinus(q: string): string {
  return q.replace(/-(?!"?[\p{L}\p{N}])/gu, ' ');
}

/** The languages of the public tales, as written at the tales ('en'); English when there are none. */
export async function listLanguages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select substr(facet, 3) as language from facet_counts where author_id = 0 and facet like 'l:%' order by tales desc limit 12 ${keptPlan}`.execute(
    db,
  );
  return rows.length > 0 ? rows.map((row) => row.language) : ['en'];
}

/** For each word of at least four letters that stands in no tale: the known words nearest to it, nearest first. */
export async function nearWords(db: Db, words: string[]): Promise<{ asked: string; near: string[] }[]> {
  const { rows } = await sql<{ asked: string; near: string[] }>`
    select asked, array(
        select word from search_words where word % plain(asked) order by similarity(word, plain(asked)) desc, word limit 12) as near
    from unnest(${words}::text[]) asked
    where length(asked) between 4 and 40 and not exists (select from search_words where word = plain(asked))`.execute(db);
  return rows;
}

/** Known words that are most like these, nearest first, of those that public tales hold. */
export async function likeWords(db: Db, words: string[], languages: string[], limit: number): Promise<string[]> {
  const query = sql.join(
    languages.map((language) => sql`plainto_tsquery(search_config(${language}), word)`),
    sql` || `,
  );
  const { rows } = await sql<{ word: string }>`
    with likely as materialized (
      select word, max(likeness) as likeness from (
        select near.word, similarity(near.word, plain(asked)) as likeness from unnest(${words}::text[]) asked
          cross join lateral (select word from search_words where word % plain(asked) order by similarity(word, plain(asked)) desc, word limit 12) near
        where length(asked) between 4 and 40
      ) each_near group by word order by likeness desc, word limit 12
    )
    select word from likely where exists (select from tales t where ${isPublic} and search @@ (${query}))
    order by likeness desc, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}

/** The words of a search as the text index knows them (stems), in every language in use. */
export async function searchStems(db: Db, q: string, languages: string[]): Promise<string[]> {
  const { rows } = await sql<{ stem: string }>`
    select distinct stem from unnest(${languages}::text[]) language,
      unnest(tsvector_to_array(to_tsvector(search_config(language), ${q}))) stem ${keptPlan}`.execute(db);
  return rows.map((row) => row.stem);
}

/** The text of some tales, at most `limit` characters each. */
export async function listTexts(db: Db, ids: string[], limit: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, left(content_text, ${limit}) as text from tales where id = any(${ids}::uuid[]) ${keptPlan}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.text]));
}

import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { likePattern } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';

/** A matching tale with what is needed to filter, count and sort. Higher scores are better. */
export type Candidate = { id: string; facets: string[]; score: number; date: string; title: string; words: number };
/** `capped`: there may be more. */
export type Candidates = { found: Candidate[]; capped: boolean };
/** `facets`: a group for each filter, and the number of tales that match them all. */
export type SearchInput = { q: string; languages: string[]; facets?: { groups: string[][]; tales: number }; hasSubstrings?: boolean };

/** Newest matches in texts and titles that are considered: bounds the cost of common words. */
const MAX_MENTIONS = 500;
const MAX_TITLES = 200;
/** Up to this many substring matches are collected by index; for more common ones, the newest tales are scanned. */
const MAX_COLLECTED = 5_000;
const MAX_SCANNED = 20_000;
/** Up to this many tales with the facets are all compared with common words; of more, the newest tales are scanned first. */
const MAX_COMPARED = 20_000;
const MAX_FILTERED = 50_000;

/**
 * Finds tales whose title or author matches, then the newest whose text matches, then those whose title or author contains the input as a
 * substring (from 3 letters). Terms are stemmed in each of `languages`. `facets` requires one facet of each group; they are compared first,
 * as text matching is 100 times more expensive.
 */
export async function findCandidates(db: Db, { q, languages, facets, hasSubstrings = true }: SearchInput): Promise<Candidates> {
  const query = sql.join(
    languages.map((language) => sql`websearch_to_tsquery(search_config(${language}), ${removeDanglingMinus(q)})`),
    sql` || `,
  );
  const narrowed =
    facets === undefined
      ? sql``
      : sql`and ${sql.join(
          facets.groups.map((group) => sql`facets && ${group}::text[]`),
          sql` and `,
        )}`;
  // Subqueries are evaluated once; expressions of parameters would be evaluated for every row of a cached plan.
  const words = sql`(select words from query)`;
  const titleWords = sql`(select title_words from query)`;
  const mentions = { matches: sql`search @@ ${words}`, isRare: sql`(select words from rare)`, limit: MAX_MENTIONS + 1 };
  const titles = { matches: sql`title_words @@ ${titleWords}`, isRare: sql`(select titles from rare)`, limit: MAX_TITLES };
  // As constants, so that the planner knows how common they are.
  const among = {
    mentions: { ...mentions, matches: sql`search @@ (${query})` },
    titles: { ...titles, matches: sql`title_words @@ plainto_tsquery('talewood_simple', ${q})` },
  };
  const hasMany = facets !== undefined && facets.tales > MAX_COMPARED;
  // Not needed after that many mentions.
  const isRoom = sql`(select count(*) from mentions) <= ${MAX_MENTIONS}`;
  const hasSubstringSearch = hasSubstrings && hasTrigrams(q);
  const substrings = hasSubstringSearch
    ? sql`${substringMatches(q, { columns: COLUMNS, narrowed, limit: MAX_TITLES, isWanted: isRoom })},`
    : sql``;
  const alsoSubstrings = hasSubstringSearch ? sql`union all select *, -1 as bonus from substrings` : sql``;
  const isCutOff = hasSubstringSearch ? sql`(select count(*) from substrings) = ${MAX_TITLES}` : sql`false`;
  // The best plan with facets depends on how common they are.
  const plan = facets === undefined ? preparedStatement : sql``;
  const { rows } = await sql<Candidate & { capped: boolean }>`
    with query as materialized (
      select ${query} as words, plainto_tsquery('talewood_simple', ${q}) as title_words, normalize_text(${q}) as plain
    ), rare as materialized (
      select is_rare('search', words) as words, is_rare('title_words', title_words) as titles from query
    ), mentions as materialized (
      select *, 0 as bonus from (${hasMany ? newestAmong(among.mentions, narrowed) : newest(mentions, narrowed)}) newest_mentions
    ), titles as materialized (
      select *, case when normalize_text(title) = (select plain from query) then 4 else 2 end as bonus
      from (${hasMany ? newestAmong(among.titles, narrowed) : newest(titles, narrowed)}) newest_titles
    ), ${substrings} found as (
      select distinct on (id) * from (
        select * from titles union all select * from mentions ${alsoSubstrings}
      ) each_found order by id, bonus desc
    )
    select id, facets, to_char(publish_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date, title_key(title) as title, words,
      round((bonus + ts_rank('{0.05, 0.15, 0.4, 1}', search, ${words}, 1))::numeric, 6)::float8 as score,
      (select count(*) from mentions) > ${MAX_MENTIONS} or ${isCutOff} as capped
    from found ${plan}`.execute(db);
  return { found: rows, capped: rows[0]?.capped ?? false };
}

const COLUMNS = sql`id, facets, publish_date, title, words, search`;

/** Whether the input is long enough for substring search: the trigram index needs 3 letters. */
export function hasTrigrams(q: string): boolean {
  return (q.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3;
}

type SubstringOptions = { columns: RawBuilder<unknown>; narrowed?: RawBuilder<unknown>; limit: number; isWanted?: RawBuilder<unknown> };

/**
 * Common table expressions `few` and `substrings`: the newest public tales whose title or author contains the input, ignoring case and
 * accents. Few matches are collected by the trigram index; if there are many, the newest tales are scanned. Input without trigrams, such as
 * punctuation, matches nothing.
 */
export function substringMatches(
  q: string,
  { columns, narrowed = sql``, limit, isWanted = sql`true` }: SubstringOptions,
): RawBuilder<unknown> {
  const pattern = sql`(select ${likePattern(q)})`;
  const hasAny = sql`cardinality(show_trgm(normalize_text(${q}))) > 0`;
  const newestFirst = sql`order by publish_date desc, id desc`;
  return sql`few as materialized (
      select id from tales t where ${isPublic} ${narrowed} and ${isWanted} and (select ${hasAny}) and search_text like ${pattern}
      limit ${sql.lit(MAX_COLLECTED + 1)}
    ), substrings as materialized (
      (select ${columns} from tales t where id in (select id from few) and (select count(*) from few) <= ${sql.lit(MAX_COLLECTED)} ${newestFirst} limit ${sql.lit(limit)})
      union all
      (select ${columns} from (select * from tales t where ${isPublic} ${newestFirst} limit ${sql.lit(MAX_SCANNED)}) newest
        where (select count(*) from few) > ${sql.lit(MAX_COLLECTED)} ${narrowed} and search_text like ${pattern} limit ${sql.lit(limit)})
    )`;
}

type Match = { matches: RawBuilder<unknown>; isRare: RawBuilder<unknown>; limit: number };

/**
 * The newest matching tales: for rare words all are collected and sorted, for common ones tales are scanned from the newest. The planner
 * chooses badly here: see is_rare() in db/migrations/0004_search.sql.
 */
function newest({ matches, isRare, limit }: Match, narrowed: RawBuilder<unknown>): RawBuilder<unknown> {
  const candidates = sql`select ${COLUMNS} from tales t where ${isPublic} ${narrowed}`;
  const order = sql`order by publish_date desc, id desc limit ${sql.lit(limit)}`;
  // “offset 0” collects before sorting; “is true” prevents the second part from using the text index.
  return sql`(select * from (${candidates} and ${matches} and ${isRare} offset 0) collected ${order})
    union all (${candidates} and (${matches}) is true and not ${isRare} ${order})`;
}

/**
 * The same with facets that many tales have. The planner would collect all of them to compare their texts, seconds at a million tales, so
 * common words are looked for in the newest tales first. If these have too few matches, all are collected.
 */
function newestAmong({ matches, isRare, limit }: Match, narrowed: RawBuilder<unknown>): RawBuilder<unknown> {
  const order = sql`order by publish_date desc, id desc`;
  return sql`with scanned as materialized (
      select ${COLUMNS} from (select * from tales t where ${isPublic} and not ${isRare} ${order} limit ${MAX_FILTERED}) newest_tales
      where true ${narrowed} and (${matches}) is true limit ${limit}
    ), complete as materialized (
      select not ${isRare} and ((select count(*) from scanned) = ${limit}
        or not exists (select from tales t where ${isPublic} ${order} offset ${MAX_FILTERED})) as is_complete
    )
    select * from scanned where (select is_complete from complete)
    union all (select * from (
        select ${COLUMNS} from tales t where ${isPublic} ${narrowed} and ${matches} and not (select is_complete from complete) offset 0
      ) collected ${order} limit ${limit})`;
}

/** Removes minus signs without a following word: Postgres fails on fifty of them in a row. */
function removeDanglingMinus(q: string): string {
  return q.replace(/-(?!"?[\p{L}\p{N}])/gu, ' ');
}

/** For each term of at least 4 letters that occurs in no tale: known words by similarity. */
export async function findSimilarWords(db: Db, words: string[]): Promise<{ term: string; near: string[] }[]> {
  const { rows } = await sql<{ term: string; near: string[] }>`
    select term, array(
        select word from search_words where word % normalize_text(term) order by similarity(word, normalize_text(term)) desc, word limit 12) as near
    from unnest(${words}::text[]) term
    where length(term) between 4 and 40 and not exists (select from search_words where word = normalize_text(term))`.execute(db);
  return rows;
}

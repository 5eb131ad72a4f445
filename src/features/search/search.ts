import { sql } from 'kysely';
import type { BrowseQuery, Sort } from '#src/features/tales/browse-query.ts';
import type { TaleCard, TaleList } from '#src/features/tales/contract.ts';
import {
  BROWSE_PAGE,
  cardsByIds,
  countMatching,
  countSets,
  facetOptions,
  isPublic,
  listFeatured,
  nameAuthors,
  readFacetNames,
  toFacetGroups,
} from '#src/features/tales/tales.ts';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { findPassage } from './passage.ts';
import { type Candidate, type Candidates, findCandidates, findSimilarWords, type SearchInput } from './queries.ts';
import { correctSearch } from './spelling.ts';

export { pauseTidying, tidyIndexes } from './tidy-search.ts';

/** Characters of each text searched for excerpts; fewer if several pages are shown at once. */
const TEXT_LIMIT = 100_000;
const MAX_SUGGESTED_WORDS = 4;

/**
 * Returns a page of tales that match the search terms and filters, with excerpts. Unknown terms are replaced by similar spellings
 * (`corrected`); without results, `suggestions` has alternatives. Null for an unknown category. `hasSubstrings: false` matches whole words only
 * and suggests nothing. Of very common words only the newest 500 mentions and 200 titles are considered; total and facets are then minimums.
 */
export async function searchTales(
  db: Db,
  query: BrowseQuery,
  { size = BROWSE_PAGE * query.pages, hasPassages = true, hasSubstrings = true } = {},
): Promise<TaleList | null> {
  const [names, languages] = await Promise.all([readFacetNames(db, query), listLanguages(db)]);
  const groups = toFacetGroups(query, names);
  if (groups === null) return null;
  const { found, capped, words, corrected } = await findOrCorrect(db, { q: query.q, languages, hasSubstrings });
  const filters = Object.values(groups);
  // Filter before limiting to the newest, not after.
  const facets = capped && filters.length > 0 ? { groups: filters, tales: await countMatching(db, groups) } : undefined;
  const filtered = facets === undefined ? found : (await findCandidates(db, { q: words, languages, facets, hasSubstrings })).found;
  const { counts, total } = countSets(
    toSets(filtered === found ? found : [...new Map([...found, ...filtered].map((each) => [each.id, each])).values()]),
    groups,
  );
  const { c: _category, ...others } = groups;
  const withoutCategory = countSets(toSets(found), others).total;
  const listed = filtered.filter((candidate) => filters.every((group) => group.some((facet) => candidate.facets.includes(facet))));
  const { page, next } = paginate(listed, query, size);
  const [tales, authors] = await Promise.all([
    hasPassages
      ? withExcerpts(db, page, { words, languages, limit: Math.floor(TEXT_LIMIT / query.pages) })
      : cardsByIds(
          db,
          page.map(({ id }) => id),
        ),
    nameAuthors(db, counts, names.authors),
  ]);
  const options = facetOptions(counts, { groups, authors, categories: names.categories, withoutCategory });
  const suggestions = total > 0 || !hasSubstrings ? null : await suggestAlternatives(db, query.q, languages);
  return { tales, next, total: { count: total, atLeast: capped }, facets: options, corrected, suggestions };
}

async function findOrCorrect(db: Db, input: SearchInput): Promise<Candidates & { words: string; corrected: string | null }> {
  const { q } = input;
  const exact = await findCandidates(db, input);
  if (exact.found.length > 0) return { ...exact, words: q, corrected: null };
  const correctedQ = correctSearch(q, await findSimilarWords(db, splitTerms(q)));
  const retried = correctedQ === null ? exact : await findCandidates(db, { ...input, q: correctedQ });
  return retried.found.length > 0 ? { ...retried, words: correctedQ ?? q, corrected: correctedQ } : { ...exact, words: q, corrected: null };
}

/** Alternatives for a search without results: similar words, and the featured tales. */
async function suggestAlternatives(db: Db, q: string, languages: string[]): Promise<NonNullable<TaleList['suggestions']>> {
  const [words, tales] = await Promise.all([suggestWords(db, splitTerms(q), languages, MAX_SUGGESTED_WORDS), listFeatured(db)]);
  return { words, tales };
}

function splitTerms(q: string): string[] {
  return q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

type ExcerptOptions = { words: string; languages: string[]; limit: number };

async function withExcerpts(db: Db, page: Candidate[], { words, languages, limit }: ExcerptOptions): Promise<TaleCard[]> {
  if (page.length === 0) return [];
  const ids = page.map((candidate) => candidate.id);
  const [cards, texts, stems] = await Promise.all([cardsByIds(db, ids), listTexts(db, ids, limit), searchStems(db, words, languages)]);
  return cards.map((card) => {
    const passage = findPassage(texts.get(card.id) ?? '', stems);
    return passage === undefined ? card : { ...card, passage };
  });
}

function toSets(candidates: Candidate[]): { facets: string[]; tales: number }[] {
  return candidates.map(({ facets }) => ({ facets, tales: 1 }));
}

type Order = { of: (candidate: Candidate) => string | number; kind: 'time' | 'text' | 'number'; isDescending: boolean };

const ORDERS: Record<Sort, Order> = {
  relevance: { of: (candidate) => candidate.score, kind: 'number', isDescending: true },
  newest: { of: (candidate) => candidate.date, kind: 'time', isDescending: true },
  title: { of: (candidate) => candidate.title, kind: 'text', isDescending: false },
  shortest: { of: (candidate) => candidate.words, kind: 'number', isDescending: false },
  longest: { of: (candidate) => candidate.words, kind: 'number', isDescending: true },
};

/** Sorts and pages candidates in memory: there are at most a few hundred. @throws AppError 400 for an invalid cursor */
function paginate(
  candidates: Candidate[],
  query: Pick<BrowseQuery, 'sort' | 'after'>,
  size: number,
): { page: Candidate[]; next: string | null } {
  const { of, kind, isDescending } = ORDERS[query.sort];
  const compare = (a: Cursor, b: Cursor) => (isDescending ? -1 : 1) * (compareKeys(a.key, b.key) || compareKeys(a.id, b.id));
  const after = query.after === '' ? null : readCursor(query.after, kind);
  const rest = candidates
    .map((candidate) => ({ candidate, cursor: { key: of(candidate), id: candidate.id } }))
    .filter(({ cursor }) => after === null || compare(cursor, after) > 0)
    .sort((a, b) => compare(a.cursor, b.cursor));
  const page = rest.slice(0, size);
  const last = page.at(-1);
  return { page: page.map(({ candidate }) => candidate), next: last && rest.length > size ? writeCursor(last.cursor) : null };
}

function compareKeys(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Languages of public tales; English if there are none. */
async function listLanguages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select substr(facet, 3) as language from facet_counts where author_id = 0 and facet like 'l:%' order by tales desc limit 12 ${preparedStatement}`.execute(
    db,
  );
  return rows.length > 0 ? rows.map((row) => row.language) : ['en'];
}

/** Suggests words of public tales by similarity to the terms. */
async function suggestWords(db: Db, words: string[], languages: string[], limit: number): Promise<string[]> {
  const query = sql.join(
    languages.map((language) => sql`plainto_tsquery(search_config(${language}), word)`),
    sql` || `,
  );
  const { rows } = await sql<{ word: string }>`
    with likely as materialized (
      select word, max(likeness) as likeness from (
        select near.word, similarity(near.word, normalize_text(term)) as likeness from unnest(${words}::text[]) term
          cross join lateral (select word from search_words where word % normalize_text(term) order by similarity(word, normalize_text(term)) desc, word limit 12) near
        where length(term) between 4 and 40
      ) each_near group by word order by likeness desc, word limit 12
    )
    select word from likely where exists (select from tales t where ${isPublic} and search @@ (${query}))
    order by likeness desc, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}

/** Stems of the search terms in all languages. */
async function searchStems(db: Db, q: string, languages: string[]): Promise<string[]> {
  const { rows } = await sql<{ stem: string }>`
    select distinct stem from unnest(${languages}::text[]) language,
      unnest(tsvector_to_array(to_tsvector(search_config(language), ${q}))) stem ${preparedStatement}`.execute(db);
  return rows.map((row) => row.stem);
}

/** Texts by tale id, at most `limit` characters each. */
async function listTexts(db: Db, ids: string[], limit: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select id, left(content_text, ${limit}) as text from tales where id = any(${ids}::uuid[]) ${preparedStatement}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.text]));
}

import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleCard, TaleList } from '#src/features/tales/contract.ts';
import { BROWSE_PAGE, cardsByIds, countSets, facetOptions, listFeaturedIds, toGroups } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { pageOf } from './candidates.ts';
import { findPassage } from './passage.ts';
import {
  type Candidate,
  type Candidates,
  findCandidates,
  likeWords,
  listLanguages,
  listTexts,
  nearWords,
  type Sought,
  searchStems,
} from './queries.ts';
import { mendSearch } from './spelling.ts';

export { holdTidying, tidyIndexes } from './tidy-search.ts';

/** Passages are looked for in so many characters of a tale: some thirty pages. Where several pages are shown at once, in fewer. */
const TEXT_LIMIT = 100_000;
const SUGGESTED_WORDS = 4;

/**
 * One page of the tales that fit the words and the filters, the best first, with the passages that hold the words. When the
 * words are found nowhere, near spellings are tried and told as `corrected`; where nothing is found, `suggestions` say what to try.
 * Null for an unknown category. Without `hasSubstrings`, whole words count alone, and nothing is suggested.
 * Programs that show no passages ask for none, and for pages of another size.
 * Of a word in very many tales the newest 500 mentions and 200 titles count; total and facets then say "at least".
 */
export async function searchTales(
  db: Db,
  query: BrowseQuery,
  { size = BROWSE_PAGE * query.pages, hasPassages = true, hasSubstrings = true } = {},
): Promise<TaleList | null> {
  const [asked, languages] = await Promise.all([toGroups(db, query), listLanguages(db)]);
  if (asked === null) return null;
  const { groups, categories, authors } = asked;
  const { found, capped, words, corrected } = await findOrMend(db, { q: query.q, languages, hasSubstrings });
  const filters = Object.values(groups);
  // Of very many tales the filter must choose before the newest are taken, not after.
  const fitting =
    capped && filters.length > 0 ? (await findCandidates(db, { q: words, languages, facets: filters, hasSubstrings })).found : found;
  const { counts, total } = countSets(
    toSets(fitting === found ? found : [...new Map([...found, ...fitting].map((each) => [each.id, each])).values()]),
    groups,
  );
  const { c: _category, ...others } = groups;
  const withoutCategory = countSets(toSets(found), others).total;
  const listed = fitting.filter((candidate) => filters.every((group) => group.some((mark) => candidate.facets.includes(mark))));
  const { page, next } = pageOf(listed, query, size);
  const [tales, facets] = await Promise.all([
    hasPassages
      ? withPassages(db, page, { words, languages, limit: Math.floor(TEXT_LIMIT / query.pages) })
      : cardsByIds(
          db,
          page.map(({ id }) => id),
        ),
    facetOptions(db, counts, { groups, authors, categories, withoutCategory }),
  ]);
  const suggestions = total > 0 || !hasSubstrings ? null : await suggestInstead(db, query.q, languages);
  return { tales, next, total: { count: total, atLeast: capped }, facets, corrected, suggestions };
}

async function findOrMend(db: Db, sought: Sought): Promise<Candidates & { words: string; corrected: string | null }> {
  const { q } = sought;
  const asked = await findCandidates(db, sought);
  if (asked.found.length > 0) return { ...asked, words: q, corrected: null };
  const mended = mendSearch(q, await nearWords(db, wordsOf(q)));
  const instead = mended === null ? asked : await findCandidates(db, { ...sought, q: mended });
  return instead.found.length > 0 ? { ...instead, words: mended ?? q, corrected: mended } : { ...asked, words: q, corrected: null };
}

/** What to try where nothing was found: the words most like those asked for, and the tales of the home page. */
async function suggestInstead(db: Db, q: string, languages: string[]): Promise<NonNullable<TaleList['suggestions']>> {
  const [words, featured] = await Promise.all([likeWords(db, wordsOf(q), languages, SUGGESTED_WORDS), listFeaturedIds(db)]);
  return { words, tales: await cardsByIds(db, featured, featured) };
}

function wordsOf(q: string): string[] {
  return q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

type Passages = { words: string; languages: string[]; limit: number };

async function withPassages(db: Db, page: Candidate[], { words, languages, limit }: Passages): Promise<TaleCard[]> {
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

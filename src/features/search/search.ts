import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleCard, TaleList } from '#src/features/tales/contract.ts';
import { BROWSE_PAGE, cardsByIds, countSets, facetOptions, toGroups } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { pageOf } from './candidates.ts';
import { findPassage } from './passage.ts';
import { type Candidate, findCandidates, listLanguages, listTexts, MENTIONS, nearWords, searchStems } from './queries.ts';
import { mendSearch } from './spelling.ts';

export { holdTidying, tidyIndexes } from './tidy-search.ts';

/** Passages are looked for in so many characters of a tale: some thirty pages. Where several pages are shown at once, in fewer. */
const TEXT_LIMIT = 100_000;

/**
 * One page of the tales that fit the words and the filters, the best first, with the passages that hold the words. When the
 * words are found nowhere, near spellings are tried and told as `corrected`. Null for an unknown category.
 * Programs that show no passages ask for none, and for pages of another size.
 * Of a word in very many tales the newest 500 mentions and 200 titles count; total and facets then say "at least".
 */
export async function searchTales(
  db: Db,
  query: BrowseQuery,
  { size = BROWSE_PAGE * query.pages, hasPassages = true } = {},
): Promise<TaleList | null> {
  const [asked, languages] = await Promise.all([toGroups(db, query), listLanguages(db)]);
  if (asked === null) return null;
  const { groups, categories, authors } = asked;
  const { found, words, corrected } = await findOrMend(db, query.q, languages);
  const capped = found.length > MENTIONS;
  const filters = Object.values(groups);
  // Of very many tales the filter must choose before the newest are taken, not after.
  const fitting = capped && filters.length > 0 ? await findCandidates(db, words, languages, filters) : found;
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
  return { tales, next, total: { count: total, atLeast: capped }, facets, corrected };
}

async function findOrMend(
  db: Db,
  q: string,
  languages: string[],
): Promise<{ found: Candidate[]; words: string; corrected: string | null }> {
  const found = await findCandidates(db, q, languages, []);
  if (found.length > 0) return { found, words: q, corrected: null };
  const mended = mendSearch(q, await nearWords(db, q.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []));
  const instead = mended === null ? [] : await findCandidates(db, mended, languages, []);
  return instead.length > 0 ? { found: instead, words: mended ?? q, corrected: mended } : { found, words: q, corrected: null };
}

type Sought = { words: string; languages: string[]; limit: number };

async function withPassages(db: Db, page: Candidate[], { words, languages, limit }: Sought): Promise<TaleCard[]> {
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

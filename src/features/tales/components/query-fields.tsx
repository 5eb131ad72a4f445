import { type BrowseQuery, LIST_FILTERS, writeBrowseQuery } from '#src/features/tales/browse-query.ts';

const EMPTY: BrowseQuery = { q: '', category: '', minutes: null, age: [], origin: [], language: [], author: [], sort: 'newest', after: '' };

type Name = 'q' | 'category' | 'filters' | 'sort';

/** The parts of the browse state that a form does not ask about, carried along as hidden fields. */
export function QueryFields({ query, without }: { query: BrowseQuery; without: readonly Name[] }) {
  const carried: BrowseQuery = { ...query, after: '' };
  if (without.includes('q')) carried.q = '';
  if (without.includes('category')) carried.category = '';
  if (without.includes('sort')) carried.sort = carried.q ? 'relevance' : 'newest';
  if (without.includes('filters')) {
    carried.minutes = null;
    for (const name of LIST_FILTERS) carried[name] = EMPTY[name];
  }
  const fields = [...new URLSearchParams(writeBrowseQuery(carried))];
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

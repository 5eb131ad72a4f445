import { type BrowseQuery, LIST_FILTERS, LIST_START, writeBrowseQuery } from '#src/features/tales/browse-query.ts';

type Name = 'q' | 'category' | 'filters' | 'sort';

/** The parts of the browse state that a form does not ask about, carried along as hidden fields. */
export function QueryFields({ query, without }: { query: BrowseQuery; without: readonly Name[] }) {
  const carried: BrowseQuery = { ...query, ...LIST_START };
  if (without.includes('q')) carried.q = '';
  if (without.includes('category')) carried.category = '';
  if (without.includes('sort')) carried.sort = carried.q ? 'relevance' : 'newest';
  if (without.includes('filters')) {
    carried.minutes = null;
    for (const name of LIST_FILTERS) carried[name] = [];
  }
  const fields = [...new URLSearchParams(writeBrowseQuery(carried))];
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

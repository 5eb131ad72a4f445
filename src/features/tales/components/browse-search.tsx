import { browseHref } from '#src/features/tales/browse-changes.ts';
import { type BrowseQuery, cleanSearch, defaultSort, LIST_START, SEARCH_LIMIT } from '#src/features/tales/browse-query.ts';
import { go } from '#src/ui/go.ts';
import { Icon } from '#src/ui/icon.tsx';
import { QueryFields } from './query-fields.tsx';

/** Searches within the chosen category and filters. A GET form, so that it needs no script. */
export function BrowseSearch({ query }: { query: BrowseQuery }) {
  const kept = { ...query, sort: query.sort === 'relevance' ? defaultSort(false) : query.sort };
  return (
    <search>
      <form
        className="search search-lg"
        action="/tales"
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          const q = cleanSearch(String(new FormData(event.currentTarget).get('q') ?? ''));
          const sort = query.sort === defaultSort(query.q !== '') ? defaultSort(q !== '') : query.sort;
          go(browseHref({ ...query, q, sort, ...LIST_START }));
        }}
      >
        <Icon name="search" />
        <input
          key={query.q}
          type="search"
          name="q"
          aria-label="Search tales by title, author or words"
          placeholder="Search tales"
          defaultValue={query.q}
          maxLength={SEARCH_LIMIT}
          enterKeyHint="search"
          autoComplete="off"
        />
        <QueryFields query={kept} without={['q']} />
        <button type="submit" className="btn btn-solid btn-sm">
          Search
        </button>
      </form>
    </search>
  );
}

import { Fragment, type ReactNode } from 'react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { navigate } from '#src/ui/navigate.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { type BrowseQuery, defaultSort, LIST_START, normalizeSearch, SEARCH_LIMIT, writeBrowseQuery } from '../browse-query.ts';
import { browseHref, FilterPanel, filterChips, type LoadPreview, QueryFields, withoutFilters } from '../components/filter-panel.tsx';
import { PaginatedGrid, type PaginationProps, TaleGrid } from '../components/paginated-grid.tsx';
import type { Facets, TaleList } from '../contract.ts';

/** `taleFinder`: a form of another feature, shown above the tabs. */
type Props = { list: TaleList; query: BrowseQuery; loadPreview?: LoadPreview; taleFinder: ReactNode } & PaginationProps;

/** All tales, searched, filtered and sorted by the query. */
export function BrowsePage({ list, query, loadMore, onGrow, loadPreview, taleFinder }: Props) {
  const state = writeBrowseQuery(query);
  // An answer to a wish starts with the tales, not with an introduction.
  const isAnswer = query.q !== '' || browseHref(withoutFilters(query)) !== browseHref({ ...query, ...LIST_START });
  return (
    <div className="page browse">
      <PageHead
        eyebrow="The whole wood"
        title="Browse Tales"
        lede={isAnswer ? undefined : 'Every tale on the shelves, from four-minute fables to winter evenings. Start anywhere.'}
      />
      <div className="browse-tools">
        <BrowseSearch query={query} />
        <FilterPanel query={query} list={list} loadPreview={loadPreview} />
      </div>
      {isAnswer ? null : taleFinder}
      <CategoryTabs query={query} facets={list.facets} total={list.total} />
      <FilterChips query={query} facets={list.facets} />
      <h2 className="visually-hidden">Tales</h2>
      <p className="count-line" role="status">
        <ResultLine list={list} query={query} />
      </p>
      {list.tales.length === 0 ? (
        <NoTales query={query} suggestions={list.suggestions} />
      ) : (
        <PaginatedGrid
          key={state}
          first={list}
          range={query}
          total={list.total}
          hrefAt={(range) => browseHref({ ...query, ...range })}
          loadMore={loadMore}
          onGrow={onGrow}
        />
      )}
      <GetUpdates hasBook={list.tales.length > 0} page={browseHref({ ...query, ...LIST_START, sort: defaultSort(query.q !== '') })} />
    </div>
  );
}

function ResultLine({ list, query }: { list: TaleList; query: BrowseQuery }) {
  const count = formatTaleCount(list.total.count, list.total.atLeast);
  const start = query.after ? (
    <>
      {' '}
      <a className="link" href={browseHref({ ...query, ...LIST_START })}>
        Back to the first tales
      </a>
    </>
  ) : null;
  if (list.corrected !== null) {
    return (
      <>
        No results for “{query.q}”. Searching instead for “{list.corrected}”: {count}.{start}
      </>
    );
  }
  return (
    <>
      {query.q ? `${count} for “${query.q}”` : count}
      {start}
    </>
  );
}

function NoTales({ query, suggestions }: { query: BrowseQuery; suggestions: TaleList['suggestions'] }) {
  const unfiltered = withoutFilters({ ...query, category: '' });
  const isFiltered = writeBrowseQuery(unfiltered) !== writeBrowseQuery({ ...query, sort: unfiltered.sort, ...LIST_START });
  return (
    <>
      <EmptyState spot="owl" title="No tales found" text="Try changing your search query or selecting a different category.">
        {suggestions === null || suggestions.words.length === 0 ? null : (
          <p>
            Did you mean{' '}
            {suggestions.words.map((word, index) => (
              <Fragment key={word}>
                {index === 0 ? '' : index === suggestions.words.length - 1 ? ' or ' : ', '}
                <a className="link" href={browseHref({ ...unfiltered, q: word, sort: defaultSort(true) })}>
                  {word}
                </a>
              </Fragment>
            ))}
            ?
          </p>
        )}
        <p className="empty-acts">
          {query.q && isFiltered ? (
            <a className="btn btn-line" href={browseHref(unfiltered)}>
              Search all tales
            </a>
          ) : null}
          {query.q ? (
            <a className="btn btn-line" href={browseHref({ ...query, ...LIST_START, q: '', sort: defaultSort(false) })}>
              Clear search
            </a>
          ) : (
            <a className="btn btn-line" href={urls.tales()}>
              See all tales
            </a>
          )}
        </p>
      </EmptyState>
      {suggestions === null || suggestions.tales.length === 0 ? null : (
        <section aria-labelledby="tales-to-try">
          <h2 id="tales-to-try" className="tales-to-try">
            Tales to try
          </h2>
          <TaleGrid tales={suggestions.tales} className="grid browse-grid" />
        </section>
      )}
    </>
  );
}

/** Searches within the selected category and filters. A GET form that works without JavaScript. */
function BrowseSearch({ query }: { query: BrowseQuery }) {
  const carried = { ...query, sort: query.sort === 'relevance' ? defaultSort(false) : query.sort };
  return (
    <search>
      <form
        className="search search-lg"
        action="/tales"
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          const q = normalizeSearch(String(new FormData(event.currentTarget).get('q') ?? ''));
          const sort = query.sort === defaultSort(query.q !== '') ? defaultSort(q !== '') : query.sort;
          navigate(browseHref({ ...query, q, sort, ...LIST_START }));
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
        <QueryFields query={carried} without={['q']} />
        <button type="submit" className="btn btn-solid btn-sm">
          Search
        </button>
      </form>
    </search>
  );
}

/** Links rather than ARIA tabs, as they change the URL. */
function CategoryTabs({ query, facets, total }: { query: BrowseQuery; facets: Facets; total: TaleList['total'] }) {
  const all = facets.category.find((option) => option.value === '');
  const allCount = all?.count ?? (query.category === '' ? total.count : undefined);
  const rest = facets.category.filter((option) => option.value !== '');
  return (
    <nav className="tabs" aria-label="Categories of tales">
      <Tab href={browseHref(inCategory(query, ''))} current={query.category === ''} name="All" count={allCount} />
      {rest.map((option) => (
        <Tab
          key={option.value}
          href={browseHref(inCategory(query, option.value))}
          current={query.category === option.value}
          name={option.label}
          count={option.count}
        />
      ))}
    </nav>
  );
}

function Tab({ href, current, name, count }: { href: string; current: boolean; name: string; count: number | undefined }) {
  return (
    <a href={href} aria-current={current ? 'page' : undefined}>
      {name}
      {count === undefined ? null : (
        <>
          {' '}
          <span>{formatCount(count)}</span>
        </>
      )}
    </a>
  );
}

/** Active filters, each a link that removes it. */
function FilterChips({ query, facets }: { query: BrowseQuery; facets: Facets }) {
  const chips = filterChips(query, facets);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filters set">
      {chips.map((chip) => (
        <li key={chip.key}>
          <a className="chip" href={chip.href}>
            <span className="visually-hidden">Remove filter: </span>
            {chip.label}
            <Icon name="close" />
          </a>
        </li>
      ))}
      <li>
        <a className="link" href={browseHref(withoutFilters(query))}>
          Clear all
        </a>
      </li>
    </ul>
  );
}

/** The query in another category ('' for all), from the first page. */
function inCategory(query: BrowseQuery, category: string): BrowseQuery {
  return { ...query, category, ...LIST_START };
}

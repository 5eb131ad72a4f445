import { Fragment, type ReactNode } from 'react';
import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { browseHref, withoutFilters } from '#src/features/tales/browse-changes.ts';
import { type BrowseQuery, defaultSort, LIST_START, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { BrowseSearch } from '#src/features/tales/components/browse-search.tsx';
import { CategoryTabs } from '#src/features/tales/components/category-tabs.tsx';
import { FilterChips } from '#src/features/tales/components/filter-chips.tsx';
import { FilterPanel, type Preview } from '#src/features/tales/components/filter-panel.tsx';
import { GrowingGrid } from '#src/features/tales/components/growing-grid.tsx';
import { TaleGrid } from '#src/features/tales/components/tale-grid.tsx';
import type { Growing } from '#src/features/tales/components/use-more-tales.ts';
import type { TaleList } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

/** `howLong`: the question how long there is to read, which is a feature of its own. */
type Props = { list: TaleList; query: BrowseQuery; preview?: Preview; howLong: ReactNode } & Growing;

/** All tales, searched, filtered and ordered as the address says. */
export function BrowsePage({ list, query, loadMore, onGrow, preview, howLong }: Props) {
  const state = writeBrowseQuery(query);
  return (
    <div className="page browse">
      <PageHead
        eyebrow="The whole wood"
        title="Browse Tales"
        lede="Every tale on the shelves, from four-minute fables to winter evenings. Start anywhere."
      />
      <div className="tools">
        <BrowseSearch query={query} />
        <FilterPanel query={query} list={list} preview={preview} />
      </div>
      {howLong}
      <CategoryTabs query={query} facets={list.facets} total={list.total} />
      <FilterChips query={query} facets={list.facets} />
      <h2 className="visually-hidden">Tales</h2>
      <p className="count-line" role="status">
        <ResultLine list={list} query={query} />
      </p>
      {list.tales.length === 0 ? (
        <NoTales query={query} suggestions={list.suggestions} />
      ) : (
        <GrowingGrid
          key={state}
          first={list}
          place={query}
          total={list.total}
          hrefAt={(place) => browseHref({ ...query, ...place })}
          loadMore={loadMore}
          onGrow={onGrow}
        />
      )}
      <ListDoors hasBook={list.tales.length > 0} page={browseHref({ ...query, ...LIST_START, sort: defaultSort(query.q !== '') })} />
    </div>
  );
}

function ResultLine({ list, query }: { list: TaleList; query: BrowseQuery }) {
  const count = talesCount(list.total.count, list.total.atLeast);
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
        Nothing is told of “{query.q}”. Searching instead for “{list.corrected}”: {count}.{start}
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

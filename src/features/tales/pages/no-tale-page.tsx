import { browseHref } from '#src/features/tales/browse-changes.ts';
import { type BrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';

/** A random tale was asked for and none fits the filters. The browse page shows them, each with a way to take it off. */
export function NoTalePage({ query }: { query: BrowseQuery }) {
  const isFiltered = writeBrowseQuery(query) !== '';
  return (
    <div className="page">
      <EmptyState spot="owl" level={1} title="No tale fits that wish" text="Loosen a filter and try again.">
        <p className="empty-acts">
          {isFiltered ? (
            <a className="btn btn-solid btn-lg" href={browseHref(query)}>
              Change filters
            </a>
          ) : null}
          <a className={isFiltered ? 'btn btn-line btn-lg' : 'btn btn-solid btn-lg'} href={urls.tales()}>
            Browse Tales
          </a>
        </p>
      </EmptyState>
    </div>
  );
}

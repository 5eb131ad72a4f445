import { EmptyState } from '#src/ui/empty-state.tsx';
import { urls } from '#src/urls.ts';
import { type BrowseQuery, browseHref, writeBrowseQuery } from '../browse-query.ts';

export function TaleNotFoundPage() {
  return (
    <div className="page">
      <EmptyState spot="lantern" level={1} title="Tale Not Found" text="The fairy tale you're looking for doesn't exist or has been moved.">
        <a className="btn btn-solid btn-lg" href={urls.home()}>
          Return Home
        </a>
      </EmptyState>
    </div>
  );
}

/** No tale matches the filters of a random tale. Links to the browse page with these filters. */
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

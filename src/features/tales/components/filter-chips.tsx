import { browseHref, filterChips, withoutFilters } from '#src/features/tales/browse-changes.ts';
import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { Facets } from '#src/features/tales/contract.ts';
import { Icon } from '#src/ui/icon.tsx';

/** The filters that are set, each a link that takes it away. */
export function FilterChips({ query, facets }: { query: BrowseQuery; facets: Facets }) {
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

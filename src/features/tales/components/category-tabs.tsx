import { browseHref, inCategory } from '#src/features/tales/browse-changes.ts';
import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { Facets, TaleList } from '#src/features/tales/contract.ts';
import { formatCount } from '#src/ui/wording.ts';

/** The categories as links: they change the address, so they are not ARIA tabs. */
export function CategoryTabs({ query, facets, total }: { query: BrowseQuery; facets: Facets; total: TaleList['total'] }) {
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

import type { CategoryView } from '#src/features/categories/contract.ts';
import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { type ListPlace, writePlace } from '#src/features/tales/browse-query.ts';
import { GrowingGrid } from '#src/features/tales/components/growing-grid.tsx';
import type { Growing } from '#src/features/tales/components/use-more-tales.ts';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

export function CategoryPage({ category, place, loadMore, onGrow }: { category: CategoryView; place: ListPlace } & Growing) {
  const here = urls.category(category.slug);
  const hrefAt = (at: ListPlace) => `${here}?${writePlace(at)}`;
  return (
    <div className="page page-end">
      <Breadcrumbs
        trail={[
          { name: 'Home', href: urls.home() },
          { name: 'Categories', href: urls.categories() },
        ]}
        here={category.name}
      />
      <PageHead eyebrow={talesCount(category.count)} title={category.name} lede={category.description} />
      {category.tales.length === 0 ? (
        <EmptyState spot="owl" title="No tales here yet" text="Try another category.">
          <a className="btn btn-line" href={urls.categories()}>
            All categories
          </a>
        </EmptyState>
      ) : (
        <>
          <h2 className="visually-hidden">{category.name} tales</h2>
          <GrowingGrid
            key={hrefAt(place)}
            first={category}
            total={{ count: category.count, atLeast: false }}
            hrefAt={hrefAt}
            loadMore={loadMore}
            onGrow={onGrow}
            place={place}
          />
          <ListDoors page={here} />
        </>
      )}
    </div>
  );
}

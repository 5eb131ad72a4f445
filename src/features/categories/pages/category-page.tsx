import type { CategoryView } from '#src/features/categories/contract.ts';
import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { GrowingGrid } from '#src/features/tales/components/growing-grid.tsx';
import type { LoadPage } from '#src/features/tales/components/use-more-tales.ts';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

export function CategoryPage({ category, loadMore }: { category: CategoryView; loadMore: LoadPage }) {
  const here = urls.category(category.slug);
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
            first={category}
            total={{ count: category.count, atLeast: false }}
            hrefAfter={(after) => `${here}?after=${encodeURIComponent(after)}`}
            load={loadMore}
          />
          <ListDoors page={here} />
        </>
      )}
    </div>
  );
}

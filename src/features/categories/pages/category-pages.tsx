import { type ListRange, writeListRange } from '#src/features/tales/browse-query.ts';
import { PaginatedGrid, type PaginationProps } from '#src/features/tales/components/paginated-grid.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatTaleCount } from '#src/ui/format.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs, PageHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { CategoryWindow } from '../components/category-window.tsx';
import type { CategoryCard, CategoryView } from '../contract.ts';

const NUMBER_WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** All categories with tales. */
export function CategoriesPage({ categories }: { categories: readonly CategoryCard[] }) {
  const shown = categories.filter((category) => category.count > 0);
  return (
    <div className="page page-end">
      <PageHead
        eyebrow={pathsLine(shown.length)}
        title="Categories"
        lede="Follow whichever light you see first. They all lead somewhere."
      />
      {shown.length === 0 ? <p className="empty-line">No categories yet. Check back soon!</p> : null}
      <ul className="windows windows-all">
        {shown.map((category) => (
          <CategoryWindow key={category.slug} category={category} level={2} />
        ))}
      </ul>
    </div>
  );
}

function pathsLine(count: number): string {
  if (count === 0) return 'Paths through the wood';
  return `${NUMBER_WORDS[count] ?? count} ${count === 1 ? 'path' : 'paths'} through the wood`;
}

export function CategoryPage({ category, range, loadMore, onGrow }: { category: CategoryView; range: ListRange } & PaginationProps) {
  const here = urls.category(category.slug);
  const hrefAt = (at: ListRange) => `${here}?${writeListRange(at)}`;
  return (
    <div className="page page-end">
      <Breadcrumbs
        trail={[
          { name: 'Home', href: urls.home() },
          { name: 'Categories', href: urls.categories() },
        ]}
        here={category.name}
      />
      <PageHead eyebrow={formatTaleCount(category.count)} title={category.name} lede={category.description} />
      {category.tales.length === 0 ? (
        <EmptyState spot="owl" title="No tales here yet" text="Try another category.">
          <a className="btn btn-line" href={urls.categories()}>
            All categories
          </a>
        </EmptyState>
      ) : (
        <>
          <h2 className="visually-hidden">{category.name} tales</h2>
          <PaginatedGrid
            key={hrefAt(range)}
            first={category}
            total={{ count: category.count, atLeast: false }}
            hrefAt={hrefAt}
            loadMore={loadMore}
            onGrow={onGrow}
            range={range}
          />
          <GetUpdates page={here} />
        </>
      )}
    </div>
  );
}

import { CategoryWindow } from '#src/features/categories/components/category-window.tsx';
import type { CategoryCard } from '#src/features/categories/contract.ts';
import { PageHead } from '#src/ui/page-head.tsx';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** Every category that has tales. */
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

/** "Nine paths through the wood". */
function pathsLine(count: number): string {
  if (count === 0) return 'Paths through the wood';
  return `${NUMBERS[count] ?? count} ${count === 1 ? 'path' : 'paths'} through the wood`;
}

import type { CategoryCard } from '#src/features/categories/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { urls } from '#src/urls.ts';

/** A category in a list. `level` is the heading level. */
export function CategoryWindow({ category, level }: { category: CategoryCard; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li>
      <a className="window" href={urls.category(category.slug)}>
        <span className="window-art">
          <img src={category.coverImage} alt="" width="600" height="800" loading="lazy" />
        </span>
        <Heading>{category.name}</Heading>
        <span className="count">{formatTaleCount(category.count)}</span>
        <p>{category.description}</p>
      </a>
    </li>
  );
}

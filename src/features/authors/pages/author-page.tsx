import type { AuthorView } from '#src/features/authors/contract.ts';
import { type ListRange, writeListRange } from '#src/features/tales/browse-query.ts';
import { PaginatedGrid, type PaginationProps } from '#src/features/tales/components/paginated-grid.tsx';
import { HillDivider } from '#src/ui/artwork.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount } from '#src/ui/format.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { AuthorPortrait } from '../components/author-card.tsx';

export function AuthorPage({ author, range, loadMore, onGrow }: { author: AuthorView; range: ListRange } & PaginationProps) {
  const here = urls.author(author.slug);
  const hrefAt = (at: ListRange) => `${here}?${writeListRange(at)}`;
  return (
    <>
      <AuthorHead author={author} />
      <section className="page author-tales page-end">
        <div className="head">
          <h2>{author.kind === 'person' ? `Tales by ${author.sortName.split(',')[0]}` : author.name}</h2>
          <span className="head-rule" />
        </div>
        {author.tales.length === 0 ? (
          <EmptyState spot="owl" title="No tales found" text="Nothing of this author is on the shelves today." />
        ) : (
          <>
            <PaginatedGrid
              key={hrefAt(range)}
              first={author}
              total={{ count: author.count, atLeast: false }}
              hrefAt={hrefAt}
              loadMore={loadMore}
              onGrow={onGrow}
              range={range}
            />
            <GetUpdates page={here} />
          </>
        )}
      </section>
    </>
  );
}

function AuthorHead({ author }: { author: AuthorView }) {
  const years = [author.place, author.dates].filter((part) => part !== '').join(' · ');
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Authors', href: urls.authors() },
  ];
  return (
    <section className="author-head forest">
      <div className="page author-row">
        <AuthorPortrait className="author-cameo" slug={author.slug} name={author.name} sortName={author.sortName} described />
        <div>
          <Breadcrumbs trail={trail} here={author.name} />
          <h1>{author.name}</h1>
          {years ? <p className="caps author-years">{years}</p> : null}
          {paragraphs(author.biography).map((paragraph) => (
            <p key={paragraph} className="lede">
              {paragraph}
            </p>
          ))}
          <Facts author={author} />
        </div>
      </div>
      <HillDivider shape="knoll" />
    </section>
  );
}

/** Categories and the average are shown only if all tales are loaded. */
function Facts({ author }: { author: AuthorView }) {
  const hasAll = author.tales.length === author.count && author.count > 0;
  const categories = new Set(author.tales.map((tale) => tale.category.slug)).size;
  const average = Math.round(author.tales.reduce((sum, tale) => sum + tale.readTime, 0) / author.count);
  return (
    <dl className="author-facts">
      <Fact value={formatCount(author.count)} name={author.count === 1 ? 'tale' : 'tales'} />
      {hasAll ? <Fact value={formatCount(categories)} name={categories === 1 ? 'category' : 'categories'} /> : null}
      {hasAll ? <Fact value={formatCount(average)} name="min on average" /> : null}
    </dl>
  );
}

function Fact({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

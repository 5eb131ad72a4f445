import type { AuthorList, AuthorRole, AuthorView } from '#src/features/authors/contract.ts';
import { type ListRange, writeListRange } from '#src/features/tales/browse-query.ts';
import { PaginatedGrid, type PaginationProps, TaleGrid } from '#src/features/tales/components/paginated-grid.tsx';
import { HillDivider } from '#src/ui/artwork.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatCount, formatTaleCount } from '#src/ui/format.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs, SectionHead } from '#src/ui/page-head.tsx';
import { urls } from '#src/urls.ts';
import { AuthorPortrait } from '../components/author-card.tsx';

export function AuthorPage({ author, range, loadMore, onGrow }: { author: AuthorView; range: ListRange } & PaginationProps) {
  const here = urls.author(author.slug);
  const role = isDefaultRole(author) ? '' : `&role=${author.role}`;
  const hrefAt = (at: ListRange) => `${here}?${writeListRange(at)}${role}`;
  return (
    <>
      <AuthorHead author={author} />
      <section className="page author-tales page-end">
        <SectionHead title={titleOf(author, author.role)} />
        {author.tales.length === 0 ? (
          <EmptyState spot="owl" title="No tales found" text="Nothing of this author is on the shelves today." />
        ) : (
          <>
            <PaginatedGrid
              key={hrefAt(range)}
              first={author}
              total={author.lists.find((list) => list.role === author.role)?.total ?? { count: author.count, atLeast: false }}
              hrefAt={hrefAt}
              loadMore={loadMore}
              onGrow={onGrow}
              range={range}
            />
            {role === '' ? <GetUpdates page={here} /> : null}
          </>
        )}
      </section>
      {author.lists
        .filter((list) => list.role !== author.role)
        .map((list) => (
          <OtherTales key={list.role} author={author} list={list} />
        ))}
    </>
  );
}

/** Whether the page without parameters lists the tales of the same role. */
export function isDefaultRole({ role, lists }: AuthorView): boolean {
  return lists[0]?.role === role;
}

const ROLE_NAMES = { translator: 'translated', editor: 'edited', illustrator: 'illustrated' };

/** `Tales by Lang`, or `Translated`. */
function titleOf({ kind, name, sortName }: AuthorView, role: AuthorRole): string {
  if (role !== 'author') return ROLE_NAMES[role].replace(/^./, (letter) => letter.toUpperCase());
  return kind === 'person' ? `Tales by ${sortName.split(',')[0]}` : name;
}

/** The newest tales of another role, with a link to all. */
function OtherTales({ author, list: { role, total, tales } }: { author: AuthorView; list: AuthorList }) {
  const all = urls.author(author.slug, role === author.lists[0]?.role ? '' : role);
  return (
    <section className="page author-tales page-end">
      <SectionHead
        title={titleOf(author, role)}
        {...(total.count > tales.length && { href: all, more: `See all ${formatTaleCount(total.count, total.atLeast)}` })}
      />
      <TaleGrid tales={tales} />
    </section>
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
  const hasAll = author.role === 'author' && author.tales.length === author.count && author.count > 0;
  const categories = new Set(author.tales.map((tale) => tale.category.slug)).size;
  const average = Math.round(author.tales.reduce((sum, tale) => sum + tale.readTime, 0) / author.count);
  return (
    <dl className="author-facts">
      {author.count > 0 ? <Fact value={formatCount(author.count)} name={author.count === 1 ? 'tale' : 'tales'} /> : null}
      {author.lists.map(({ role, total }) =>
        role === 'author' ? null : (
          <Fact key={role} value={formatTotal(total)} name={`${total.count === 1 ? 'tale' : 'tales'} ${ROLE_NAMES[role]}`} />
        ),
      )}
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

function formatTotal({ count, atLeast }: AuthorList['total']): string {
  return atLeast ? `${formatCount(count)}+` : formatCount(count);
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

import { AuthorCard } from '#src/features/authors/components/author-card.tsx';
import { BegunRow } from '#src/features/bookshelf/components/begun-row.tsx';
import type { LoadCards } from '#src/features/bookshelf/components/use-tale-cards.ts';
import { CategoryWindow } from '#src/features/categories/components/category-window.tsx';
import { HowLongForm } from '#src/features/evening/components/how-long-form.tsx';
import { Hero } from '#src/features/home/components/hero.tsx';
import type { HomeView } from '#src/features/home/contract.ts';
import { NewsletterPost } from '#src/features/newsletter/components/newsletter-post.tsx';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { TaleGrid } from '#src/features/tales/components/tale-grid.tsx';
import { TonightBand } from '#src/features/tonight/components/tonight-band.tsx';
import { Edge } from '#src/ui/edge.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { CentredHead, SectionHead } from '#src/ui/section-head.tsx';
import { urls } from '#src/urls.ts';

type Props = {
  view: HomeView;
  loadCards: LoadCards;
  isLetterClosed: boolean;
  /** The form of the weekly letter, posted without scripts from any page, that could not be taken. */
  posted: FormState | undefined;
};

export function HomePage({ view, loadCards, isLetterClosed, posted }: Props) {
  return (
    <>
      <Hero talesCount={view.talesCount} />
      <Evening tonight={view.tonight} />
      <BegunRow loadCards={loadCards} />
      <Featured tales={view.featured} />
      <Categories categories={view.categories} />
      <Recent tales={view.recent} />
      <Authors authors={view.authors} />
      <NewsletterPost isClosed={isLetterClosed} posted={posted} />
    </>
  );
}

/** For the evening that comes: what fits into the time there is, and tonight's tale. */
function Evening({ tonight }: { tonight: HomeView['tonight'] }) {
  return (
    <section className="band band-evening">
      <div className="page">
        <div className="how-long-card">
          <h2>How long have we got?</h2>
          <HowLongForm />
        </div>
        {tonight === null ? null : <TonightBand tonight={tonight} />}
      </div>
    </section>
  );
}

function Featured({ tales }: { tales: HomeView['featured'] }) {
  return (
    <section className="band">
      <div className="page">
        <SectionHead title="Featured Tales" href={urls.tales()} more="Explore All Tales" />
        {tales.length > 0 ? <TaleGrid tales={tales} /> : <p className="empty-line">No featured tales available yet. Check back soon!</p>}
      </div>
    </section>
  );
}

function Categories({ categories }: { categories: HomeView['categories'] }) {
  if (categories.length === 0) return null;
  return (
    <section className="band band-sunk">
      <Edge shape="rise" />
      <div className="band-in">
        <div className="page">
          <CentredHead title="Explore by Category" />
          <ul className="windows">
            {categories.map((category) => (
              <CategoryWindow key={category.slug} category={category} level={3} />
            ))}
          </ul>
        </div>
      </div>
      <Edge shape="dip" />
    </section>
  );
}

function Recent({ tales }: { tales: HomeView['recent'] }) {
  return (
    <section className="band band-tight">
      <div className="page">
        <SectionHead title="Recently Added" href={urls.recent()} more="View all recent tales" />
        {tales.length > 0 ? (
          <div className="grid grid-3">
            {tales.map((tale) => (
              <TaleCard key={tale.id} tale={tale} wide />
            ))}
          </div>
        ) : (
          <p className="empty-line">No recent tales available yet. Check back soon!</p>
        )}
      </div>
    </section>
  );
}

function Authors({ authors }: { authors: HomeView['authors'] }) {
  if (authors.length === 0) return null;
  return (
    <section className="band band-after">
      <div className="page">
        <CentredHead title="Popular Authors" />
        <ul className="authors">
          {authors.map((author) => (
            <AuthorCard key={author.slug} author={author} />
          ))}
        </ul>
      </div>
    </section>
  );
}

import { AuthorCard } from '#src/features/authors/components/author-card.tsx';
import { CategoryWindow } from '#src/features/categories/components/category-window.tsx';
import { CollectionCards } from '#src/features/collections/pages/collection-pages.tsx';
import { NewsletterForm } from '#src/features/newsletter/components/newsletter-form.tsx';
import { SIGN_UP_OFFER } from '#src/features/newsletter/components/signup-text.ts';
import { ContinueReadingRow } from '#src/features/reader-library/components/library-rows.tsx';
import type { LoadCards } from '#src/features/reader-library/components/use-tale-cards.ts';
import { TaleFinderForm } from '#src/features/tale-finder/components/tale-finder-form.tsx';
import { TaleOfTheDayCard } from '#src/features/tale-of-the-day/components/tale-of-the-day-card.tsx';
import { TaleGrid } from '#src/features/tales/components/paginated-grid.tsx';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { HillDivider } from '#src/ui/artwork.tsx';
import type { FormState } from '#src/ui/form-state.ts';
import { formatCount } from '#src/ui/format.ts';
import { CentredHead, Eyebrow, SectionHead } from '#src/ui/page-head.tsx';
import { GridSkeleton } from '#src/ui/skeleton.tsx';
import { urls } from '#src/urls.ts';
import type { HomeView } from '#src/web/home/contract.ts';
import { Hero } from '#src/web/home/hero.tsx';

type Props = {
  view: HomeView;
  loadCards: LoadCards;
  isNewsletterDisabled: boolean;
  /** State of a newsletter form that was posted without JavaScript and rejected. */
  posted: FormState | undefined;
};

export function HomePage({ view, loadCards, isNewsletterDisabled, posted }: Props) {
  return (
    <>
      {isNewsletterDisabled && posted !== undefined ? <Alert title="Not subscribed">{posted.message}</Alert> : null}
      <Hero talesCount={view.talesCount} ages={view.ages} />
      <ContinueReadingRow loadCards={loadCards} />
      <Evening tonight={view.tonight} />
      <Collections collections={view.collections} />
      <AgesAndRegions ages={view.ages} origins={view.origins} />
      <Featured tales={view.featured} />
      <Categories categories={view.categories} />
      <Recent tales={view.recent} />
      <Authors authors={view.authors} />
      {isNewsletterDisabled ? null : <NewsletterSignup posted={posted} />}
    </>
  );
}

/** Tale finder and tale of the day. */
function Evening({ tonight }: { tonight: HomeView['tonight'] }) {
  return (
    <section className="band band-evening">
      <div className="page">
        <div className="how-long-card">
          <h2>How long have we got?</h2>
          <TaleFinderForm />
        </div>
        {tonight === null ? null : <TaleOfTheDayCard tonight={tonight} />}
      </div>
    </section>
  );
}

/** The editors' first collections; those for the evening come first in the starter library. */
function Collections({ collections }: { collections: HomeView['collections'] }) {
  if (collections.length === 0) return null;
  return (
    <section className="band band-tight">
      <div className="page">
        <SectionHead title="Collections" href={urls.collections()} more="All collections" />
        <CollectionCards collections={collections} level={3} />
      </div>
    </section>
  );
}

function AgesAndRegions({ ages, origins }: Pick<HomeView, 'ages' | 'origins'>) {
  if (ages.length === 0 && origins.length === 0) return null;
  return (
    <section className="band-choose">
      <div className="page choose-by">
        <FilterLinks title="By age" filter="age" options={ages} />
        <FilterLinks title="By region" filter="origin" options={origins} />
      </div>
    </section>
  );
}

function FilterLinks({ title, filter, options }: { title: string; filter: 'age' | 'origin'; options: HomeView['ages'] }) {
  if (options.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul className="chips">
        {options.map(({ value, label, count }) => (
          <li key={value}>
            <a className="chip" href={urls.tales(`${filter}=${encodeURIComponent(value)}`)}>
              {label} <small>{formatCount(count)}</small>
            </a>
          </li>
        ))}
      </ul>
    </div>
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
      <HillDivider shape="rise" />
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
      <HillDivider shape="dip" />
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

function NewsletterSignup({ posted }: { posted: FormState | undefined }) {
  return (
    <section className="band band-post" aria-labelledby="newsletter-title">
      <div className="page">
        <div className="post">
          <div className="post-raven" aria-hidden="true">
            <img src="/art/post-raven.svg" alt="" width="700" height="226" loading="lazy" />
          </div>
          <div className="post-text">
            <Eyebrow>{SIGN_UP_OFFER.eyebrow}</Eyebrow>
            <h2 id="newsletter-title">{SIGN_UP_OFFER.title}</h2>
            <p className="lede">{SIGN_UP_OFFER.offer}</p>
            <NewsletterForm place="home" posted={posted} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Skeleton of the home page: four featured and three recent tales. */
export function HomeSkeleton() {
  return (
    <>
      <Hero talesCount={0} ages={[]} />
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <section className="band">
        <div className="page">
          <SectionHead title="Featured Tales" />
          <GridSkeleton count={4} />
        </div>
      </section>
      <section className="band band-tight">
        <div className="page">
          <SectionHead title="Recently Added" />
          <GridSkeleton count={3} wide />
        </div>
      </section>
    </>
  );
}

import { type ReactNode, useEffect } from 'react';
import { AttachedFiles } from '#src/features/files/components/attached-files.tsx';
import { TaleGrid } from '#src/features/tales/components/paginated-grid.tsx';
import { writeCollection } from '#src/features/tales/components/previous-next.tsx';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { formatTaleCount } from '#src/ui/format.ts';
import { GetUpdates } from '#src/ui/get-updates.tsx';
import { Breadcrumbs, PageHead } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import type { CollectionCard as Collection, CollectionView } from '../contract.ts';

type Props = { collections: readonly Collection[]; myShelves: ReactNode };

/** `myShelves`: the reader's own shelves, below the collections of the site. */
export function CollectionsPage({ collections, myShelves }: Props) {
  return (
    <div className="page page-end">
      <PageHead
        eyebrow="Tied with a ribbon"
        title="Collections"
        lede="Tales that go well together, chosen and put in order by our editors."
      />
      {collections.length === 0 ? <p className="empty-line">No collections yet. Check back soon!</p> : null}
      <CollectionCards collections={collections} level={2} />
      {myShelves}
    </div>
  );
}

/** Collections in a grid, each with its first covers. `level`: of their headings. */
export function CollectionCards({ collections, level }: { collections: readonly Collection[]; level: 2 | 3 }) {
  return (
    <ul className="shelves">
      {collections.map((collection) => (
        <CollectionCard key={collection.slug} collection={collection} level={level} />
      ))}
    </ul>
  );
}

function CollectionCard({ collection, level }: { collection: Collection; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li>
      <a className="shelf" href={urls.collection(collection.slug)}>
        <span className="shelf-books">
          {collection.covers.map((cover) => (
            <span key={cover} className="cover">
              <Picture address={cover} sizes="7rem" loading="lazy" />
            </span>
          ))}
        </span>
        <Heading>{collection.title}</Heading>
        <p>{collection.description}</p>
        <span className="byline">
          <span className="caps">{formatTaleCount(collection.count)}</span>
          <span className="dot">·</span>
          <span>{collection.minutes} min in all</span>
        </span>
      </a>
    </li>
  );
}

export function CollectionPage({ collection }: { collection: CollectionView }) {
  useCollectionSiblings(collection.title, urls.collection(collection.slug), collection.tales);
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Collections', href: urls.collections() },
  ];
  return (
    <div className="page page-end">
      <Breadcrumbs trail={trail} here={collection.title} />
      <PageHead
        eyebrow={`${formatTaleCount(collection.count)}, ${collection.minutes} minutes in all`}
        title={collection.title}
        lede={collection.introduction || collection.description}
      />
      <h2 className="visually-hidden">The tales</h2>
      {collection.tales.length === 0 ? (
        <EmptyState spot="book" title="No tales here yet" text="The editors are still choosing." />
      ) : (
        <>
          <TaleGrid tales={collection.tales} first className="grid browse-grid" />
          <AttachedFiles {...collection} of="collections" page={urls.collection(collection.slug)} />
          <GetUpdates page={urls.collection(collection.slug)} />
        </>
      )}
    </div>
  );
}

/** Keeps the entry small enough for session storage. */
const MAX_TALES = 500;

/** Opening a tale from here makes previous and next follow the collection. `href` is that of the page. */
function useCollectionSiblings(title: string, href: string, tales: readonly TaleCard[]): void {
  useEffect(() => {
    const remember = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('main a[href^="/tale/"]') : null;
      if (link === null || tales.length > MAX_TALES) return;
      writeCollection({ title, href, tales: tales.map(({ slug, title: name, coverImage }) => ({ slug, title: name, coverImage })) });
    };
    // Capture: before the router handles the link.
    document.addEventListener('click', remember, { capture: true });
    return () => document.removeEventListener('click', remember, { capture: true });
  }, [title, href, tales]);
}

import type { CollectionView } from '#src/features/collections/contract.ts';
import { ListDoors } from '#src/features/syndication/components/list-doors.tsx';
import { useCollectionPage } from '#src/features/tales/components/collection-in-use.ts';
import { TaleGrid } from '#src/features/tales/components/tale-grid.tsx';
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

/** One collection, in the editors' order. */
export function CollectionPage({ collection }: { collection: CollectionView }) {
  useCollectionPage(collection.title, urls.collection(collection.slug), collection.tales);
  const trail = [
    { name: 'Home', href: urls.home() },
    { name: 'Collections', href: urls.collections() },
  ];
  return (
    <div className="page page-end">
      <Breadcrumbs trail={trail} here={collection.title} />
      <PageHead
        eyebrow={`${talesCount(collection.count)}, ${collection.minutes} minutes in all`}
        title={collection.title}
        lede={collection.introduction || collection.description}
      />
      <h2 className="visually-hidden">The tales</h2>
      {collection.tales.length === 0 ? (
        <EmptyState spot="book" title="No tales here yet" text="The editors are still choosing." />
      ) : (
        <>
          <TaleGrid tales={collection.tales} first className="grid browse-grid" />
          <ListDoors page={urls.collection(collection.slug)} />
        </>
      )}
    </div>
  );
}

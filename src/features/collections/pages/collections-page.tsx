import { MyShelvesRow } from '#src/features/bookshelf/components/my-shelves-row.tsx';
import type { LoadCards } from '#src/features/bookshelf/components/use-tale-cards.ts';
import { CollectionCard } from '#src/features/collections/components/collection-card.tsx';
import type { CollectionCard as Collection } from '#src/features/collections/contract.ts';
import { PageHead } from '#src/ui/page-head.tsx';

export function CollectionsPage({ collections, loadCards }: { collections: readonly Collection[]; loadCards: LoadCards }) {
  return (
    <div className="page page-end">
      <PageHead
        eyebrow="Tied with a ribbon"
        title="Collections"
        lede="Tales that go well together, chosen and put in order by our editors."
      />
      {collections.length === 0 ? <p className="empty-line">No collections yet. Check back soon!</p> : null}
      <ul className="shelves">
        {collections.map((collection) => (
          <CollectionCard key={collection.slug} collection={collection} />
        ))}
      </ul>
      <MyShelvesRow loadCards={loadCards} />
    </div>
  );
}

import type { CollectionCard as Collection } from '#src/features/collections/contract.ts';
import { Picture } from '#src/ui/picture.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

/** A collection as a sheet with its first books fanned out, for a list. */
export function CollectionCard({ collection }: { collection: Collection }) {
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
        <h2>{collection.title}</h2>
        <p>{collection.description}</p>
        <span className="byline">
          <span className="caps">{talesCount(collection.count)}</span>
          <span className="dot">·</span>
          <span>{collection.minutes} min in all</span>
        </span>
      </a>
    </li>
  );
}

import { formatTaleCount } from '#src/ui/format.ts';
import { SectionHead } from '#src/ui/page-head.tsx';
import { Picture } from '#src/ui/picture.tsx';
import { urls } from '#src/urls.ts';
import type { Shelf } from '../contract.ts';
import { useBookshelf, useLibraryStatus } from './library-store.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

const MAX_COVERS = 3;

/** The reader's collections, each with its newest covers; also “Read later” unless it is shown elsewhere. */
export function MyShelves({ loadCards, hasReadLater = true }: { loadCards: LoadCards; hasReadLater?: boolean }) {
  const isKnown = useLibraryStatus() === 'ready';
  const shelves = useBookshelf((bookshelf) => bookshelf.shelves).filter(
    (shelf) => isKnown && isVisible(shelf) && (hasReadLater || shelf.kind === 'own'),
  );
  const { cards } = useTaleCards([...new Set(shelves.flatMap(firstTales))], loadCards);
  const covers = new Map(cards.map((card) => [card.id, card.coverImage]));
  return (
    <section className="band">
      <SectionHead title="My collections" />
      <ul className="shelves">
        {shelves.map((shelf) => (
          <li key={shelf.id}>
            <a className="shelf" href={urls.myCollection(shelf.id)}>
              <span className="shelf-books">
                {firstTales(shelf).map((tale) => (
                  <span key={tale} className="cover">
                    {covers.has(tale) ? <Picture address={covers.get(tale) ?? ''} sizes="7rem" loading="lazy" /> : null}
                  </span>
                ))}
              </span>
              <h3>
                <bdi>{shelf.name}</bdi>
              </h3>
              <span className="byline">
                <span className="caps">{formatTaleCount(shelf.tales.length)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Read later" is only listed when it holds a tale. */
function isVisible(shelf: Shelf): boolean {
  return shelf.kind === 'own' || shelf.tales.length > 0;
}

function firstTales({ tales }: Shelf): string[] {
  return tales.slice(0, MAX_COVERS).map(({ tale }) => tale);
}

import { Picture } from '#src/ui/picture.tsx';
import { SectionHead } from '#src/ui/section-head.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';
import type { Shelf } from '../contract.ts';
import { useBookshelf } from './bookshelf-store.ts';
import { useIsFetched } from './use-is-fetched.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

const BOOKS = 3;

/** The reader's own shelves, each with its newest books. */
export function MyShelves({ loadCards }: { loadCards: LoadCards }) {
  const isKnown = useIsFetched() === 'ready';
  const shelves = useBookshelf((bookshelf) => bookshelf.shelves).filter((shelf) => isKnown && isWorthShowing(shelf));
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
                <span className="caps">{talesCount(shelf.tales.length)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Read later shows itself only when something is on it. */
function isWorthShowing(shelf: Shelf): boolean {
  return shelf.kind === 'own' || shelf.tales.length > 0;
}

function firstTales({ tales }: Shelf): string[] {
  return tales.slice(0, BOOKS).map(({ tale }) => tale);
}

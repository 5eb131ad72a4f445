import type { ReactNode } from 'react';
import { SaveAllOffline } from '#src/features/offline/components/save-offline.tsx';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import { useHistoryState } from '#src/ui/navigate.ts';
import { LibrarySkeleton, useFocusOnRemoval } from '#src/ui/saved-list.tsx';
import { GridSkeleton } from '#src/ui/skeleton.tsx';
import { EpubButton } from './epub-button.tsx';
import { LibraryUnavailable, MissingTales } from './library-status.tsx';
import { flushBookshelf, useLibraryStatus } from './library-store.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

const STEP = 60;
const FIRST_SCREEN = 4;

const ORDERS = {
  newest: { label: 'Newest added', compare: undefined },
  title: { label: 'Title, A to Z', compare: (a: Tale, b: Tale) => titleKey(a).localeCompare(titleKey(b)) },
  shortest: { label: 'Shortest first', compare: (a: Tale, b: Tale) => a.readTime - b.readTime },
} as const;
type Order = keyof typeof ORDERS;

type Props = {
  /** Title of the EPUB. */
  title: string;
  /** Ids, most recently added first. */
  tales: readonly string[];
  loadCards: LoadCards;
  /** Shown when there are no tales. */
  empty: ReactNode;
  /** Rendered below each card. */
  below?: (tale: Tale) => ReactNode;
};

/** A grid of saved tales. Their ids are on the device; the cards are fetched. */
export function SavedTales({ title, tales, loadCards, empty, below }: Props) {
  const fetched = useLibraryStatus();
  const { cards, status, retry } = useTaleCards(tales, loadCards);
  const [order, setOrder] = useHistoryState<Order>('order', 'newest');
  const [most, setMost] = useHistoryState('shown', STEP);
  const line = useFocusOnRemoval<HTMLParagraphElement>(tales.length);
  const { compare } = ORDERS[order];
  const sorted = compare === undefined ? cards : cards.toSorted(compare);

  if (fetched === 'late' || (status === 'failed' && cards.length === 0))
    return <LibraryUnavailable retry={fetched === 'late' ? flushBookshelf : retry} />;
  if (fetched === 'loading' || (status === 'loading' && cards.length === 0))
    return (
      <LibrarySkeleton>
        <GridSkeleton count={4} />
      </LibrarySkeleton>
    );
  if (cards.length === 0)
    return (
      <>
        {empty}
        <EpubButton title={title} tales={cards} isWhole />
      </>
    );
  return (
    <>
      <h2 className="visually-hidden">The tales</h2>
      <div className="kept-tools">
        <p className="count-line" ref={line} tabIndex={-1} role="status">
          {formatTaleCount(cards.length)}
        </p>
        <label className="kept-order">
          Sort by
          <select className="input" value={order} onChange={(event) => setOrder(event.target.value as Order)}>
            {Object.entries(ORDERS).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <SaveAllOffline id={`shelf ${title}`} slugs={sorted.map(({ slug }) => slug)} />
        <EpubButton title={title} tales={sorted} isWhole={status === 'ready'} />
      </div>
      <div className="grid browse-grid">
        {sorted.slice(0, most).map((tale, index) => (
          <div key={tale.id} className="kept">
            <TaleCard tale={tale} eager={index < FIRST_SCREEN} />
            {below?.(tale)}
          </div>
        ))}
      </div>
      {status === 'failed' ? <MissingTales count={tales.length - cards.length} retry={retry} /> : null}
      {sorted.length > most ? (
        <div className="more">
          <button type="button" className="btn btn-line btn-lg" onClick={() => setMost(most + STEP)}>
            Load More Tales
          </button>
        </div>
      ) : null}
    </>
  );
}

/** Sort key without a leading article. */
function titleKey({ title }: Tale): string {
  return title.toLowerCase().replace(/^(the|an?) /, '');
}

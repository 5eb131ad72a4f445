import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { GridBones } from '#src/ui/bones.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { talesCount } from '#src/ui/wording.ts';
import { settleBookshelf } from './bookshelf-store.ts';
import { useIsFetched } from './use-is-fetched.ts';
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
  /** Ids of the tales, the newest added first. */
  tales: readonly string[];
  loadCards: LoadCards;
  /** What stands here when there is none. */
  empty: ReactNode;
  /** Stands below a card. */
  below?: (tale: Tale) => ReactNode;
};

/** The tales that somebody keeps: on the device already, their cards fetched. */
export function KeptTales({ tales, loadCards, empty, below }: Props) {
  const fetched = useIsFetched();
  const { cards, status, retry } = useTaleCards(tales, loadCards);
  const [order, setOrder] = useState<Order>('newest');
  const [most, setMost] = useState(STEP);
  const line = useFocusWhenOneGoes(tales.length);
  const { compare } = ORDERS[order];
  const sorted = compare === undefined ? cards : cards.toSorted(compare);

  if (fetched === 'late' || (status === 'failed' && cards.length === 0))
    return <Unreachable retry={fetched === 'late' ? settleBookshelf : retry} />;
  if (fetched === 'loading' || (status === 'loading' && cards.length === 0)) return <Bones />;
  if (cards.length === 0) return empty;
  return (
    <>
      <h2 className="visually-hidden">The tales</h2>
      <div className="kept-tools">
        <p className="count-line" ref={line} tabIndex={-1} role="status">
          {talesCount(cards.length)}
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
      </div>
      <div className="grid browse-grid">
        {sorted.slice(0, most).map((tale, index) => (
          <div key={tale.id} className="kept">
            <TaleCard tale={tale} eager={index < FIRST_SCREEN} />
            {below?.(tale)}
          </div>
        ))}
      </div>
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

function Bones() {
  return (
    <>
      <p className="visually-hidden needs-script" role="status">
        Loading
      </p>
      <div className="kept-bones needs-script">
        <GridBones count={4} />
      </div>
      <noscript>
        <p className="empty-line">Your browser keeps your tales, and needs scripts to show them.</p>
      </noscript>
    </>
  );
}

function Unreachable({ retry }: { retry: () => void }) {
  const isOffline = !navigator.onLine;
  return (
    <EmptyState
      spot="lantern"
      title={isOffline ? 'You are offline' : 'Something went wrong'}
      text={
        isOffline ? 'Nothing is lost. Your tales are back as soon as you are connected.' : "We couldn't open this shelf. Please try again."
      }
    >
      <button type="button" className="btn btn-solid btn-lg" onClick={retry}>
        Try again
      </button>
    </EmptyState>
  );
}

/** A tale that goes takes the button in focus along: the focus then goes to the line above the tales. */
function useFocusWhenOneGoes(count: number) {
  const line = useRef<HTMLParagraphElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) line.current?.focus();
    before.current = count;
  }, [count]);
  return line;
}

/** Titles sort without a leading article. */
function titleKey({ title }: Tale): string {
  return title.toLowerCase().replace(/^(the|an?) /, '');
}

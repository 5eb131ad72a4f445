import type { ReactNode } from 'react';
import { KeepAll } from '#src/features/offline/components/keep-all.tsx';
import { TaleCard } from '#src/features/tales/components/tale-card.tsx';
import type { TaleCard as Tale } from '#src/features/tales/contract.ts';
import { GridBones } from '#src/ui/bones.tsx';
import { useEntryState } from '#src/ui/entry-state.ts';
import { talesCount } from '#src/ui/wording.ts';
import { settleBookshelf } from './bookshelf-store.ts';
import { KeptBones } from './kept-bones.tsx';
import { KeptUnreachable } from './kept-unreachable.tsx';
import { MakeEpub } from './make-epub.tsx';
import { MoreElsewhere } from './more-elsewhere.tsx';
import { useFocusWhenOneGoes } from './use-focus-when-one-goes.ts';
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
  /** What a book of them is called. */
  title: string;
  /** Ids of the tales, the newest added first. */
  tales: readonly string[];
  loadCards: LoadCards;
  /** What stands here when there is none. */
  empty: ReactNode;
  /** Stands below a card. */
  below?: (tale: Tale) => ReactNode;
};

/** The tales that somebody keeps: on the device already, their cards fetched. */
export function KeptTales({ title, tales, loadCards, empty, below }: Props) {
  const fetched = useIsFetched();
  const { cards, status, retry } = useTaleCards(tales, loadCards);
  const [order, setOrder] = useEntryState<Order>('order', 'newest');
  const [most, setMost] = useEntryState('shown', STEP);
  const line = useFocusWhenOneGoes<HTMLParagraphElement>(tales.length);
  const { compare } = ORDERS[order];
  const sorted = compare === undefined ? cards : cards.toSorted(compare);

  if (fetched === 'late' || (status === 'failed' && cards.length === 0))
    return <KeptUnreachable retry={fetched === 'late' ? settleBookshelf : retry} />;
  if (fetched === 'loading' || (status === 'loading' && cards.length === 0))
    return (
      <KeptBones>
        <GridBones count={4} />
      </KeptBones>
    );
  if (cards.length === 0)
    return (
      <>
        {empty}
        <MakeEpub title={title} tales={cards} isWhole />
      </>
    );
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
        <KeepAll id={`shelf ${title}`} slugs={sorted.map(({ slug }) => slug)} />
        <MakeEpub title={title} tales={sorted} isWhole={status === 'ready'} />
      </div>
      <div className="grid browse-grid">
        {sorted.slice(0, most).map((tale, index) => (
          <div key={tale.id} className="kept">
            <TaleCard tale={tale} eager={index < FIRST_SCREEN} />
            {below?.(tale)}
          </div>
        ))}
      </div>
      {status === 'failed' ? <MoreElsewhere count={tales.length - cards.length} retry={retry} /> : null}
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

/** Titles sort without a leading article. */
function titleKey({ title }: Tale): string {
  return title.toLowerCase().replace(/^(the|an?) /, '');
}

import { type ReactNode, useId } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { useEntryState } from '#src/ui/entry-state.ts';
import { talesCount } from '#src/ui/wording.ts';
import { settleBookshelf, useBookshelf } from './bookshelf-store.ts';
import { ClearHistory } from './clear-history.tsx';
import { groupByDays, type HistoryDays } from './history-days.ts';
import { HistoryRow } from './history-row.tsx';
import { KeptBones } from './kept-bones.tsx';
import { KeptUnreachable } from './kept-unreachable.tsx';
import { MoreElsewhere } from './more-elsewhere.tsx';
import { useFocusWhenOneGoes } from './use-focus-when-one-goes.ts';
import { useIsFetched } from './use-is-fetched.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

const STEP = 60;

/** The tales that were opened, the newest first; `empty` when there is none. */
export function HistoryList({ loadCards, empty }: { loadCards: LoadCards; empty: ReactNode }) {
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const fetched = useIsFetched();
  const [most, setMost] = useEntryState('shown', STEP);
  const asked = positions.slice(0, most).map(({ tale }) => tale);
  const { cards, status, retry } = useTaleCards(asked, loadCards);
  const line = useFocusWhenOneGoes<HTMLDivElement>(positions.length);

  if (fetched === 'late' || (status === 'failed' && cards.length === 0))
    return <KeptUnreachable retry={fetched === 'late' ? settleBookshelf : retry} />;
  if (fetched === 'loading' || (status === 'loading' && cards.length === 0))
    return (
      <KeptBones>
        <RowBones count={4} />
      </KeptBones>
    );
  if (cards.length === 0)
    return (
      <div className="past-line" ref={line} tabIndex={-1}>
        {empty}
      </div>
    );
  const missing = status === 'loading' ? 0 : asked.length - cards.length;
  return (
    <>
      <div className="kept-tools">
        <div className="past-line" ref={line} tabIndex={-1}>
          <p className="count-line" role="status">
            {talesCount(status === 'failed' ? cards.length : positions.length - missing)}
          </p>
        </div>
        <ClearHistory tales={positions.map(({ tale }) => tale)} />
      </div>
      {groupByDays(positions.slice(0, most), new Date()).map((days) => (
        <Days key={days.name} days={days} cards={cards} />
      ))}
      {status === 'failed' ? <MoreElsewhere count={missing} retry={retry} /> : null}
      {status !== 'loading' && positions.length > most ? <More name="Load More Tales" act={() => setMost(most + STEP)} /> : null}
      {status === 'loading' ? <RowBones count={2} /> : null}
    </>
  );
}

function Days({ days, cards }: { days: HistoryDays; cards: readonly TaleCard[] }) {
  const id = useId();
  const byTale = new Map(cards.map((card) => [card.id, card]));
  const rows = days.positions.flatMap((position) => {
    const tale = byTale.get(position.tale);
    return tale === undefined ? [] : [{ position, tale }];
  });
  if (rows.length === 0) return null;
  const when = new Intl.DateTimeFormat(undefined, days.when);
  return (
    <section className="past-days" aria-labelledby={id}>
      <h2 id={id}>{days.name}</h2>
      <ul>
        {rows.map(({ position, tale }) => (
          <HistoryRow key={tale.id} tale={tale} position={position} when={when.format(new Date(position.at))} />
        ))}
      </ul>
    </section>
  );
}

function More({ name, act }: { name: string; act: () => void }) {
  return (
    <div className="more">
      <button type="button" className="btn btn-line btn-lg" onClick={act}>
        {name}
      </button>
    </div>
  );
}

function RowBones({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
    <div key={key} className="past" aria-hidden="true">
      <span className="cover is-bone">
        <span className="bone bone-fill" />
      </span>
      <div className="past-words">
        <span className="bone bone-title" />
        <span className="bone bone-line" />
      </div>
    </div>
  ));
}

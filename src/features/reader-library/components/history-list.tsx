import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { TaleCard } from '#src/features/tales/contract.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { formatTaleCount } from '#src/ui/format.ts';
import { useIsHidden } from '#src/ui/hidden-ages.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useHistoryState } from '#src/ui/navigate.ts';
import { Picture } from '#src/ui/picture.tsx';
import { LibrarySkeleton, useFocusOnRemoval } from '#src/ui/saved-list.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { Position } from '../contract.ts';
import { LibraryUnavailable, MissingTales, ReadingProgress } from './library-status.tsx';
import { changeBookshelf, flushBookshelf, useBookshelf, useLibraryStatus } from './library-store.ts';
import { type LoadCards, useTaleCards } from './use-tale-cards.ts';

const STEP = 60;

/** Opened tales, newest first; `empty` when there are none. */
export function HistoryList({ loadCards, empty }: { loadCards: LoadCards; empty: ReactNode }) {
  const positions = useBookshelf((bookshelf) => bookshelf.positions);
  const fetched = useLibraryStatus();
  const [most, setMost] = useHistoryState('shown', STEP);
  const ids = positions.slice(0, most).map(({ tale }) => tale);
  const { cards, status, retry } = useTaleCards(ids, loadCards);
  const line = useFocusOnRemoval<HTMLDivElement>(positions.length);

  if (fetched === 'late' || (status === 'failed' && cards.length === 0))
    return <LibraryUnavailable retry={fetched === 'late' ? flushBookshelf : retry} />;
  if (fetched === 'loading' || (status === 'loading' && cards.length === 0))
    return (
      <LibrarySkeleton>
        <RowSkeletons count={4} />
      </LibrarySkeleton>
    );
  if (cards.length === 0)
    return (
      <div className="past-line" ref={line} tabIndex={-1}>
        {empty}
      </div>
    );
  const missing = status === 'loading' ? 0 : ids.length - cards.length;
  return (
    <>
      <div className="kept-tools">
        <div className="past-line" ref={line} tabIndex={-1}>
          <p className="count-line" role="status">
            {formatTaleCount(status === 'failed' ? cards.length : positions.length - missing)}
          </p>
        </div>
        <ClearHistory tales={positions.map(({ tale }) => tale)} />
      </div>
      {groupByDay(positions.slice(0, most), new Date()).map((days) => (
        <DaySection key={days.name} days={days} cards={cards} />
      ))}
      {status === 'failed' ? <MissingTales count={missing} retry={retry} /> : null}
      {status !== 'loading' && positions.length > most ? <More name="Load More Tales" act={() => setMost(most + STEP)} /> : null}
      {status === 'loading' ? <RowSkeletons count={2} /> : null}
    </>
  );
}

function DaySection({ days, cards }: { days: HistoryDays; cards: readonly TaleCard[] }) {
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

function RowSkeletons({ count }: { count: number }) {
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

type Props = { tale: TaleCard; position: Position; when: string };

/** An opened tale with progress and time. For a hidden age it shows a placeholder until revealed. */
function HistoryRow({ tale, position, when }: Props) {
  const isHidden = useIsHidden(tale.ageBand);
  const [isShown, setShown] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isShown) link.current?.focus();
  }, [isShown]);
  const isConcealed = isHidden && !isShown;
  return (
    <li className="past">
      <span className="cover">{isConcealed ? null : <Picture address={tale.coverImage} sizes="6rem" loading="lazy" />}</span>
      <div className="past-words">
        {isConcealed ? (
          <>
            <p className="past-veil">Hidden by your settings</p>
            <button type="button" className="btn btn-line btn-sm" aria-label={`Show ${tale.title}`} onClick={() => setShown(true)}>
              Show
            </button>
          </>
        ) : (
          <>
            <h3 lang={tale.language === 'en' ? undefined : tale.language}>
              <a ref={link} href={urls.tale(tale.slug)}>
                {tale.title}
              </a>
            </h3>
            <p className="past-author">{tale.author.name}</p>
          </>
        )}
      </div>
      {position.finished ? (
        <p className="past-done">
          <Icon name="check" />
          Finished
        </p>
      ) : (
        <ReadingProgress progress={position.progress} />
      )}
      <time className="past-when" dateTime={position.at}>
        {when}
      </time>
      <button
        type="button"
        className="btn btn-quiet past-remove"
        aria-label={`Remove from history: ${tale.title}`}
        onClick={() => remove(position)}
      >
        Remove from history
      </button>
    </li>
  );
}

/** Removes the tale from the history; offers Undo. */
function remove(position: Position): void {
  const { at, ...place } = position;
  changeBookshelf({ op: 'position_gone', tale: place.tale });
  const act = () => changeBookshelf({ op: 'position', ...place });
  void toast({ title: 'Removed from history', action: { name: 'Undo', act } });
}

export type HistoryDays = { name: 'Today' | 'This week' | 'Earlier'; when: Intl.DateTimeFormatOptions; positions: Position[] };

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Groups positions by local date: today, the six days before, and earlier. Empty groups are omitted. */
export function groupByDay(positions: readonly Position[], now: Date): HistoryDays[] {
  const today = startOfDay(now, 0);
  const week = startOfDay(now, 6);
  const groups: HistoryDays[] = [
    { name: 'Today', when: TIME, positions: positions.filter(({ at }) => at >= today) },
    { name: 'This week', when: { weekday: 'short', ...TIME }, positions: positions.filter(({ at }) => at < today && at >= week) },
    { name: 'Earlier', when: { dateStyle: 'medium' }, positions: positions.filter(({ at }) => at < week) },
  ];
  return groups.filter((group) => group.positions.length > 0);
}

/** Uses calendar dates, as a day may have 23 or 25 hours. */
function startOfDay(now: Date, daysBefore: number): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore).toISOString();
}

/** Removes these tales from the history after confirmation. */
function ClearHistory({ tales }: { tales: readonly string[] }) {
  const [isConfirming, setConfirming] = useState(false);

  async function clear(): Promise<void> {
    changeBookshelf(...tales.map((tale) => ({ op: 'position_gone' as const, tale })));
    setConfirming(false);
    await toast({ title: 'History cleared' });
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => setConfirming(true)}>
        Clear history
      </button>
      {isConfirming ? (
        <ConfirmDialog title="Are you sure?" confirm="Clear" onConfirm={clear} onCancel={() => setConfirming(false)}>
          This will remove every tale from your reading history. This action cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

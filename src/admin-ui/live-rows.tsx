/** Lists that show changes as they happen, without moving the rows that somebody reads or points at. */
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { formatCount } from '#src/ui/format.ts';
import { isNotFound } from './record.tsx';

type Id = string | number;
type Row = { id: Id };

type List<Of> = {
  queryKey: readonly unknown[];
  isPending: boolean;
  isPlaceholderData?: boolean;
  dataUpdatedAt: number;
  hasNextPage?: boolean;
  refetch: () => Promise<{ error: Error | null }>;
  /** Returns the rows below those that are loaded, which new ones may have pushed there. */
  fetchPushed?: (shown: Shown<Of>) => Promise<readonly Of[]>;
};

export type Shown<Of> = {
  rows: readonly Of[];
  /** Ids of rows that are no longer in the list, but keep their places. */
  removed: ReadonlySet<Id>;
};

type Kept<Of> = Shown<Of> & { of: string; pushed: readonly Of[] };

/** `unseen`: new rows that would push others down; `isUnsorted`: rows are no longer in their order. `show` puts everything in its place. */
export type LiveRows<Of> = Shown<Of> & { unseen: number; isUnsorted: boolean; show: () => void };

const NOTHING: ReadonlySet<Id> = new Set();

type LiveOptions = { isAboveOthers?: boolean; also?: string | null };

/**
 * Follows the changes of `changes:{what}`. `fresh`: the rows as the server lists them. After somebody else's change, rows are updated where
 * they are, new ones wait for `show`, and removed ones keep their places until the next page is loaded; after a change of one's own, which
 * invalidates the query, the list is as the server has it. `isAboveOthers`: content follows below the list, so new rows wait even while it
 * is empty. `also`: another channel whose changes the rows show, such as in a count.
 */
export function useLiveRows<Of extends Row>(
  what: string,
  list: List<Of>,
  fresh: readonly Of[],
  { isAboveOthers = false, also = null }: LiveOptions = {},
): LiveRows<Of> {
  const [kept, setKept] = useState<Kept<Of> | null>(null);
  const key = hashKey(list.queryKey);
  const { dataUpdatedAt } = list;
  const view = useMemo(
    () =>
      kept?.of === key
        ? mergeRows(kept, fresh, list.hasNextPage === true, kept.pushed)
        : { rows: fresh, removed: NOTHING, unseen: 0, isUnsorted: false },
    [kept, key, fresh, list.hasNextPage],
  );
  const shown = useRef<Shown<Of>>(view);
  useEffect(() => {
    shown.current = view;
  });
  const client = useQueryClient();
  /** A change of one's own is being fetched. */
  const isOwnChange = useRef(false);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryHash !== key) return;
        const { action } = event;
        if (action.type === 'success') isOwnChange.current = false;
        if (action.type === 'fetch' && action.meta?.fetchMore !== undefined) {
          const { rows, removed } = shown.current;
          const listed = rows.filter(({ id }) => !removed.has(id));
          setKept((now) => (now === null || listed.length === 0 ? null : { of: key, rows: listed, removed: NOTHING, pushed: [] }));
        }
        if (action.type !== 'invalidate') return;
        isOwnChange.current = true;
        setKept(null);
      }),
    [client, key],
  );
  const follow = async () => {
    // What a change of one's own fetched may not be rendered yet: then the rendered rows are those before it.
    const isRendered = client.getQueryState(list.queryKey)?.dataUpdatedAt === dataUpdatedAt;
    // The first answer may be older than the change.
    if (list.isPending || list.isPlaceholderData) await list.refetch();
    else if (isRendered && !isOwnChange.current && (shown.current.rows.length > 0 || isAboveOthers))
      setKept({ of: key, ...shown.current, pushed: [] });
    const { error } = await list.refetch();
    if (isNotFound(error)) return;
    if (error !== null) throw error;
    const pushed = (await list.fetchPushed?.(shown.current)) ?? [];
    if (pushed.length > 0) setKept((now) => now && { ...now, pushed });
  };
  useChanges(what, follow);
  useChanges(also, follow);
  return { ...view, show: () => setKept(null) };
}

/** Returns how many rows below `fresh` contain those that new rows have pushed there. */
export function countPushed<Of extends Row>(shown: Shown<Of>, fresh: readonly Of[]): number {
  const { rows, removed, unseen } = mergeRows(shown, fresh, true);
  const listed = new Set(fresh.map(({ id }) => id));
  return rows.every(({ id }) => listed.has(id) || removed.has(id)) ? 0 : unseen;
}

/**
 * Updates the shown rows in place. New rows are added at the end only. `hasMore`: missing rows at the end may be on the next page; `pushed`:
 * the rows there, if they were fetched.
 */
export function mergeRows<Of extends Row>(
  shown: Shown<Of>,
  fresh: readonly Of[],
  hasMore: boolean,
  pushed: readonly Of[] = [],
): Omit<LiveRows<Of>, 'show'> {
  if (shown.rows.length === 0) return { rows: [], removed: NOTHING, unseen: fresh.length, isUnsorted: false };
  const places = new Map(fresh.map(({ id }, place) => [id, place]));
  const below = new Map(pushed.map((row) => [row.id, row]));
  const known = new Set(shown.rows.map(({ id }) => id));
  const end = fresh.findLastIndex(({ id }) => known.has(id));
  // All may be on the next pages.
  if (end < 0 && hasMore) return { rows: fresh, removed: NOTHING, unseen: 0, isUnsorted: false };
  const last = shown.rows.findLastIndex(({ id }) => places.has(id));
  const pushedFrom = hasMore && end === fresh.length - 1 ? last : Number.POSITIVE_INFINITY;
  const gone = shown.rows.filter(
    ({ id }, at) => !places.has(id) && !below.has(id) && (at < pushedFrom || below.size > 0 || shown.removed.has(id)),
  );
  const order = shown.rows.flatMap(({ id }) => places.get(id) ?? []);
  return {
    rows: [...shown.rows.map((row) => fresh[places.get(row.id) ?? -1] ?? below.get(row.id) ?? row), ...fresh.slice(end + 1)],
    removed: new Set(gone.map(({ id }) => id)),
    unseen: fresh.slice(0, end + 1).filter(({ id }) => !known.has(id)).length,
    isUnsorted: order.some((place, at) => at > 0 && place < (order[at - 1] ?? 0)),
  };
}

const RemovedRows = createContext<{ ids: ReadonlySet<Id>; text: string }>({ ids: NOTHING, text: '' });

type LiveListProps = {
  live: Omit<LiveRows<unknown>, 'rows'>;
  words: [one: string, many: string];
  /** Stands in the places of removed rows. */
  removedText: string;
  /** Tells screen readers what has changed; for lists without a foot that does. */
  isAnnounced?: boolean;
  children: ReactNode;
};

/** A list whose rows are `LiveRow`, below the button for new ones. */
export function LiveList({ live, words, removedText, isAnnounced = false, children }: LiveListProps) {
  const news = [live.unseen > 0 && `${live.unseen} new`, live.removed.size > 0 && `${live.removed.size} removed`].filter(Boolean);
  return (
    <RemovedRows value={{ ids: live.removed, text: removedText }}>
      {isAnnounced ? (
        <p className="visually-hidden" role="status">
          {news.length === 0 ? '' : `${words[1]}: ${news.join(', ')}`}
        </p>
      ) : null}
      <NewRowsButton live={live} words={words} />
      {children}
    </RemovedRows>
  );
}

type LiveRowProps = { as: 'li' | 'tr'; id: Id; className?: string | undefined; 'data-id'?: Id; children: ReactNode };

/**
 * A row of a list. One that was removed keeps its place and height, hidden behind a text; the focus stays on it. Its content stays mounted,
 * because a dialog of the row may be open.
 */
export function LiveRow({ as, id, className, children, ...data }: LiveRowProps) {
  const { ids, text } = useContext(RemovedRows);
  const isRemoved = ids.has(id);
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isRemoved && row.current?.contains(document.activeElement)) row.current.focus({ preventScroll: true });
  }, [isRemoved]);
  const [Row, Cell] = as === 'tr' ? (['tr', 'td'] as const) : (['li', 'span'] as const);
  return createElement(
    Row,
    { ...data, ref: row, className: isRemoved ? `is-removed ${className ?? ''}` : className, tabIndex: isRemoved ? -1 : undefined },
    children,
    isRemoved ? <Cell className="row-removed">{text}</Cell> : null,
  );
}

type ButtonProps = Pick<LiveListProps, 'live' | 'words'>;

/** Shows the rows that wait. Floats above the list, so that nothing moves when it appears. The foot of the list announces them. */
function NewRowsButton({ live: { unseen, isUnsorted, show }, words }: ButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const isShown = unseen > 0 || isUnsorted;
  return (
    <div className="list-news" tabIndex={-1} ref={place}>
      {isShown ? (
        <button
          type="button"
          className="btn btn-solid btn-sm"
          onClick={() => {
            show();
            place.current?.focus({ preventScroll: true });
            place.current?.scrollIntoView({ block: 'nearest' });
          }}
        >
          {unseen > 0 ? `Show ${formatCount(unseen)} new ${unseen === 1 ? words[0] : words[1]}` : 'Sort again'}
        </button>
      ) : null}
    </div>
  );
}

/** Lists that show changes as they happen, without moving the rows that somebody reads or points at. */
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useChanges } from '#src/api-client/watch-changes.ts';
import { formatCount } from '#src/ui/format.ts';

type Row = { id: string | number };

type List = {
  queryKey: readonly unknown[];
  isPending: boolean;
  hasNextPage?: boolean;
  refetch: () => Promise<{ error: Error | null }>;
};

/** `unseen`: new rows that would push others down; `isUnsorted`: rows are no longer in their order. `show` puts everything in its place. */
export type LiveRows<Of> = { rows: readonly Of[]; unseen: number; isUnsorted: boolean; show: () => void };

/**
 * Follows the changes of `changes:{what}`. `fresh`: the rows as the server lists them. After somebody else's change, rows are updated where
 * they are, and new ones wait for `show`; after a change of one's own, which invalidates the query, all are shown. `isAboveOthers`: content
 * follows below the list, so new rows wait even while it is empty.
 */
export function useLiveRows<Of extends Row>(what: string, list: List, fresh: readonly Of[], { isAboveOthers = false } = {}): LiveRows<Of> {
  const [kept, setKept] = useState<{ of: string; rows: readonly Of[] } | null>(null);
  const key = hashKey(list.queryKey);
  const view = useMemo(
    () => (kept?.of === key ? mergeRows(kept.rows, fresh, list.hasNextPage === true) : { rows: fresh, unseen: 0, isUnsorted: false }),
    [kept, key, fresh, list.hasNextPage],
  );
  const shown = useRef(view.rows);
  useEffect(() => {
    shown.current = view.rows;
  });
  const client = useQueryClient();
  /** A change of one's own is being fetched. */
  const isOwnChange = useRef(false);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.query.queryHash !== key) return;
        if (event.action.type === 'success') isOwnChange.current = false;
        if (event.action.type !== 'invalidate') return;
        isOwnChange.current = true;
        setKept(null);
      }),
    [client, key],
  );
  useChanges(what, async () => {
    // The first answer may be older than the change.
    if (list.isPending) await list.refetch();
    else if (!isOwnChange.current && (shown.current.length > 0 || isAboveOthers)) setKept({ of: key, rows: shown.current });
    const { error } = await list.refetch();
    if (error !== null) throw error;
  });
  return { ...view, show: () => setKept(null) };
}

/** Updates the shown rows in place. New rows are added at the end only. `hasMore`: missing rows at the end may be on the next page. */
export function mergeRows<Of extends Row>(shown: readonly Of[], fresh: readonly Of[], hasMore: boolean): Omit<LiveRows<Of>, 'show'> {
  if (shown.length === 0) return { rows: [], unseen: fresh.length, isUnsorted: false };
  const places = new Map(fresh.map(({ id }, place) => [id, place]));
  const last = shown.findLastIndex(({ id }) => places.has(id));
  if (last < 0) return { rows: fresh, unseen: 0, isUnsorted: false };
  const rows = shown.flatMap((row, at) => {
    const place = places.get(row.id);
    const now = place === undefined ? undefined : fresh[place];
    return now === undefined ? (hasMore && at > last ? [row] : []) : [now];
  });
  const known = new Set(rows.map(({ id }) => id));
  const end = fresh.findLastIndex(({ id }) => known.has(id));
  const order = rows.flatMap(({ id }) => places.get(id) ?? []);
  return {
    rows: [...rows, ...fresh.slice(end + 1)],
    unseen: fresh.slice(0, end).filter(({ id }) => !known.has(id)).length,
    isUnsorted: order.some((place, at) => at > 0 && place < (order[at - 1] ?? 0)),
  };
}

type Props = { live: Omit<LiveRows<unknown>, 'rows'>; words: [one: string, many: string] };

/** Shows the rows that wait. Floats above the list, so that nothing moves when it appears. The foot of the list announces them. */
export function NewRowsButton({ live: { unseen, isUnsorted, show }, words }: Props) {
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

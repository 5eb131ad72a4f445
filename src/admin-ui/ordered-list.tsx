import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '#src/api-client/api-request.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { LiveList, LiveRow, type LiveRows } from './live-rows.tsx';

type Item = { id: string | number };

type Props<Thing extends Item> = {
  label: string;
  items: readonly Thing[];
  nameOf: (thing: Thing) => string;
  row: (thing: Thing) => ReactNode;
  onOrder: (ids: Thing['id'][]) => void;
  onRemove?: (thing: Thing) => void;
  /** The item that is open beside the list. */
  selected?: Thing['id'] | undefined;
  /** Of a list that follows changes; removed items are among `items`. */
  live?: Omit<LiveRows<unknown>, 'rows'>;
  /** The noun in singular and plural. */
  words?: [one: string, many: string];
};

type Step = 'up' | 'down';
/** A button of a row. */
type Part = Step | 'remove';

/** A list that can be reordered with buttons or by dragging. Moves are announced to screen readers. */
export function OrderedList<Thing extends Item>({
  label,
  items,
  nameOf,
  row,
  onOrder,
  onRemove,
  selected,
  live,
  words = ['', ''],
}: Props<Thing>) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const focus = useRef<{ id: Thing['id']; part: Part } | null>(null);
  const isListed = (id: Thing['id']) => live?.removed.has(id) !== true;
  const listed = items.flatMap(({ id }) => (isListed(id) ? [id] : []));
  const announce = (id: Thing['id'], order: Thing['id'][]) => {
    const thing = items.find((each) => each.id === id);
    if (thing !== undefined) setAnnouncement(`${nameOf(thing)} is now number ${order.indexOf(id) + 1} of ${order.length}`);
  };
  const drag = useDragOrder({
    list,
    ids: items.map(({ id }) => id),
    onDrop: (id, all) => {
      const order = all.filter(isListed);
      announce(id, order);
      onOrder(order);
    },
  });
  // Moving or removing an element loses the focus: restore it.
  useEffect(() => {
    const { id, part } = focus.current ?? {};
    if (id === undefined) return;
    focus.current = null;
    list.current?.querySelector<HTMLElement>(`[data-id="${id}"] [data-part="${part}"]`)?.focus();
  });

  function step(id: Thing['id'], by: Step): void {
    const at = listed.indexOf(id);
    const order = moved(listed, at, by === 'up' ? at - 1 : at + 1);
    focus.current = { id, part: by };
    announce(id, order);
    onOrder(order);
  }

  function remove(thing: Thing): void {
    const at = listed.indexOf(thing.id);
    const next = listed[at + 1] ?? listed[at - 1];
    if (next !== undefined) focus.current = { id: next, part: 'remove' };
    setAnnouncement(`${nameOf(thing)} was removed`);
    onRemove?.(thing);
  }

  const shown = drag.order.flatMap((id) => items.find((each) => each.id === id) ?? []);
  const numbers = new Map(shown.filter(({ id }) => isListed(id)).map(({ id }, at) => [id, at + 1]));
  const rows = (
    <>
      <ol className={onRemove === undefined ? 'ordered' : 'ordered is-removable'} aria-label={label} ref={list}>
        {shown.map((thing) => (
          <LiveRow
            key={thing.id}
            as="li"
            id={thing.id}
            data-id={thing.id}
            className={
              [drag.dragged === thing.id ? 'is-dragged' : '', selected === thing.id ? 'is-selected' : ''].join(' ').trim() || undefined
            }
          >
            <span className="ordered-handle" aria-hidden="true" {...drag.handle(thing.id)}>
              <i />
            </span>
            <span className="ordered-number figures" aria-hidden="true">
              {numbers.get(thing.id)}
            </span>
            <div className="ordered-row">{row(thing)}</div>
            <StepButton step="up" name={nameOf(thing)} isIdle={numbers.get(thing.id) === 1} onClick={() => step(thing.id, 'up')} />
            <StepButton
              step="down"
              name={nameOf(thing)}
              isIdle={numbers.get(thing.id) === numbers.size}
              onClick={() => step(thing.id, 'down')}
            />
            {onRemove === undefined ? null : (
              <button
                type="button"
                className="icon-btn"
                data-part="remove"
                aria-label={`Remove ${nameOf(thing)}`}
                onClick={() => remove(thing)}
              >
                <Icon name="close" />
              </button>
            )}
          </LiveRow>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
  if (live === undefined) return rows;
  return (
    <LiveList live={live} words={words} removedText={`This ${words[0]} was deleted`} isAnnounced>
      {rows}
    </LiveList>
  );
}

type StepProps = { step: Step; name: string; isIdle: boolean; onClick: () => void };

/** At the end of the list it stays focusable but does nothing. */
function StepButton({ step, name, isIdle, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={`icon-btn step-${step}`}
      data-part={step}
      aria-label={`Move ${name} ${step}`}
      aria-disabled={isIdle || undefined}
      onClick={() => {
        if (!isIdle) onClick();
      }}
    >
      <Icon name="down" />
    </button>
  );
}

/** Distance from the window edge at which dragging scrolls, in pixels. */
const EDGE = 70;
const SCROLL_STEP = 14;

type DragOptions<Id> = {
  list: RefObject<HTMLOListElement | null>;
  ids: readonly Id[];
  onDrop: (id: Id, order: Id[]) => void;
};

/** Returns a copy of the list with the item at `from` moved to `to`. */
export function moved<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const order = [...ids];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** Reorders a list by dragging with mouse, pen or finger. Escape or a cancelled pointer restores the order. */
export function useDragOrder<Id extends string | number>({ list, ids, onDrop }: DragOptions<Id>) {
  const [dragged, setDragged] = useState<{ id: Id; order: Id[] } | null>(null);
  const latest = useRef<Id[]>([]);

  function follow(id: Id, y: number): void {
    const rows = [...(list.current?.children ?? [])];
    const from = latest.current.indexOf(id);
    const to = rows.reduce((place, row, at) => {
      const { top, height } = row.getBoundingClientRect();
      if (at < from && y < top + height / 2) return Math.min(place, at);
      return at > from && y > top + height / 2 ? Math.max(place, at) : place;
    }, from);
    if (y < EDGE) window.scrollBy(0, -SCROLL_STEP);
    if (y > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP);
    if (to === from) return;
    latest.current = moved(latest.current, from, to);
    setDragged({ id, order: latest.current });
  }

  function begin(event: PointerEvent<HTMLElement>, id: Id): void {
    if (event.button !== 0) return;
    event.preventDefault();
    // The list captures the pointer, because the handle itself moves.
    const target = list.current;
    if (target === null) return;
    target.setPointerCapture(event.pointerId);
    latest.current = [...ids];
    setDragged({ id, order: latest.current });
    const listeners = new AbortController();
    const listen = (name: string, handle: (event: Event) => void, on: EventTarget = target) =>
      on.addEventListener(name, handle, { signal: listeners.signal });
    const end = (isDropped: boolean) => {
      listeners.abort();
      setDragged(null);
      if (isDropped && latest.current.some((each, at) => each !== ids[at])) onDrop(id, latest.current);
    };
    listen('pointermove', (move) => follow(id, (move as globalThis.PointerEvent).clientY));
    listen('pointerup', () => end(true));
    listen('pointercancel', () => end(false));
    listen('keydown', (press) => (press as KeyboardEvent).key === 'Escape' && end(false), document);
  }

  return {
    dragged: dragged?.id,
    order: dragged?.order ?? ids,
    handle: (id: Id) => ({ onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id) }),
  };
}

type SavedListOptions<Id, Answer> = {
  /** Latest state from the server; undefined while loading. */
  saved: { ids: Id[]; tag: string } | undefined;
  /** Saves the whole list, based on the version of the tag. Throws ApiError. */
  put: (ids: Id[], tag: string) => Promise<Answer>;
  read: (answer: Answer) => { ids: Id[]; tag: string };
  onAnswer: (answer: Answer) => void;
  /** Refetches the list after an error. */
  reload: () => Promise<unknown>;
  failTitle: string;
};

/**
 * Saves a list with optimistic updates. Changes are sent one after the other; when one fails, the list is reset to the state of the
 * server and a toast says why.
 */
export function useSavedList<Id, Answer>({ saved, put, read, onAnswer, reload, failTitle }: SavedListOptions<Id, Answer>) {
  const [wanted, setWanted] = useState<Id[] | null>(null);
  const latest = useRef<Id[] | null>(null);
  const isSending = useRef(false);
  const isMounted = useRef(true);
  // A ref, so that handlers of an older render (while dragging) use the current tag.
  const tag = useRef<string | undefined>(undefined);
  if (!isSending.current) tag.current = saved?.tag;
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  async function sendAll(): Promise<void> {
    while (latest.current !== null) {
      const ids = latest.current;
      const answer = await put(ids, tag.current ?? '');
      tag.current = read(answer).tag;
      if (isMounted.current) onAnswer(answer);
      if (latest.current === ids) latest.current = null;
    }
  }

  async function change(ids: Id[]): Promise<void> {
    if (tag.current === undefined) return;
    latest.current = ids;
    setWanted(ids);
    if (isSending.current) return;
    isSending.current = true;
    try {
      await sendAll();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      latest.current = null;
      const text = error.code === 'changed_since' ? 'Someone else changed this list. Their version is shown.' : error.message;
      void toast({ title: failTitle, text, wrong: true });
      await reload();
    } finally {
      isSending.current = false;
      setWanted(null);
    }
  }

  return { ids: wanted ?? saved?.ids ?? [], change, isSaving: wanted !== null };
}

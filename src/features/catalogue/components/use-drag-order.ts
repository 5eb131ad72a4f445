import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** So near to the edge of the window it scrolls along. */
const EDGE = 70;
const SCROLL_STEP = 14;

type Options<Id> = {
  list: RefObject<HTMLOListElement | null>;
  ids: readonly Id[];
  onDrop: (id: Id, order: Id[]) => void;
};

/** The list with the thing at `from` at the place `to`. */
export function moved<Id>(ids: readonly Id[], from: number, to: number): Id[] {
  const order = [...ids];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** Puts a list in order by drawing things along it, with mouse, pen or finger. Escape, or what breaks it off, puts all back. */
export function useDragOrder<Id extends string | number>({ list, ids, onDrop }: Options<Id>) {
  const [drawn, setDrawn] = useState<{ id: Id; order: Id[] } | null>(null);
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
    setDrawn({ id, order: latest.current });
  }

  function begin(event: PointerEvent<HTMLElement>, id: Id): void {
    if (event.button !== 0) return;
    event.preventDefault();
    // The list hears it, as the handle itself moves about in the page.
    const ear = list.current;
    if (ear === null) return;
    ear.setPointerCapture(event.pointerId);
    latest.current = [...ids];
    setDrawn({ id, order: latest.current });
    const hearing = new AbortController();
    const hear = (name: string, what: (event: Event) => void, target: EventTarget = ear) =>
      target.addEventListener(name, what, { signal: hearing.signal });
    const end = (isDropped: boolean) => {
      hearing.abort();
      setDrawn(null);
      if (isDropped && latest.current.some((each, at) => each !== ids[at])) onDrop(id, latest.current);
    };
    hear('pointermove', (move) => follow(id, (move as globalThis.PointerEvent).clientY));
    hear('pointerup', () => end(true));
    hear('pointercancel', () => end(false));
    hear('keydown', (press) => (press as KeyboardEvent).key === 'Escape' && end(false), document);
  }

  return {
    dragged: drawn?.id,
    order: drawn?.order ?? ids,
    handle: (id: Id) => ({ onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id) }),
  };
}

import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Item } from './calendar-items.ts';

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 6;
/** Distance from the window edge at which dragging scrolls, in pixels. */
const EDGE = 70;
const SCROLL_STEP = 14;

type Drag = { item: Item; over: string };

type Options = { canDrop: (item: Item, day: string) => boolean; onDrop: (item: Item, day: string) => void };

/**
 * Drags items to days, the elements with `data-day`, with mouse or pen. Fingers scroll; they use the dialog. Escape or a cancelled pointer
 * ends a drag without a change.
 */
export function useDrag({ canDrop, onDrop }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const label = useRef<HTMLDivElement>(null);
  const listeners = useRef<AbortController>(undefined);
  useEffect(() => () => listeners.current?.abort(), []);

  function press(event: PointerEvent<HTMLElement>, item: Item): void {
    if (event.button !== 0 || event.pointerType === 'touch' || (event.target as Element).closest('button') !== null) return;
    const start = { x: event.clientX, y: event.clientY };
    let current: Drag | null = null;
    listeners.current?.abort();
    const control = new AbortController();
    listeners.current = control;
    const listen = <Type extends keyof DocumentEventMap>(type: Type, handle: (event: DocumentEventMap[Type]) => void, capture = false) =>
      document.addEventListener(type, handle, { signal: control.signal, capture });

    function end(isDropped: boolean): void {
      control.abort();
      if (current !== null) {
        ignoreNextClick();
        setDrag(null);
      }
      if (isDropped && current !== null && current.over !== '') onDrop(item, current.over);
    }

    listen('pointermove', ({ clientX, clientY }) => {
      if (current === null && Math.hypot(clientX - start.x, clientY - start.y) < DRAG_DISTANCE) return;
      const day = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]')?.dataset.day ?? '';
      const over = day !== '' && canDrop(item, day) ? day : '';
      if (current?.over !== over) {
        current = { item, over };
        setDrag(current);
      }
      if (clientY < EDGE) window.scrollBy(0, -SCROLL_STEP);
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP);
      // By script: the policy for styles forbids attributes.
      if (label.current !== null) label.current.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
    });
    listen('pointerup', () => end(true));
    listen('pointercancel', () => end(false));
    listen('dragstart', (native) => native.preventDefault());
    listen('keydown', (key) => {
      if (key.key === 'Escape') end(false);
    });
  }

  return { drag, press, label };
}

/** A drag that ends on its own link would open it. */
function ignoreNextClick(): void {
  const done = new AbortController();
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      done.abort();
    },
    { capture: true, signal: done.signal },
  );
  setTimeout(() => done.abort(), 0);
}

/** How everything that opens over a page closes: panels, menus and sheets. Modal dialogs are in modal.tsx. */
import { type RefObject, useEffect, useRef } from 'react';

type Ways = {
  /** Escape was pressed, wherever the focus is: it goes back to what opened the panel. */
  onEscape: () => void;
  /** The user pressed or focused something outside: the focus stays there. Without it, the panel stays open then. */
  onLeave?: (() => void) | undefined;
};

type Layer = Ways & { place: HTMLElement };

/** Messages about what was done inside belong to no panel. */
const TOASTS = '[data-sonner-toaster]';

/** What is open, the last opened at the end. Escape closes one at a time. */
const layers: Layer[] = [];

/** Whether the keyboard was used last. */
let isByKey = false;

/** Watches a panel while it is open. `place` holds the panel and the button that opens it. */
export function useDismiss(place: RefObject<HTMLElement | null>, isOpen: boolean, ways: Ways): void {
  const now = useRef(ways);
  now.current = ways;
  const canLeave = ways.onLeave !== undefined;
  useEffect(() => {
    if (!isOpen || place.current === null) return;
    const onLeave = canLeave ? () => now.current.onLeave?.() : undefined;
    return open({ place: place.current, onEscape: () => now.current.onEscape(), onLeave });
  }, [place, isOpen, canLeave]);
}

/** Watches a <details> that is a menu or a panel. Returns what closes it and focuses its summary. */
export function useDismissDetails(details: RefObject<HTMLDetailsElement | null>, { staysOpen = false } = {}): () => void {
  const close = useRef(() => {
    if (details.current === null) return;
    details.current.open = false;
    // Also where a dialog gives the focus back to.
    details.current.querySelector('summary')?.focus();
  });
  useEffect(() => {
    const place = details.current;
    if (place === null) return;
    const onLeave = staysOpen
      ? undefined
      : () => {
          place.open = false;
        };
    let stop: (() => void) | undefined;
    const look = () => {
      stop?.();
      stop = place.open ? open({ place, onEscape: close.current, onLeave }) : undefined;
    };
    // It can have been opened before the page was hydrated.
    look();
    // Not the "toggle" event, which comes a task later: Escape may have been pressed by then.
    const watcher = new MutationObserver(look);
    watcher.observe(place, { attributeFilter: ['open'] });
    return () => {
      watcher.disconnect();
      stop?.();
    };
  }, [details, staysOpen]);
  return close.current;
}

function open(layer: Layer): () => void {
  if (layers.length === 0) {
    isByKey = false;
    listen('addEventListener');
  }
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) listen('removeEventListener');
  };
}

function listen(how: 'addEventListener' | 'removeEventListener'): void {
  document[how]('pointerdown', onPress);
  document[how]('focusin', onFocus);
  document[how]('keydown', onKey as (event: Event) => void);
}

function onPress({ target }: Event): void {
  isByKey = false;
  leaveAll(target);
}

/**
 * Only where the keyboard has moved the focus: a press inside can move it outside as well, to <main> from words, and in Safari
 * from buttons, which take no focus there.
 */
function onFocus({ target }: Event): void {
  if (isByKey) leaveAll(target);
}

function leaveAll(target: EventTarget | null): void {
  if (!(target instanceof Element) || target.closest(TOASTS) !== null) return;
  for (const { place, onLeave } of layers.slice()) if (!place.contains(target)) onLeave?.();
}

function onKey(event: KeyboardEvent): void {
  isByKey = true;
  const layer = layers.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || layer === undefined) return;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (modal !== undefined && !modal.contains(layer.place)) return;
  event.preventDefault();
  layer.onEscape();
}

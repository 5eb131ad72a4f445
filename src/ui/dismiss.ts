import { type RefObject, useEffect, useRef } from 'react';

/** Closing of panels, menus and sheets by Escape or an interaction outside. Modal dialogs are in modal.tsx. */

type DismissHandlers = {
  /** Escape was pressed. Return the focus to the button that opened the panel. */
  onEscape: () => void;
  /** Something outside was pressed or focused. Without this handler, the panel stays open then. */
  onLeave?: (() => void) | undefined;
};

type Layer = DismissHandlers & { element: HTMLElement };

/** Toasts belong to no panel. */
const TOASTS = '[data-sonner-toaster]';

/** Open layers, the last opened at the end. Escape closes one at a time. */
const layers: Layer[] = [];

/** Whether the last interaction was by keyboard. */
let isByKey = false;

/** Watches a panel while it is open. `ref` contains the panel and the button that opens it. */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, ways: DismissHandlers): void {
  const now = useRef(ways);
  now.current = ways;
  const canLeave = ways.onLeave !== undefined;
  useEffect(() => {
    if (!isOpen || ref.current === null) return;
    const onLeave = canLeave ? () => now.current.onLeave?.() : undefined;
    return open({ element: ref.current, onEscape: () => now.current.onEscape(), onLeave });
  }, [ref, isOpen, canLeave]);
}

/** Watches a <details> used as a menu or panel. Returns a function that closes it and focuses its summary. */
export function useDismissDetails(details: RefObject<HTMLDetailsElement | null>, { staysOpen = false } = {}): () => void {
  const close = useRef(() => {
    if (details.current === null) return;
    details.current.open = false;
    // Dialogs opened from the menu return the focus here, too.
    details.current.querySelector('summary')?.focus();
  });
  useEffect(() => {
    const element = details.current;
    if (element === null) return;
    const onLeave = staysOpen
      ? undefined
      : () => {
          element.open = false;
        };
    let stop: (() => void) | undefined;
    const update = () => {
      stop?.();
      stop = element.open ? open({ element, onEscape: close.current, onLeave }) : undefined;
    };
    // It may have been opened before hydration.
    update();
    // The "toggle" event comes a task later; Escape may have been pressed by then.
    const watcher = new MutationObserver(update);
    watcher.observe(element, { attributeFilter: ['open'] });
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
 * Only for focus moved by keyboard: pressing inside can also move it outside, to <main> from text, and in Safari from buttons, which are
 * not focused.
 */
function onFocus({ target }: Event): void {
  if (isByKey) leaveAll(target);
}

function leaveAll(target: EventTarget | null): void {
  if (!(target instanceof Element) || target.closest(TOASTS) !== null) return;
  for (const { element, onLeave } of layers.slice()) if (!element.contains(target)) onLeave?.();
}

function onKey(event: KeyboardEvent): void {
  isByKey = true;
  const layer = layers.at(-1);
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || layer === undefined) return;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (modal !== undefined && !modal.contains(layer.element)) return;
  event.preventDefault();
  layer.onEscape();
}

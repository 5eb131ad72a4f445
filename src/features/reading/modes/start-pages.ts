/** Listens to all that turns pages, and keeps a whole page in sight whoever has scrolled. */
import { isSheetOpen, mayTurn, turnOf } from './keys.ts';
import { onRelaid } from './on-relaid.ts';
import { countPages, endTurn, isPaged, isTurning, nearestPage, pageAt, pageInSight, scrollToPage } from './page-box.ts';
import { bringPageOf, showPage } from './sight.ts';
import { turnOfSwipe, turnOfTap } from './touch.ts';
import { isFarFrom, turn, whereOf } from './turn.ts';

export type Shown = { page: number; pages: number };

/** Without scroll events for this long, a scroll has ended. */
const SCROLL_IDLE_MS = 150;

/** What is to be pressed in a text has its own meaning. */
const OWN_MEANING = 'a, button, summary, input, label, [role="button"], dialog, aside, nav, header, .pages-foot';

/** `tell` hears which page, from 0, of how many is in sight. Returns the end of it. */
export function startPages(text: HTMLElement, tell: (shown: Shown) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const say = () => isPaged(text) && tell({ page: pageInSight(text), pages: countPages(text) });
  const stopHearing = onRelaid(text, say);
  const renewed = new MutationObserver((changes) => {
    if (!changes.some(({ removedNodes }) => removedNodes.length > 0)) return;
    endTurn();
    scrollToPage(text, 0, 'instant');
    say();
  });
  renewed.observe(text, { childList: true });
  const end = () => [endTurn(), settle(text, say)];
  let idle: ReturnType<typeof setTimeout> | undefined;
  text.addEventListener(
    'scroll',
    () => {
      settle(text, say);
      // Safari has no scrollend event.
      if ('onscrollend' in window) return;
      clearTimeout(idle);
      idle = setTimeout(end, SCROLL_IDLE_MS);
    },
    { signal },
  );
  text.addEventListener('scrollend', end, { signal });
  text.addEventListener('focusin', ({ target }) => target !== text && bringElement(text, target), { signal });
  addEventListener('hashchange', () => bringElement(text, document.querySelector(':target')), { signal });
  document.addEventListener('keydown', (event) => pressed(text, event), { signal });
  hearFingers(text, signal);
  bringElement(text, document.querySelector(':target'));
  say();
  return () => {
    stop.abort();
    stopHearing();
    renewed.disconnect();
  };
}

/** After a scroll that is none of ours (the browser's search, Tab, a link) the page with what was looked for. */
function settle(text: HTMLElement, say: () => void): void {
  if (!isPaged(text)) return;
  const page = nearestPage(text);
  if (!isTurning(text) && Math.abs(text.scrollLeft - page * text.clientWidth) > 1) showPage(text, pageLookedFor(text) ?? page, 'instant');
  say();
}

/** Of what has the focus, is linked to, or is selected, where that is in sight now. */
function pageLookedFor(text: HTMLElement): number | null {
  const selection = getSelection();
  const range = selection !== null && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  const { left, right } = text.getBoundingClientRect();
  for (const found of [document.activeElement, document.querySelector(':target'), range]) {
    const node = found instanceof Range ? found.commonAncestorContainer : found;
    if (found === null || node === text || !text.contains(node)) continue;
    const rect = [...found.getClientRects()].find((each) => each.right > left && each.left < right);
    if (rect !== undefined) return pageAt(text, rect.left);
  }
  return null;
}

function bringElement(text: HTMLElement, element: EventTarget | null): void {
  if (!(element instanceof Element) || !text.contains(element) || !isPaged(text)) return;
  const rect = element.getClientRects()[0];
  if (rect !== undefined) bringPageOf(text, rect);
}

function pressed(text: HTMLElement, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || !isPaged(text) || !mayTurn(event.target, event.key)) return;
  const page = pageInSight(text);
  const deed = turnOf(event, { where: whereOf(text), isFar: isFarFrom(text), page, pages: countPages(text) });
  if (deed === null) return;
  event.preventDefault();
  turn(text, deed);
}

/** Fingers tap and swipe; a mouse, which selects and clicks in words, turns beside the text alone. */
function hearFingers(text: HTMLElement, signal: AbortSignal): void {
  let down: { x: number; y: number; at: number; isFree: boolean; isMouse: boolean } | null = null;
  document.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, timeStamp: at, pointerType, isPrimary, target }) => {
      down = { x, y, at, isFree: isPrimary && isPaged(text) && isFree(text, target, y), isMouse: pointerType === 'mouse' };
    },
    { signal },
  );
  document.addEventListener(
    'pointerup',
    ({ clientX, clientY, timeStamp }) => {
      if (down === null || !down.isFree || down.isMouse || hasSelection()) return;
      const swiped = turnOfSwipe({ x: clientX - down.x, y: clientY - down.y, ms: timeStamp - down.at });
      if (swiped === null) return;
      down = null;
      turn(text, swiped);
    },
    { signal },
  );
  document.addEventListener(
    'click',
    (event) => {
      if (down === null || !down.isFree || event.defaultPrevented || event.button !== 0 || hasSelection()) return;
      if (down.isMouse && event.target instanceof Node && text.contains(event.target)) return;
      const tapped = turnOfTap(event.clientX, window.innerWidth);
      if (tapped === null || Math.hypot(event.clientX - down.x, event.clientY - down.y) > 12) return;
      event.preventDefault();
      turn(text, tapped);
    },
    { signal },
  );
}

/** On the height of the page, on nothing that has a meaning of its own, and nothing selected or open that the tap is for. */
function isFree(text: HTMLElement, target: EventTarget | null, y: number): boolean {
  const { top, bottom } = text.getBoundingClientRect();
  if (y < top || y > bottom || !(target instanceof Element) || hasSelection() || isSheetOpen()) return false;
  return target.closest('main') !== null && target.closest(OWN_MEANING) === null && (visualViewport?.scale ?? 1) < 1.05;
}

function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false;
}

/** Keeps the line one is at in sight, whatever changes how the text lies: a setting, the window, a face, the way of reading. */

import type { Spot } from '../text/places.ts';
import { onRelaid } from './on-relaid.ts';
import { isPaged } from './page-box.ts';
import { bringIntoSight, spotInSight } from './sight.ts';
import { whereOf } from './turn.ts';

/** Scrolling has ended when nothing moved for so long; where the browser says so itself, only if it has not by then. */
const STILL_MS = 120;
const SILENT_MS = 1_000;

/** Returns the end of it. */
export function holdPlace(text: HTMLElement): () => void {
  let spot: Spot | null = isReading(text) ? spotInSight(text).spot : null;
  // Where the window stood then. After a scroll of our own it is not looked at again: the place would creep from line to line.
  let stood = standing(text);
  let laid = shape(text);
  // Where one will be is not known before the end of a scroll, of the reader's or of the site's: none is to be cut off.
  let isScrolling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stillMs = 'onscrollend' in window ? SILENT_MS : STILL_MS;

  // What lies anew since we were told is a place nobody chose: it is put right before the next paint.
  const isChosen = () => standing(text) !== stood && shape(text) === laid;
  const look = () => {
    clearTimeout(timer);
    isScrolling = false;
    if (!isChosen()) return;
    stood = standing(text);
    spot = isReading(text) ? spotInSight(text).spot : null;
  };
  const moved = () => {
    if (isChosen()) isScrolling = true;
    clearTimeout(timer);
    timer = setTimeout(look, stillMs);
  };
  const stopHearing = onRelaid(text, () => {
    const isOnTheWay = isScrolling || isChosen();
    laid = shape(text);
    if (spot === null || isOnTheWay) return;
    bringIntoSight(text, spot);
    stood = standing(text);
    laid = shape(text);
  });
  addEventListener('scroll', moved, { passive: true, capture: true });
  addEventListener('scrollend', look, { capture: true });
  return () => {
    clearTimeout(timer);
    stopHearing();
    removeEventListener('scroll', moved, { capture: true });
    removeEventListener('scrollend', look, { capture: true });
  };
}

/** Not before its first line, and not below its end. */
function isReading(text: HTMLElement): boolean {
  if (isPaged(text)) return whereOf(text) === 'at';
  const { top, bottom } = text.getBoundingClientRect();
  return top < 0 && bottom > 0;
}

function standing(text: Element): string {
  return `${Math.round(scrollY)} ${Math.round(text.scrollLeft)}`;
}

/** What changes with the window and the room that the text takes. */
function shape(text: HTMLElement): string {
  return [innerWidth, innerHeight, text.offsetWidth, text.offsetHeight].join(' ');
}

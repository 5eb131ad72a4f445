/** Keeps the line one is at in sight, whatever changes how the text lies: a setting, the window, a face, the way of reading. */

import type { Spot } from '../text/places.ts';
import { onRelaid } from './on-relaid.ts';
import { isPaged } from './page-box.ts';
import { bringIntoSight, spotInSight } from './sight.ts';
import { whereOf } from './turn.ts';

/** Scrolling has ended when nothing moved for so long. */
const STILL_MS = 120;

/** Returns the end of it. */
export function holdPlace(text: HTMLElement): () => void {
  let spot: Spot | null = isReading(text) ? spotInSight(text).spot : null;
  // Where our own scroll has ended: looked at again, the place would creep from line to line.
  let ours = '';
  let laid = shape(text);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    // What lies anew since we were told is a place nobody chose: it is put right before the next paint.
    if (standing(text) === ours || shape(text) !== laid) return;
    ours = '';
    spot = isReading(text) ? spotInSight(text).spot : null;
  };
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(look, STILL_MS);
  };
  const stopHearing = onRelaid(text, () => {
    laid = shape(text);
    if (spot === null) return;
    bringIntoSight(text, spot);
    ours = standing(text);
    laid = shape(text);
  });
  addEventListener('scroll', moved, { passive: true, capture: true });
  return () => {
    clearTimeout(timer);
    stopHearing();
    removeEventListener('scroll', moved, { capture: true });
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

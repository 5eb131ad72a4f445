/** Turning pages. What stands above and below the text is one more turn away. Browser-safe. */
import type { Deed } from './keys.ts';
import { countPages, pageInSight, type Whereabouts, wayToText, whereabouts } from './page-box.ts';
import { showPage } from './sight.ts';

export function turn(text: HTMLElement, deed: Deed): void {
  const [page, pages, where] = [pageInSight(text), countPages(text), whereOf(text)];
  const isComing = (where === 'before' && deed === 'next') || (where === 'after' && deed === 'previous');
  const to = isComing ? page : { next: page + 1, previous: page - 1, first: 0, last: pages - 1 }[deed];
  if (to < 0) window.scrollTo({ top: 0, behavior: howToMove() });
  else if (to >= pages) window.scrollBy({ top: wayToText(text) + heightOfPage(text), behavior: howToMove() });
  else showPage(text, to, howToMove());
}

export function whereOf(text: Element): Whereabouts {
  return whereabouts(text.getBoundingClientRect(), window.innerHeight);
}

/** Above or below the text by more than a window. */
export function isFarFrom(text: Element): boolean {
  const { top, bottom } = text.getBoundingClientRect();
  return top > window.innerHeight || bottom < 0;
}

function howToMove(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** The text and what stands at its foot. */
function heightOfPage(text: Element): number {
  return text.clientHeight + (document.querySelector('.pages-foot')?.clientHeight ?? 0);
}

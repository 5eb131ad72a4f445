/** Distance from the edges of the window, pixels. */
const EDGE = 12;
const GAP = 8;

/**
 * Positions `box`, an absolute child of the body, below the rectangle `near` (in window coordinates), or above it where there is more
 * space; within the window, and below the top bar.
 */
export function positionPopover(box: HTMLElement, near: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  const isBelow = near.bottom + GAP + height <= clientHeight - EDGE || near.top - GAP - height < Math.max(0, bar) + EDGE;
  const top = isBelow ? near.bottom + GAP : near.top - GAP - height;
  const left = Math.max(EDGE, Math.min(near.left + near.width / 2 - width / 2, clientWidth - EDGE - width));
  box.style.setProperty('top', `${Math.round(top + scrollY)}px`);
  box.style.setProperty('left', `${Math.round(left + scrollX)}px`);
}

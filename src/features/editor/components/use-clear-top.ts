import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns the top offset of the sticky toolbar in pixels: below other sticky elements such as the site header. Follows their heights.
 */
export function useClearTop(root: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const above = root.current === null ? [] : stickyAbove(root.current);
    const look = () => setTop(Math.max(0, ...above.map(bottomOf)));
    const observer = new ResizeObserver(look);
    for (const one of above) observer.observe(one);
    look();
    return () => observer.disconnect();
  }, [root]);
  return top;
}

/** Sticky elements that precede this one or one of its ancestors. */
function stickyAbove(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let holder: Element | null = element; holder; holder = holder.parentElement) {
    for (let before = holder.previousElementSibling; before; before = before.previousElementSibling) {
      if (before instanceof HTMLElement && getComputedStyle(before).position === 'sticky') found.push(before);
    }
  }
  return found;
}

function bottomOf(element: HTMLElement): number {
  return (Number.parseFloat(getComputedStyle(element).top) || 0) + element.offsetHeight;
}

import { useEffect, useRef } from 'react';

/** How far the reader is in the element with this id: a thin gold line under the bar. Without scripts there is none. */
export function ReadingProgress({ of }: { of: string }) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      const text = document.getElementById(of);
      const line = bar.current?.firstElementChild;
      if (!text || !(line instanceof HTMLElement)) return;
      const isPaged = getComputedStyle(text).overflowX === 'hidden';
      const read = isPaged ? turnedShare(text) : readShare(text.getBoundingClientRect(), window.innerHeight);
      line.style.transform = `scaleX(${read})`;
      bar.current?.setAttribute('aria-valuenow', String(Math.round(read * 100)));
    };
    const later = () => {
      frame ||= requestAnimationFrame(draw);
    };
    draw();
    // On its way: pages are turned within the text.
    window.addEventListener('scroll', later, { passive: true, capture: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later, { capture: true });
      window.removeEventListener('resize', later);
    };
  }, [of]);

  return (
    <div
      ref={bar}
      className="progress needs-script"
      role="progressbar"
      aria-label="Reading progress"
      aria-valuenow={0}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span />
    </div>
  );
}

/** 0 while the text begins below the top of the window, 1 when its end is in sight. */
function readShare(text: { top: number; height: number }, windowHeight: number): number {
  const way = text.height - windowHeight;
  if (way <= 0) return text.top + text.height <= windowHeight ? 1 : 0;
  return Math.min(1, Math.max(0, -text.top / way));
}

/** Of pages that lie side by side: 0 on the first, 1 on the last. */
function turnedShare(text: Element): number {
  const way = text.scrollWidth - text.clientWidth;
  return way <= 0 ? 1 : Math.min(1, text.scrollLeft / way);
}

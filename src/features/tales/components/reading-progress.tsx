import { useEffect, useRef } from 'react';

/** Progress bar below the top bar: how far the element with this id has been read. Needs JavaScript. */
export function ReadingProgress({ of }: { of: string }) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const text = document.getElementById(of);
      const line = bar.current?.firstElementChild;
      if (!text || !(line instanceof HTMLElement)) return;
      const isPaged = getComputedStyle(text).overflowX === 'hidden';
      const read = isPaged ? pagedShare(text) : scrolledShare(text.getBoundingClientRect(), window.innerHeight);
      line.style.transform = `scaleX(${read})`;
      bar.current?.setAttribute('aria-valuenow', String(Math.round(read * 100)));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    // Capture: in paged mode the text itself scrolls.
    window.addEventListener('scroll', schedule, { passive: true, capture: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule, { capture: true });
      window.removeEventListener('resize', schedule);
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

/** 0 until the text reaches the top of the window, 1 when its end is visible. */
function scrolledShare(text: { top: number; height: number }, windowHeight: number): number {
  const distance = text.height - windowHeight;
  if (distance <= 0) return text.top + text.height <= windowHeight ? 1 : 0;
  return Math.min(1, Math.max(0, -text.top / distance));
}

/** In paged mode: 0 on the first page, 1 on the last. */
function pagedShare(text: Element): number {
  const distance = text.scrollWidth - text.clientWidth;
  return distance <= 0 ? 1 : Math.min(1, text.scrollLeft / distance);
}

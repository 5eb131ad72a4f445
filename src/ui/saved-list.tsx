import { type ReactNode, useEffect, useRef } from 'react';

/** Skeleton of saved tales; without JavaScript, a note that it is required. */
export function LibrarySkeleton({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="visually-hidden needs-script" role="status">
        Loading
      </p>
      <div className="saved-list-skeleton needs-script">{children}</div>
      <noscript>
        <p className="empty-line">Your saved tales are stored in this browser. Turn on JavaScript to see them.</p>
      </noscript>
    </>
  );
}

/** Moves the focus to the returned element when a removed tale took the focused button with it. */
export function useFocusOnRemoval<Line extends HTMLElement>(count: number) {
  const line = useRef<Line>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) line.current?.focus();
    before.current = count;
  }, [count]);
  return line;
}

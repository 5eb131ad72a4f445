import { lazy, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';

const SettingsSheet = lazy(async () => ({ default: (await import('./settings-sheet.tsx')).SettingsSheet }));

/** Settings button below the title, a floating one when that is scrolled out of view, and the settings sheet. */
export function ReaderSettings() {
  const [isOpen, setOpen] = useState(false);
  // Update the button first, then render the sheet.
  const isBuilt = useDeferredValue(isOpen);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isScrolledPast = useHasScrolledPast(button);

  function toggle(by: HTMLButtonElement): void {
    opener.current = by;
    setOpen(!isOpen);
  }

  function close(): void {
    setOpen(false);
    // The floating button may be gone.
    (opener.current?.isConnected ? opener : button).current?.focus();
  }

  // Stays open on clicks outside, so that the reader sees the changes in the text.
  useDismiss(container, isOpen, { onEscape: close });

  return (
    <div ref={container} className="settings-place">
      <button type="button" ref={button} className="btn btn-quiet" aria-expanded={isOpen} onClick={(event) => toggle(event.currentTarget)}>
        <span className="aa" aria-hidden="true">
          Aa
        </span>
        Settings
      </button>
      {isScrolledPast ? (
        <button
          type="button"
          className="aa-round"
          aria-label="Reading settings"
          aria-expanded={isOpen}
          onClick={(event) => toggle(event.currentTarget)}
        >
          <span className="aa" aria-hidden="true">
            Aa
          </span>
        </button>
      ) : null}
      {isOpen && isBuilt ? (
        <Suspense fallback={null}>
          <SettingsSheet onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Whether an element was scrolled out of view at the top. */
function useHasScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    // Elements below count as visible, or a jump past the element would go unnoticed.
    const observer = new IntersectionObserver((entries) => setPast(entries.at(-1)?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px 0px',
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isPast;
}

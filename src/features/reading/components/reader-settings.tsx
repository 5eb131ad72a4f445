import { lazy, type RefObject, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';

/** Fetched when somebody wants to set something. */
const SettingsSheet = lazy(async () => ({ default: (await import('../settings/components/settings-sheet.tsx')).SettingsSheet }));

/** The Aa button below the title, a round one for when that has left the screen, and the sheet that either opens. */
export function ReaderSettings() {
  const [isOpen, setOpen] = useState(false);
  // The button answers first; the sheet is built meanwhile.
  const isBuilt = useDeferredValue(isOpen);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isGone = useIsGone(button);

  function toggle(by: HTMLButtonElement): void {
    opener.current = by;
    setOpen(!isOpen);
  }

  function close(): void {
    setOpen(false);
    // The round one goes when the other comes.
    (opener.current?.isConnected ? opener : button).current?.focus();
  }

  // It stays open beside the text that it changes.
  useDismiss(place, isOpen, { onEscape: close });

  return (
    <div ref={place} className="settings-place">
      <button type="button" ref={button} className="btn btn-quiet" aria-expanded={isOpen} onClick={(event) => toggle(event.currentTarget)}>
        <span className="aa" aria-hidden="true">
          Aa
        </span>
        Settings
      </button>
      {isGone ? (
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

/** Whether an element has left the screen upwards; one further down is still to come. */
function useIsGone(element: RefObject<HTMLElement | null>): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    // Whatever is below counts as in sight: else a jump over it, from below to above, would not be told of.
    const observer = new IntersectionObserver((entries) => setGone(entries.at(-1)?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px 0px',
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isGone;
}

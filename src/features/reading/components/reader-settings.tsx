import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';

/** Fetched when somebody wants to change something. */
const SettingsSheet = lazy(async () => ({ default: (await import('../settings/components/settings-sheet.tsx')).SettingsSheet }));

/** The Aa button below the title and its sheet: how the page looks. When it has left the screen a round one stands at its foot. */
export function ReaderSettings() {
  const [opener, setOpener] = useState<RefObject<HTMLButtonElement | null> | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const round = useRef<HTMLButtonElement>(null);
  const isAway = useIsAbove(button);
  const id = useId();

  function close(): void {
    opener?.current?.focus();
    setOpener(null);
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || opener === null) return;
    event.stopPropagation();
    close();
  }

  const toggle = (which: RefObject<HTMLButtonElement | null>) => () => (opener === null ? setOpener(which) : close());
  const about = { type: 'button', 'aria-expanded': opener !== null, 'aria-controls': opener === null ? undefined : id } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is inside it
    <div className="settings-place" onKeyDown={closeOnEscape}>
      <button {...about} ref={button} className="btn btn-quiet" onClick={toggle(button)}>
        <span className="aa" aria-hidden="true">
          Aa
        </span>
        Settings
      </button>
      {isAway ? (
        <button {...about} ref={round} className="aa-round" aria-label="Settings" onClick={toggle(round)}>
          <span className="aa" aria-hidden="true">
            Aa
          </span>
        </button>
      ) : null}
      {opener === null ? null : (
        <Suspense fallback={null}>
          <SettingsSheet id={id} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether the element has left the window at its top. */
function useIsAbove(element: RefObject<Element | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setAbove(!entry.isIntersecting && entry.boundingClientRect.bottom < window.innerHeight / 2);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}

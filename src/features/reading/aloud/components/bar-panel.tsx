import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';

type Props = {
  /** The button in the bar: its drawing, and its word or what is set. */
  icon: ReactNode;
  word: string;
  /** Said behind the word, and not shown. */
  unit?: string;
  /** Name of the sheet, and of the button together with its word. */
  name: string;
  isSet?: boolean;
  children: (close: () => void) => ReactNode;
};

/** A button of the bar with a sheet above it. */
export function BarPanel({ icon, word, unit, name, isSet = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  // The button answers first; the sheet is built meanwhile.
  const isBuilt = useDeferredValue(isOpen);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is inside it
    <div ref={place} className="bar-panel" onKeyDown={closeOnEscape}>
      <button
        type="button"
        ref={button}
        className={isSet ? 'btn btn-quiet is-set' : 'btn btn-quiet'}
        aria-expanded={isOpen}
        aria-controls={isOpen && isBuilt ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
        {word === name ? null : <span className="visually-hidden">{`${name}: `}</span>}
        <span className={word === name ? 'is-name' : undefined}>{word}</span>
        {unit === undefined ? null : <span className="visually-hidden">{` ${unit}`}</span>}
      </button>
      {isOpen && isBuilt ? (
        <section id={id} className="bar-sheet" aria-label={name}>
          <div className="settings-head">
            <h2>{name}</h2>
            <button type="button" className="icon-btn" aria-label="Close" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          {children(close)}
        </section>
      ) : null}
    </div>
  );
}

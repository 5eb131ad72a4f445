import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';
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

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  useDismiss(place, isOpen, { onEscape: close, onLeave: () => setOpen(false) });

  return (
    <div ref={place} className="bar-panel">
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

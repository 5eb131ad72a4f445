import '#src/ui/styles/tale/sheets.css';
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react';
import { useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';

type Props = {
  /** Icon and text of the button: its name or current value. */
  icon: ReactNode;
  word: string;
  /** Unit after `word`, for screen readers only. */
  unit?: string;
  /** Name of the panel. */
  name: string;
  isSet?: boolean;
  children: (close: () => void) => ReactNode;
};

/** A button of the player bar with a panel above it. */
export function BarPanel({ icon, word, unit, name, isSet = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Update the button first, then render the panel.
  const isBuilt = useDeferredValue(isOpen);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  useDismiss(container, isOpen, { onEscape: close, onLeave: () => setOpen(false) });

  return (
    <div ref={container} className="bar-panel">
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

/** Icons of the player, loaded with it. */
const PATHS = {
  play: 'M8 5.2v13.6L19 12z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  previous: 'M14.5 6L8.5 12l6 6M5.5 6v12',
  next: 'M9.5 6l6 6-6 6M18.5 6v12',
  voice: 'M5 12.5v-1M9 15.5v-7M13 18.5v-13M17 15.5v-7M21 12.5v-1',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  target: 'M12 4.5v15M6.5 10L12 4.5 17.5 10',
} as const;

/** 24 px, in the text colour; to be used inside a labelled element. */
export function PlayerIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

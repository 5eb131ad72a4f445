import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { positionPopover } from '#src/ui/position-popover.ts';
import { urls } from '#src/urls.ts';
import { GLOSSARY } from '../glossary-words.ts';

type Props = {
  slug: string;
  beside: HTMLElement;
  /** Closed: the focus returns to the word. */
  onClose: () => void;
  /** The reader continued elsewhere on the page. */
  onLeave: () => void;
  onOff: () => void;
};

/** Popover with the meaning of a word. Takes the focus, so that it is announced; Escape and Tab past its end return. */
export function GlossaryNote({ slug, beside, onClose, onLeave, onOff }: Props) {
  const word = GLOSSARY.find((one) => one.slug === slug);
  const note = useRef<HTMLElement>(null);
  const id = useId();
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    const popover = note.current;
    if (popover === null) return;
    const position = () => positionPopover(popover, beside.getBoundingClientRect());
    position();
    popover.focus({ preventScroll: true });
    // In a small window it may overflow.
    popover.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    beside.setAttribute('aria-expanded', 'true');
    addEventListener('resize', position);
    return () => {
      removeEventListener('resize', position);
      beside.removeAttribute('aria-expanded');
    };
  }, [beside]);

  useDismiss(note, true, { onEscape: onClose, onLeave });
  useEffect(() => {
    // In paged mode the text element scrolls, which moves the word away from the popover.
    const scrolled = (event: Event) => {
      if (event.target !== document) leave.current();
    };
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', scrolled, { capture: true });
  }, []);

  function keys(event: KeyboardEvent): void {
    if (event.key === 'Tab' && leavesNote(event)) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  }

  if (word === undefined) return null;
  return createPortal(
    <section
      ref={note}
      className="word-note"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={`${id}-word`}
      aria-describedby={`${id}-meaning`}
      onKeyDown={keys}
    >
      <div className="word-note-head">
        <h2 id={`${id}-word`}>{word.word}</h2>
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p id={`${id}-meaning`}>{word.meaning}</p>
      <div className="word-note-foot">
        <a className="link" href={urls.oldWords(slug)}>
          All old words
        </a>
        <button type="button" className="link" onClick={onOff}>
          Turn off highlighting
        </button>
      </div>
    </section>,
    document.body,
  );
}

/** Whether Tab would leave the popover. */
function leavesNote(event: KeyboardEvent): boolean {
  const stops = [...event.currentTarget.querySelectorAll('a, button')];
  const here = document.activeElement;
  return event.shiftKey ? here === event.currentTarget || here === stops[0] : here === stops.at(-1);
}

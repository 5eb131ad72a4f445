import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { placeNear } from '#src/ui/place-near.ts';
import { urls } from '#src/urls.ts';
import type { OldWord } from '../old-words.ts';

type Props = {
  word: OldWord;
  beside: HTMLElement;
  /** Closed by the reader, who goes on reading at the word. */
  onClose: () => void;
  /** The reader has gone elsewhere on the page. */
  onLeave: () => void;
  onOff: () => void;
};

/** What an old word means, on a slip beside it. It has the focus, so that it is read out; Escape and Tab past its end lead back. */
export function WordNote({ word, beside, onClose, onLeave, onOff }: Props) {
  const note = useRef<HTMLElement>(null);
  const id = useId();
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    const slip = note.current;
    if (slip === null) return;
    const place = () => placeNear(slip, beside.getBoundingClientRect());
    place();
    slip.focus({ preventScroll: true });
    // In a small window it may stand past the edge.
    slip.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    beside.setAttribute('aria-expanded', 'true');
    addEventListener('resize', place);
    return () => {
      removeEventListener('resize', place);
      beside.removeAttribute('aria-expanded');
    };
  }, [beside]);

  useDismiss(note, true, { onEscape: onClose, onLeave });
  useEffect(() => {
    // Pages that are turned scroll inside the page, and the word goes away from its slip.
    const scrolled = (event: Event) => {
      if (event.target !== document) leave.current();
    };
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', scrolled, { capture: true });
  }, []);

  function keys(event: KeyboardEvent): void {
    if (event.key === 'Tab' && leads(event)) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  }

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
        <a className="link" href={urls.oldWords(word.slug)}>
          All old words
        </a>
        <button type="button" className="link" onClick={onOff}>
          Don't mark old words
        </button>
      </div>
    </section>,
    document.body,
  );
}

/** Whether Tab would leave the slip. */
function leads(event: KeyboardEvent): boolean {
  const stops = [...event.currentTarget.querySelectorAll('a, button')];
  const here = document.activeElement;
  return event.shiftKey ? here === event.currentTarget || here === stops[0] : here === stops.at(-1);
}

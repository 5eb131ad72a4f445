import '#src/ui/styles/words/note.css';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { positionPopover, useDismiss } from '#src/ui/dismiss.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { urls } from '#src/urls.ts';
import type { GlossaryWord } from '../glossary-line.ts';
import { setGlossaryOn } from './glossary-setting.ts';
import { highlightWords, removeHighlights, wordAt } from './highlight-words.ts';

type OpenWord = { element: HTMLElement; word: GlossaryWord };

/** Highlights old words in the text with the id `of` and shows their meaning on click, Enter or Space. `content`: HTML of the text. */
export function GlossaryHighlights({ of, content }: { of: string; content: string }) {
  const [open, setOpen] = useState<OpenWord | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element's content has changed
  useEffect(() => {
    const text = document.getElementById(of);
    if (text === null) return;
    const work = new AbortController();
    const { signal } = work;
    void highlightWords(text, signal);
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      const found = wordAt(event.target);
      if (found === null) return;
      event.preventDefault();
      void loadWord(found.slug).then(
        (word) => !signal.aborted && word !== undefined && setOpen({ element: found.element, word }),
        () => toast({ title: 'Could not load the meaning', text: 'Check the connection and try again.', wrong: true }),
      );
    };
    text.addEventListener('click', press, { signal });
    text.addEventListener('keydown', press, { signal });
    return () => {
      work.abort();
      setOpen(null);
      removeHighlights(text);
    };
  }, [of, content]);

  if (open === null) return null;
  return (
    <GlossaryNote
      key={open.word.slug}
      word={open.word}
      beside={open.element}
      onClose={() => {
        setOpen(null);
        open.element.focus({ preventScroll: true });
      }}
      onLeave={() => setOpen(null)}
      onOff={() => {
        focusParent(open.element);
        setGlossaryOn(false);
        void toast({ title: 'Old words are no longer highlighted', action: { name: 'Undo', act: () => setGlossaryOn(true) } });
      }}
    />
  );
}

async function loadWord(slug: string): Promise<GlossaryWord | undefined> {
  const { GLOSSARY } = await import('../glossary-words.ts');
  return GLOSSARY.find((word) => word.slug === slug);
}

/** Moves the focus to the paragraph, as the focused word becomes plain text. */
function focusParent(element: HTMLElement): void {
  const block = element.parentElement;
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true });
  block?.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
}

type Props = {
  word: GlossaryWord;
  beside: HTMLElement;
  /** Closed: the focus returns to the word. */
  onClose: () => void;
  /** The reader continued elsewhere on the page. */
  onLeave: () => void;
  onOff: () => void;
};

/** Popover with the meaning of a word. Takes the focus, so that it is announced; Escape and Tab past its end return. */
export function GlossaryNote({ word, beside, onClose, onLeave, onOff }: Props) {
  const note = useRef<HTMLElement>(null);
  const id = useId();
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useLayoutEffect(() => {
    const popover = note.current;
    if (popover === null) return;
    const place = () => positionPopover(popover, beside.getBoundingClientRect());
    place();
    popover.focus({ preventScroll: true });
    // In a small window it may overflow.
    popover.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    beside.setAttribute('aria-expanded', 'true');
    addEventListener('resize', place);
    return () => {
      removeEventListener('resize', place);
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

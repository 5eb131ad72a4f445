import '#src/ui/styles/words/note.css';
import { useEffect, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import { type GlossaryForms, parseGlossaryLine, unpackForms } from '../glossary-line.ts';
import { setGlossaryOn } from './glossary-setting.ts';
import { highlightWords, removeHighlights, wordAt } from './highlight-words.ts';

type Note = typeof import('./glossary-note.tsx');
type OpenWord = { element: HTMLElement; slug: string; GlossaryNote: Note['GlossaryNote'] };

type Props = { of: string; content: string; words?: string | undefined };

/**
 * Highlights old words in the text with the id `of` and shows their meaning on click, Enter or Space. `content`: HTML of the text. `words`:
 * those that may be in it, as packed by the server; otherwise all are loaded.
 */
export function GlossaryHighlights({ of, content, words }: Props) {
  const [open, setOpen] = useState<OpenWord | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element's content has changed
  useEffect(() => {
    const text = document.getElementById(of);
    if (text === null) return;
    const work = new AbortController();
    const { signal } = work;
    // Not loaded: the text stays as it is.
    void loadWords(words).then(
      (all) => (signal.aborted ? undefined : highlightWords(text, all, signal)),
      () => {},
    );
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      const found = wordAt(event.target);
      if (found === null) return;
      event.preventDefault();
      void import('./glossary-note.tsx').then(
        ({ GlossaryNote }) => !signal.aborted && setOpen({ ...found, GlossaryNote }),
        () => toast({ title: 'Could not load the meaning', text: 'Check the connection and reload the page.', wrong: true }),
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
  const { element, slug, GlossaryNote } = open;
  return (
    <GlossaryNote
      key={slug}
      slug={slug}
      beside={element}
      onClose={() => {
        setOpen(null);
        element.focus({ preventScroll: true });
      }}
      onLeave={() => setOpen(null)}
      onOff={() => {
        focusParent(element);
        setGlossaryOn(false);
        void toast({ title: 'Old words are no longer highlighted', action: { name: 'Undo', act: () => setGlossaryOn(true) } });
      }}
    />
  );
}

async function loadWords(packed: string | undefined): Promise<readonly GlossaryForms[]> {
  if (packed === undefined) return (await import('../glossary-words.ts?forms')).GLOSSARY;
  return packed.split('|').map((line) => parseGlossaryLine(unpackForms(line)));
}

/** Moves the focus to the paragraph, as the focused word becomes plain text. */
function focusParent(element: HTMLElement): void {
  const block = element.parentElement;
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true });
  block?.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
}

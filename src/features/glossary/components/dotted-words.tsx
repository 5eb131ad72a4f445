import '#src/ui/styles/words/note.css';
import { useEffect, useState } from 'react';
import { toast } from '#src/ui/toast.ts';
import type { OldWord } from '../old-words.ts';
import { dotWords, undotWords, wordAt } from './dot-words.ts';
import { setOldWords } from './old-words-setting.ts';
import { WordNote } from './word-note.tsx';

type Asked = { element: HTMLElement; word: OldWord };

/** Dots the old words of the text with the id `of`; a tap, Enter or Space on one shows what it means. `content`: what the text is made of. */
export function DottedWords({ of, content }: { of: string; content: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another text in the same element
  useEffect(() => {
    const text = document.getElementById(of);
    if (text === null) return;
    const work = new AbortController();
    const { signal } = work;
    void dotWords(text, signal);
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      const found = wordAt(event.target);
      if (found === null) return;
      event.preventDefault();
      setAsked(found);
    };
    text.addEventListener('click', press, { signal });
    text.addEventListener('keydown', press, { signal });
    return () => {
      work.abort();
      setAsked(null);
      undotWords(text);
    };
  }, [of, content]);

  if (asked === null) return null;
  return (
    <WordNote
      key={asked.word.slug}
      word={asked.word}
      beside={asked.element}
      onClose={() => {
        setAsked(null);
        asked.element.focus({ preventScroll: true });
      }}
      onLeave={() => setAsked(null)}
      onOff={() => {
        stayNear(asked.element);
        setOldWords(false);
        void toast({ title: 'Old words are no longer marked', action: { name: 'Undo', act: () => setOldWords(true) } });
      }}
    />
  );
}

/** The word that has the focus becomes plain text: it goes to the paragraph. */
function stayNear(element: HTMLElement): void {
  const block = element.parentElement;
  block?.setAttribute('tabindex', '-1');
  block?.focus({ preventScroll: true });
  block?.addEventListener('blur', () => block.removeAttribute('tabindex'), { once: true });
}

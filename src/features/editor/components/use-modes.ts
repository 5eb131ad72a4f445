import { type RefObject, useRef, useState } from 'react';
import { isInOrder } from '../model/is-in-order.ts';
import type { Mode } from './mode-switch.tsx';
import { usePacedChange } from './use-paced-change.ts';
import type { TaleWriting } from './use-tale-editor.ts';

type Source = {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  set: (html: string) => void;
  tell: () => void;
};

/** Which form of the text is shown, and the text while it is HTML. Going back, only what was changed there is changed here. */
export function useModes(writing: TaleWriting, onChange: (html: string) => void) {
  const [mode, setMode] = useState<Mode>('write');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef({ html: '', taken: '' });
  const change = usePacedChange(() => typed.current.html, onChange);

  function choose(next: Mode): void {
    if (next === mode) return;
    setNote('');
    if (mode === 'source') leaveSource();
    else writing.tell();
    if (next === 'source') {
      const html = writing.html();
      typed.current = { html, taken: html };
      setValue(html);
    }
    setMode(next);
  }

  function leaveSource(): void {
    const { html, taken } = typed.current;
    if (html === taken) return;
    setNote(whatWasMended(html, writing.set(html)));
    change.now();
    // What could not stay is told to the form as well.
    onChange(writing.html());
  }

  const set = (html: string) => {
    typed.current.html = html;
    setValue(html);
    change.soon();
  };
  const source: Source = { field, value, set, tell: change.now };
  return { mode, choose, source, note };
}

function whatWasMended(html: string, removed: readonly string[]): string {
  const taken = removed.length === 0 ? [] : [`Tales cannot hold ${removed.join(', ')}: it was taken out.`];
  const closed = isInOrder(html) ? [] : ['The HTML was not quite in order: it is now as a browser reads it.'];
  return [...taken, ...closed].join(' ');
}

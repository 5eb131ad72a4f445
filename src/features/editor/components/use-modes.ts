import { type RefObject, useRef, useState } from 'react';
import { isWellFormedHtml } from '../model/is-in-order.ts';
import type { Mode } from './mode-switch.tsx';
import { useThrottledChange } from './use-paced-change.ts';
import type { TaleWriting } from './use-tale-editor.ts';

type Source = {
  field: RefObject<HTMLTextAreaElement | null>;
  value: string;
  set: (html: string) => void;
  tell: () => void;
};

/** State of the view mode and of the HTML source. Returning to the editor applies only what changed in the source. */
export function useModes(writing: TaleWriting, onChange: (html: string) => void) {
  const [mode, setMode] = useState<Mode>('write');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef({ html: '', taken: '' });
  const change = useThrottledChange(() => typed.current.html, onChange);

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
    setNote(describeCorrections(html, writing.set(html)));
    change.now();
    // Removed elements are also reported to the form.
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

function describeCorrections(html: string, removed: readonly string[]): string {
  const taken = removed.length === 0 ? [] : [`Removed, because tales cannot contain it: ${removed.join(', ')}.`];
  const closed = isWellFormedHtml(html) ? [] : ['The HTML was invalid and has been corrected.'];
  return [...taken, ...closed].join(' ');
}

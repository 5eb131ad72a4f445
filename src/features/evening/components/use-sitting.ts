import { useEffect } from 'react';
import { countWords } from '#src/features/tales/plain-text.ts';
import { look, measure, type SittingState } from '../sitting.ts';
import { rememberSitting, saidMode } from './pace-store.ts';

/** Learns how fast is read: watches the text with the id `of` until its end has come in sight. A hidden page and a voice of the browser stop it. */
export function useSitting(of: string): void {
  useEffect(() => {
    let state: SittingState | undefined;
    const see = () => {
      const text = document.getElementById(of);
      if (text === null || state === null || state?.isOver) return;
      const { top, height } = text.getBoundingClientRect();
      if (height <= 0) return;
      const progress = Math.min(1, Math.max(0, (window.innerHeight - top) / height));
      state = isElsewhere() ? null : look(state, { at: performance.now(), progress, window: window.innerHeight / height });
      const read = measure(state, state?.isOver ? countWords(text.textContent ?? '') : 0);
      if (read !== undefined) rememberSitting({ ...read, mode: saidMode() });
    };
    see();
    addEventListener('scroll', see, { passive: true });
    document.addEventListener('visibilitychange', see);
    return () => {
      removeEventListener('scroll', see);
      document.removeEventListener('visibilitychange', see);
    };
  }, [of]);
}

/** Where pages are turned nothing scrolls, and nothing can be told. */
function isElsewhere(): boolean {
  return document.hidden || document.documentElement.dataset.flow === 'pages' || ('speechSynthesis' in window && speechSynthesis.speaking);
}

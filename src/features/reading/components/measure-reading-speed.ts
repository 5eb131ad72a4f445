import { useEffect } from 'react';
import { getSpeedMode, recordSample } from './reading-speed-store.ts';

/**
 * Measures reading speed: watches the text with the id `of` and this many words until its end is visible. Hidden pages and speech output
 * invalidate the measurement.
 */
export function useSpeedMeasurement(of: string, words: number): void {
  useEffect(() => {
    let state: Measurement | undefined;
    const see = () => {
      const text = document.getElementById(of);
      if (text === null || state === null || state?.isOver) return;
      const { top, height } = text.getBoundingClientRect();
      if (height <= 0) return;
      const progress = Math.min(1, Math.max(0, (window.innerHeight - top) / height));
      state = isNotReading() ? null : updateMeasurement(state, { at: performance.now(), progress, window: window.innerHeight / height });
      const read = measurementResult(state, words);
      if (read !== undefined) recordSample({ ...read, mode: getSpeedMode() });
    };
    see();
    addEventListener('scroll', see, { passive: true });
    document.addEventListener('visibilitychange', see);
    return () => {
      removeEventListener('scroll', see);
      document.removeEventListener('visibilitychange', see);
    };
  }, [of, words]);
}

/** In paged mode nothing scrolls, so nothing can be measured. */
function isNotReading(): boolean {
  return document.hidden || document.documentElement.dataset.flow === 'pages' || ('speechSynthesis' in window && speechSynthesis.speaking);
}

/** `progress`: share of the text above the window's bottom edge, 0 to 1. `window`: share of the text that fits in the window. */
export type ScrollState = { at: number; progress: number; window: number };

/** Null once the measurement is invalid. */
export type Measurement = { last: ScrollState; ms: number; isOver: boolean } | null;

/** A longer gap between scrolls means that the reader was away. */
const MAX_GAP_MS = 240_000;
const END_PROGRESS = 0.99;
/** A jump over more windows than this is skipping, not reading. */
const MAX_JUMP = 2.5;
/** Share of the last window that is still unread when the end becomes visible. */
const UNREAD_SHARE = 0.6;

/** Returns the measurement after a scroll; starts only at the beginning of the text. */
export function updateMeasurement(state: Measurement | undefined, next: ScrollState): Measurement {
  if (state === undefined) return next.progress <= next.window ? { last: next, ms: 0, isOver: false } : null;
  if (state === null || state.isOver) return state;
  const ms = next.at - state.last.at;
  if (ms > MAX_GAP_MS || next.progress - state.last.progress > MAX_JUMP * next.window) return null;
  return { last: next, ms: state.ms + ms, isOver: next.progress >= END_PROGRESS };
}

/** Returns words and minutes of a finished measurement; undefined before that and for texts of less than two windows. */
export function measurementResult(state: Measurement | undefined, words: number): { words: number; minutes: number } | undefined {
  if (!state?.isOver || state.last.window > 0.5) return undefined;
  return { words: Math.round(words * (1 - UNREAD_SHARE * state.last.window)), minutes: state.ms / 60_000 };
}

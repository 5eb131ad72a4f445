/** Reads without a voice: each sentence takes as long as its words do at the reader's pace. */
import type { Engine, Tell } from './engine.ts';

export function silentReader(tell: Tell): Engine {
  let timers: ReturnType<typeof setTimeout>[] = [];
  function cancel(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }
  return {
    speak({ token, silentMs }) {
      cancel();
      timers = [setTimeout(() => tell({ on: 'started', token })), setTimeout(() => tell({ on: 'ended', token }), silentMs)];
    },
    cancel,
    isSpeaking: () => timers.length > 0,
  };
}

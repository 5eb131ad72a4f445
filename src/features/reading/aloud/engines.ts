import type { Engine, Tell } from './engine.ts';
import { silentReader } from './silent-reader.ts';
import { hasSpeech, speechEngine, watchVoices } from './speech.ts';

/** The voices of the device and the silent reading, as one: an order without a voice is silence. Voices are told as they come. */
export function startEngines(tell: Tell): Engine & { stop: () => void } {
  const silent = silentReader(tell);
  const voiced = hasSpeech() ? speechEngine(tell) : null;
  let stopWatching = () => {};
  let current: Engine = silent;
  // What is told is heard when the session stands.
  queueMicrotask(() => {
    if (voiced === null) tell({ on: 'voices', voices: [], areKnown: true });
    else stopWatching = watchVoices((voices, areKnown) => tell({ on: 'voices', voices, areKnown }));
  });
  function cancel(): void {
    silent.cancel();
    voiced?.cancel();
  }
  return {
    speak(order) {
      const next = order.voice === null || voiced === null ? silent : voiced;
      if (next !== current) current.cancel();
      current = next;
      next.speak(order);
    },
    cancel,
    isSpeaking: () => current.isSpeaking(),
    stop() {
      stopWatching();
      cancel();
    },
  };
}

import type { Voice } from './components/voice-settings.ts';
import type { PlayerEvent, Utterance } from './player-state.ts';

/** Speaks one utterance at a time and dispatches events about it. */
export type SpeechEngine = {
  /** Cancels the current utterance first. */
  speak: (order: Utterance) => void;
  cancel: () => void;
  /** As reported by the engine. */
  isSpeaking: () => boolean;
};

export type Dispatch = (event: PlayerEvent) => void;

/** Combines the device's voices and silent reading, which is used for utterances without a voice. Dispatches voices as they load. */
export function startEngines(dispatch: Dispatch): SpeechEngine & { stop: () => void } {
  const silent = silentEngine(dispatch);
  const voiced = isSpeechSupported() ? voiceEngine(dispatch) : null;
  let stopWatching = () => {};
  let current: SpeechEngine = silent;
  // Dispatch after the session is constructed.
  queueMicrotask(() => {
    if (voiced === null) dispatch({ on: 'voices', voices: [], areKnown: true });
    else stopWatching = watchVoices((voices, areKnown) => dispatch({ on: 'voices', voices, areKnown }));
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

export function silentEngine(dispatch: Dispatch): SpeechEngine {
  let timers: ReturnType<typeof setTimeout>[] = [];
  function cancel(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }
  return {
    speak({ token, silentMs }) {
      cancel();
      timers = [setTimeout(() => dispatch({ on: 'started', token })), setTimeout(() => dispatch({ on: 'ended', token }), silentMs)];
    },
    cancel,
    isSpeaking: () => timers.length > 0,
  };
}

/** Pause after a cancel: without it, some browsers also cancel the next utterance. */
const AFTER_CANCEL_MS = 60;
/** Voices load asynchronously; after this time there are none. */
const VOICES_TIMEOUT_MS = 2_000;

export function isSpeechSupported(): boolean {
  return 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;
}

export function voiceEngine(dispatch: Dispatch): SpeechEngine {
  const speech = window.speechSynthesis;
  /** Referenced here, as Chrome garbage-collects unreferenced utterances with their events. */
  let under: { order: Utterance; utterance: SpeechSynthesisUtterance } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    under = null;
    speech.cancel();
    // Speech paused by the browser would block all further utterances.
    if (speech.paused) speech.resume();
  }

  function say(order: Utterance): void {
    const utterance = new SpeechSynthesisUtterance(order.text);
    const voice = speech.getVoices().find(({ voiceURI }) => voiceURI === order.voice?.id);
    if (voice !== undefined) utterance.voice = voice;
    utterance.lang = voice?.lang ?? order.lang;
    utterance.rate = order.rate;
    utterance.volume = order.volume;
    const { token } = order;
    utterance.onstart = () => dispatch({ on: 'started', token });
    utterance.onend = () => dispatch({ on: 'ended', token });
    utterance.onerror = ({ error }) => dispatch({ on: 'failed', token, why: errorReason(error) });
    under = { order, utterance };
    speech.speak(utterance);
  }

  return {
    speak(order) {
      const isBusy = speech.speaking || speech.pending || speech.paused;
      // Synchronously if possible: some browsers only speak within a user gesture.
      if (!isBusy) {
        clearTimeout(timer);
        return say(order);
      }
      cancel();
      timer = setTimeout(say, AFTER_CANCEL_MS, order);
    },
    cancel,
    isSpeaking: () => under !== null && speech.speaking && !speech.paused,
  };
}

/** Calls `found` with the available voices, and again when they change. Returns a function to stop. */
export function watchVoices(found: (voices: Voice[], areKnown: boolean) => void): () => void {
  const speech = window.speechSynthesis;
  const look = (areKnown: boolean) => {
    const voices = speech.getVoices().map(({ voiceURI, name, lang, localService, default: isDefault }) => {
      return { id: voiceURI, name, lang, isLocal: localService, isDefault };
    });
    found(voices, areKnown || voices.length > 0);
  };
  const late = setTimeout(look, VOICES_TIMEOUT_MS, true);
  const changed = () => look(false);
  // Not an event target in old Safari versions.
  speech.addEventListener?.('voiceschanged', changed);
  look(false);
  return () => {
    clearTimeout(late);
    speech.removeEventListener?.('voiceschanged', changed);
  };
}

function errorReason(error: string): 'refused' | 'stopped' | 'failed' {
  if (error === 'not-allowed') return 'refused';
  return error === 'canceled' || error === 'interrupted' ? 'stopped' : 'failed';
}

/** The browser's voices (Web Speech API) as an engine. Nothing here decides anything. */
import type { Engine, Tell } from './engine.ts';
import type { Order } from './player-state.ts';
import type { Voice } from './voices.ts';

/** Between a cancel and the next utterance: without a pause some browsers cancel that too. */
const AFTER_CANCEL_MS = 60;
/** Voices of most devices come after the page; after so long there are none. */
const VOICES_MS = 2_000;

export function hasSpeech(): boolean {
  return 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;
}

export function speechEngine(tell: Tell): Engine {
  const speech = window.speechSynthesis;
  /** Kept here, as Chrome forgets utterances that nobody holds, and their events with them. */
  let under: { order: Order; utterance: SpeechSynthesisUtterance } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    under = null;
    speech.cancel();
    // One that was paused by the browser stays paused, and keeps all that come after it.
    if (speech.paused) speech.resume();
  }

  function say(order: Order): void {
    const utterance = new SpeechSynthesisUtterance(order.text);
    const voice = speech.getVoices().find(({ voiceURI }) => voiceURI === order.voice?.id);
    if (voice !== undefined) utterance.voice = voice;
    utterance.lang = voice?.lang ?? order.lang;
    utterance.rate = order.rate;
    utterance.volume = order.volume;
    const { token } = order;
    utterance.onstart = () => tell({ on: 'started', token });
    utterance.onend = () => tell({ on: 'ended', token });
    utterance.onerror = ({ error }) => tell({ on: 'failed', token, why: whyOf(error) });
    under = { order, utterance };
    speech.speak(utterance);
  }

  return {
    speak(order) {
      const isBusy = speech.speaking || speech.pending || speech.paused;
      // At once where it can be: some browsers speak only within the tap.
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

/** Calls `found` with the voices that there are, and again whenever these are others. Returns how to stop that. */
export function watchVoices(found: (voices: Voice[], areKnown: boolean) => void): () => void {
  const speech = window.speechSynthesis;
  const look = (areKnown: boolean) => {
    const voices = speech.getVoices().map(({ voiceURI, name, lang, localService, default: isDefault }) => {
      return { id: voiceURI, name, lang, isLocal: localService, isDefault };
    });
    found(voices, areKnown || voices.length > 0);
  };
  const late = setTimeout(look, VOICES_MS, true);
  const changed = () => look(false);
  // Old Safari has no such event on it.
  speech.addEventListener?.('voiceschanged', changed);
  look(false);
  return () => {
    clearTimeout(late);
    speech.removeEventListener?.('voiceschanged', changed);
  };
}

function whyOf(error: string): 'refused' | 'stopped' | 'failed' {
  if (error === 'not-allowed') return 'refused';
  return error === 'canceled' || error === 'interrupted' ? 'stopped' : 'failed';
}

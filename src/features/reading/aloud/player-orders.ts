/** What the player orders to be said, and by which voice. Browser-safe, and without a browser. */
import { splitBreaths } from '../text/split-breaths.ts';
import { volumeAt } from './bedtime-timer.ts';
import type { Action, PlayerState, Step } from './player-state.ts';
import { cutForRemote } from './spoken-text.ts';
import { baseOf, type Voice, voicesFor } from './voices.ts';

/** A voice that has not begun after so long will not. */
const START_MS = 5_000;

/** Orders the sentence (the piece of it) that the player is at. Whatever was ordered before is cancelled by the engine itself. */
export function speakNow(state: PlayerState, now: number, before: Action[] = []): Step {
  const sentence = state.sentences[state.at];
  if (sentence === undefined) return { state, actions: before };
  const token = state.token + 1;
  const voice = voiceOf(state, sentence.lang);
  const text = piecesOf(state)[state.piece] ?? sentence.text;
  const silentMs = Math.max(600, (Math.max(1, sentence.words) / state.pace) * 60_000);
  const order = { token, text, lang: sentence.lang, voice, rate: state.rate, volume: volumeAt(state.timer, now), silentMs };
  const late: Action[] = voice === null ? [] : [{ do: 'after', ms: START_MS, event: { on: 'late', token } }];
  return { state: { ...state, token, heard: 'nothing' }, actions: [...before, { do: 'speak', order }, ...late] };
}

/** The voice of a language: of the tale's own that which the reader has chosen, else the best; passages in others may have to do with it. */
export function voiceOf(state: PlayerState, lang: string): Voice | null {
  const usable = state.voices.filter(({ id }) => !state.failed.includes(id));
  const bestOf = (language: string) => {
    const matching = voicesFor(usable, language);
    return matching.find(({ id }) => id === state.chosen[baseOf(language)]) ?? matching[0];
  };
  const own = bestOf(state.language);
  if (own === undefined) return null;
  return bestOf(lang) ?? own;
}

/** No voice reads: the page moves at the reader's pace instead. */
export function isPageMoving(state: PlayerState): boolean {
  return voiceOf(state, state.language) === null;
}

export function pieceCount(state: PlayerState): number {
  return piecesOf(state).length;
}

function piecesOf(state: PlayerState): string[] {
  const sentence = state.sentences[state.at];
  if (sentence === undefined) return [];
  const { text, lang } = sentence;
  if (voiceOf(state, lang)?.isLocal === false) return cutForRemote(text);
  return splitBreaths(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));
}

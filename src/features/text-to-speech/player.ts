/**
 * The player as a pure state machine: events and the time go in, the new state and actions come out. Speaks one sentence at a time. Pausing
 * cancels and repeats the sentence later, as many devices cannot resume speech.
 */

import { baseLanguage, type Voice, voicesFor } from './components/voice-settings.ts';
import type { Action, PlayerEvent, PlayerState, Transition } from './player-state.ts';
import { isExpired, pauseTimer, resumeTimer, volumeAt } from './sleep-timer.ts';
import { splitForRemoteVoice, splitLongSentence } from './spoken-text.ts';

export function transition(state: PlayerState, event: PlayerEvent, now: number): Transition {
  switch (event.on) {
    case 'text':
      return onText(state, event, now);
    case 'voices':
      return onVoices(state, event, now);
    case 'toggle':
      return isPlaying(state) ? pause(state, now) : play(state, now);
    case 'play':
      return isPlaying(state) ? unchanged(state) : play(state, now);
    case 'pause':
      return isPlaying(state) ? pause(state, now) : unchanged(state);
    case 'next':
      return goTo(state, state.at + 1, now);
    case 'previous':
      return goTo(state, state.at - 1, now);
    case 'go':
      return state.status === 'between'
        ? unchanged(state)
        : goTo({ ...state, status: 'reading', isNight: false, note: null }, event.at, now);
    case 'lift':
      return unchanged({ ...state, isNight: false });
    case 'timer':
      return unchanged({ ...state, timer: isPlaying(state) ? event.timer : pauseTimer(event.timer, now) });
    case 'voice':
      return restartSentence({ ...state, ...chooseVoice(state, event.id), note: null, tries: 0 }, now);
    case 'rate':
      return restartSentence({ ...state, rate: event.rate }, now);
    case 'pace':
      return restartSentence({ ...state, pace: event.pace }, now);
    case 'no-next':
      return state.status === 'between' ? endForNight(state, event.isLast ? 'last-tale' : 'no-next') : unchanged(state);
    case 'woken':
      return state.heard === 'rest' || event.isSpeaking ? unchanged(state) : restartSentence(state, now);
    default:
      return event.token === state.token && state.status === 'reading' ? onEngineEvent(state, event, now) : unchanged(state);
  }
}

/** Handles events of the current utterance. */
function onEngineEvent(state: PlayerState, event: Extract<PlayerEvent, { token: number }>, now: number): Transition {
  switch (event.on) {
    case 'started':
      return onStarted(state);
    case 'ended':
      return onEnded(state, now);
    case 'rested':
      return speakCurrent(state, now);
    case 'late':
      // Chrome sometimes does not fire the end event.
      return state.heard === 'voice' ? onEnded(state, now, [{ do: 'cancel' }]) : onVoiceFailed(state, now);
    default:
      if (event.why === 'failed') return onVoiceFailed(state, now);
      return withNote(pause(state, now), event.why === 'refused' ? 'refused' : null);
  }
}

function onStarted(state: PlayerState): Transition {
  if (state.heard === 'voice') return unchanged(state);
  const { text } = state.sentences[state.at] ?? { text: '' };
  const actions: Action[] =
    state.piece === 0
      ? [
          { do: 'show', at: state.at },
          { do: 'keep', at: state.at },
        ]
      : [];
  // Three characters per second is slower than any voice.
  const late: Action = { do: 'after', ms: 8_000 + (text.length * 333) / state.rate, event: { on: 'late', token: state.token } };
  if (!isSilent(state)) actions.push(late);
  return { state: { ...state, heard: 'voice', tries: 0 }, actions };
}

function onEnded(state: PlayerState, now: number, before: Action[] = []): Transition {
  const sentence = state.sentences[state.at];
  if (state.piece + 1 < pieceCount(state)) return speakCurrent({ ...state, piece: state.piece + 1 }, now, before);
  if (isExpired(state.timer, now)) return endForNight(state, null);
  if (sentence === undefined || state.at + 1 >= state.sentences.length) return onTaleEnd(state);
  const next = { ...state, at: state.at + 1, piece: 0 };
  if (sentence.pause === 0 || isSilent(state)) return speakCurrent(next, now, before);
  const token = state.token + 1;
  const rest: Action = { do: 'after', ms: sentence.pause / state.rate, event: { on: 'rested', token } };
  return { state: { ...next, token, heard: 'rest' }, actions: [...before, rest] };
}

function onTaleEnd(state: PlayerState): Transition {
  const finish: Action = { do: 'finish' };
  const { timer } = state;
  if (timer === null) {
    return { state: { ...idle(state), status: 'finished' }, actions: [{ do: 'cancel' }, { do: 'show', at: null }, finish] };
  }
  if (timer.in === 'tales' && timer.left <= 1) {
    const { state: after, actions } = endForNight(state, null);
    return { state: after, actions: [finish, ...actions] };
  }
  const left = timer.in === 'tales' ? { ...timer, left: timer.left - 1 } : timer;
  const actions: Action[] = [{ do: 'cancel' }, { do: 'show', at: null }, finish, { do: 'next-tale' }];
  return { state: { ...idle(state), status: 'between', timer: left }, actions };
}

/** Ends playback for the night. */
function endForNight(state: PlayerState, note: PlayerState['note']): Transition {
  const actions: Action[] = [{ do: 'cancel' }, { do: 'show', at: null }];
  return { state: { ...idle(state), status: 'finished', timer: null, isNight: true, note }, actions };
}

function onText(state: PlayerState, event: Extract<PlayerEvent, { on: 'text' }>, now: number): Transition {
  const { sentences, language } = event;
  const at = Math.min(Math.max(0, event.at), Math.max(0, sentences.length - 1));
  const next = { ...idle(state), sentences, language, at, status: 'paused' as const };
  if (sentences.length === 0) return { state: { ...next, status: 'finished' }, actions: [{ do: 'cancel' }] };
  if (isExpired(next.timer, now)) return endForNight(next, null);
  if (event.play) return play(next, now);
  return { state: next, actions: [{ do: 'cancel' }, { do: 'show', at }] };
}

function onVoices(state: PlayerState, { voices, areKnown }: Extract<PlayerEvent, { on: 'voices' }>, now: number): Transition {
  const next = { ...state, voices, areVoicesKnown: state.areVoicesKnown || areKnown };
  const hasVoice = voiceOf(next, next.language) !== null;
  if (hasVoice && next.note === 'no-voice') return unchanged({ ...next, note: null });
  return next.status === 'waiting' && (hasVoice || next.areVoicesKnown) ? play(next, now) : unchanged(next);
}

function play(state: PlayerState, now: number): Transition {
  const isBack = state.status === 'finished';
  const next = { ...state, at: isBack ? 0 : state.at, piece: 0, isNight: false, timer: resumeTimer(state.timer, now) };
  const note = isSilent(next) ? (next.note ?? 'no-voice') : next.note === 'other-voice' ? next.note : null;
  if (!next.areVoicesKnown && isSilent(next)) return unchanged({ ...next, status: 'waiting', note: null });
  return speakCurrent({ ...next, status: 'reading', note, tries: 0 }, now);
}

function pause(state: PlayerState, now: number): Transition {
  return { state: { ...idle(state), status: 'paused', timer: pauseTimer(state.timer, now) }, actions: [{ do: 'cancel' }] };
}

function goTo(state: PlayerState, at: number, now: number): Transition {
  if (state.status === 'between' || state.sentences.length === 0) return unchanged(state);
  const next = { ...idle(state), at: Math.min(Math.max(0, at), state.sentences.length - 1), tries: 0 };
  if (state.status === 'reading') return speakCurrent({ ...next, timer: resumeTimer(next.timer, now) }, now);
  const status = state.status === 'finished' ? 'paused' : state.status;
  return {
    state: { ...next, status },
    actions: [
      { do: 'show', at: next.at },
      { do: 'keep', at: next.at },
    ],
  };
}

/** After a failure: retries a local voice once, then uses another voice, then silent reading. */
function onVoiceFailed(state: PlayerState, now: number): Transition {
  const voice = voiceOf(state, state.sentences[state.at]?.lang ?? state.language);
  if (voice === null) return onEnded(state, now);
  if (voice.isLocal && state.tries === 0) return speakCurrent({ ...state, tries: 1 }, now, [{ do: 'cancel' }]);
  const next = { ...state, failed: [...state.failed, voice.id], tries: 0, piece: 0 };
  const note = isSilent(next) ? 'voices-failed' : 'other-voice';
  return speakCurrent({ ...next, note }, now, [{ do: 'cancel' }]);
}

function chooseVoice(state: PlayerState, id: string): Pick<PlayerState, 'chosen' | 'failed'> {
  return { chosen: { ...state.chosen, [baseLanguage(state.language)]: id }, failed: state.failed.filter((other) => other !== id) };
}

/** Restarts the sentence after a change of settings. */
function restartSentence(state: PlayerState, now: number): Transition {
  return state.status === 'reading' ? speakCurrent({ ...state, piece: 0 }, now) : unchanged(state);
}

function isPlaying({ status }: PlayerState): boolean {
  return status === 'reading' || status === 'waiting' || status === 'between';
}

/** Invalidates the current utterance, so that its events are ignored. */
function idle(state: PlayerState): PlayerState {
  return { ...state, token: state.token + 1, piece: 0, heard: 'nothing' };
}

function withNote({ state, actions }: Transition, note: PlayerState['note']): Transition {
  return { state: { ...state, note }, actions };
}

function unchanged(state: PlayerState): Transition {
  return { state, actions: [] };
}

/** Time after which a voice is considered failed. */
const START_MS = 5_000;

/** Speaks the current piece of the sentence. The engine cancels the previous one. */
export function speakCurrent(state: PlayerState, now: number, before: Action[] = []): Transition {
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

/** Returns the voice for a language: the chosen one, else the best, else that of the tale's language. Null without a voice for the tale. */
export function voiceOf(state: PlayerState, lang: string): Voice | null {
  const usable = state.voices.filter(({ id }) => !state.failed.includes(id));
  const bestOf = (language: string) => {
    const matching = voicesFor(usable, language);
    return matching.find(({ id }) => id === state.chosen[baseLanguage(language)]) ?? matching[0];
  };
  const own = bestOf(state.language);
  if (own === undefined) return null;
  return bestOf(lang) ?? own;
}

/** Whether there is no voice, so that the page scrolls at the reader's speed instead. */
export function isSilent(state: PlayerState): boolean {
  return voiceOf(state, state.language) === null;
}

export function pieceCount(state: PlayerState): number {
  return piecesOf(state).length;
}

function piecesOf(state: PlayerState): string[] {
  const sentence = state.sentences[state.at];
  if (sentence === undefined) return [];
  const { text, lang } = sentence;
  if (voiceOf(state, lang)?.isLocal === false) return splitForRemoteVoice(text);
  return splitLongSentence(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));
}

/**
 * The player as a state machine: what happens goes in with the time, what is to be done comes out. One sentence is ordered at a time.
 * To pause is to cancel and to remember the sentence, as voices of many devices do not go on where they were paused.
 */
import { isOver, startClock, stopClock } from './bedtime-timer.ts';
import { isPageMoving, pieceCount, speakNow, voiceOf } from './player-orders.ts';
import type { Action, PlayerEvent, PlayerState, Step } from './player-state.ts';
import { baseOf } from './voices.ts';

export function step(state: PlayerState, event: PlayerEvent, now: number): Step {
  switch (event.on) {
    case 'text':
      return takeText(state, event, now);
    case 'voices':
      return takeVoices(state, event, now);
    case 'toggle':
      return isGoing(state) ? pause(state, now) : play(state, now);
    case 'play':
      return isGoing(state) ? stay(state) : play(state, now);
    case 'pause':
      return isGoing(state) ? pause(state, now) : stay(state);
    case 'next':
      return goTo(state, state.at + 1, now);
    case 'previous':
      return goTo(state, state.at - 1, now);
    case 'go':
      return state.status === 'between' ? stay(state) : goTo({ ...state, status: 'reading', isNight: false, note: null }, event.at, now);
    case 'lift':
      return stay({ ...state, isNight: false });
    case 'timer':
      return stay({ ...state, timer: isGoing(state) ? event.timer : stopClock(event.timer, now) });
    case 'voice':
      return again({ ...state, ...choice(state, event.id), note: null, tries: 0 }, now);
    case 'rate':
      return again({ ...state, rate: event.rate }, now);
    case 'pace':
      return again({ ...state, pace: event.pace }, now);
    case 'no-next':
      return state.status === 'between' ? night(state, event.isLast ? 'last-tale' : 'no-next') : stay(state);
    case 'woken':
      return state.heard === 'rest' || event.isSpeaking ? stay(state) : again(state, now);
    default:
      return event.token === state.token && state.status === 'reading' ? follow(state, event, now) : stay(state);
  }
}

/** What the engine tells of the sentence that was ordered last. */
function follow(state: PlayerState, event: Extract<PlayerEvent, { token: number }>, now: number): Step {
  switch (event.on) {
    case 'started':
      return heard(state);
    case 'ended':
      return ended(state, now);
    case 'rested':
      return speakNow(state, now);
    case 'late':
      // Chrome sometimes does not tell of an end.
      return state.heard === 'voice' ? ended(state, now, [{ do: 'cancel' }]) : withoutVoice(state, now);
    default:
      if (event.why === 'failed') return withoutVoice(state, now);
      return withNote(pause(state, now), event.why === 'refused' ? 'refused' : null);
  }
}

function heard(state: PlayerState): Step {
  if (state.heard === 'voice') return stay(state);
  const { text } = state.sentences[state.at] ?? { text: '' };
  const actions: Action[] =
    state.piece === 0
      ? [
          { do: 'show', at: state.at },
          { do: 'keep', at: state.at },
        ]
      : [];
  // Three letters a second is slower than any voice.
  const late: Action = { do: 'after', ms: 8_000 + (text.length * 333) / state.rate, event: { on: 'late', token: state.token } };
  if (!isPageMoving(state)) actions.push(late);
  return { state: { ...state, heard: 'voice', tries: 0 }, actions };
}

function ended(state: PlayerState, now: number, before: Action[] = []): Step {
  const sentence = state.sentences[state.at];
  if (state.piece + 1 < pieceCount(state)) return speakNow({ ...state, piece: state.piece + 1 }, now, before);
  if (isOver(state.timer, now)) return night(state, null);
  if (sentence === undefined || state.at + 1 >= state.sentences.length) return taleOver(state);
  const next = { ...state, at: state.at + 1, piece: 0 };
  if (sentence.pause === 0 || isPageMoving(state)) return speakNow(next, now, before);
  const token = state.token + 1;
  const rest: Action = { do: 'after', ms: sentence.pause / state.rate, event: { on: 'rested', token } };
  return { state: { ...next, token, heard: 'rest' }, actions: [...before, rest] };
}

function taleOver(state: PlayerState): Step {
  const finish: Action = { do: 'finish' };
  const { timer } = state;
  if (timer === null) {
    return { state: { ...idle(state), status: 'finished' }, actions: [{ do: 'cancel' }, { do: 'show', at: null }, finish] };
  }
  if (timer.in === 'tales' && timer.left <= 1) {
    const { state: after, actions } = night(state, null);
    return { state: after, actions: [finish, ...actions] };
  }
  const left = timer.in === 'tales' ? { ...timer, left: timer.left - 1 } : timer;
  const actions: Action[] = [{ do: 'cancel' }, { do: 'show', at: null }, finish, { do: 'next-tale' }];
  return { state: { ...idle(state), status: 'between', timer: left }, actions };
}

/** Bedtime: all is still. */
function night(state: PlayerState, note: PlayerState['note']): Step {
  const actions: Action[] = [{ do: 'cancel' }, { do: 'show', at: null }];
  return { state: { ...idle(state), status: 'finished', timer: null, isNight: true, note }, actions };
}

function takeText(state: PlayerState, event: Extract<PlayerEvent, { on: 'text' }>, now: number): Step {
  const { sentences, language } = event;
  const at = Math.min(Math.max(0, event.at), Math.max(0, sentences.length - 1));
  const next = { ...idle(state), sentences, language, at, status: 'paused' as const };
  if (sentences.length === 0) return { state: { ...next, status: 'finished' }, actions: [{ do: 'cancel' }] };
  if (isOver(next.timer, now)) return night(next, null);
  if (event.play) return play(next, now);
  return { state: next, actions: [{ do: 'cancel' }, { do: 'show', at }] };
}

function takeVoices(state: PlayerState, { voices, areKnown }: Extract<PlayerEvent, { on: 'voices' }>, now: number): Step {
  const next = { ...state, voices, areVoicesKnown: state.areVoicesKnown || areKnown };
  const hasVoice = voiceOf(next, next.language) !== null;
  if (hasVoice && next.note === 'no-voice') return stay({ ...next, note: null });
  return next.status === 'waiting' && (hasVoice || next.areVoicesKnown) ? play(next, now) : stay(next);
}

function play(state: PlayerState, now: number): Step {
  const isBack = state.status === 'finished';
  const next = { ...state, at: isBack ? 0 : state.at, piece: 0, isNight: false, timer: startClock(state.timer, now) };
  const note = isPageMoving(next) ? (next.note ?? 'no-voice') : next.note === 'other-voice' ? next.note : null;
  if (!next.areVoicesKnown && isPageMoving(next)) return stay({ ...next, status: 'waiting', note: null });
  return speakNow({ ...next, status: 'reading', note, tries: 0 }, now);
}

function pause(state: PlayerState, now: number): Step {
  return { state: { ...idle(state), status: 'paused', timer: stopClock(state.timer, now) }, actions: [{ do: 'cancel' }] };
}

function goTo(state: PlayerState, at: number, now: number): Step {
  if (state.status === 'between' || state.sentences.length === 0) return stay(state);
  const next = { ...idle(state), at: Math.min(Math.max(0, at), state.sentences.length - 1), tries: 0 };
  if (state.status === 'reading') return speakNow({ ...next, timer: startClock(next.timer, now) }, now);
  const status = state.status === 'finished' ? 'paused' : state.status;
  return {
    state: { ...next, status },
    actions: [
      { do: 'show', at: next.at },
      { do: 'keep', at: next.at },
    ],
  };
}

/** The voice could not be heard: once more with one of the device's own, else another reads on, else the page moves by itself. */
function withoutVoice(state: PlayerState, now: number): Step {
  const voice = voiceOf(state, state.sentences[state.at]?.lang ?? state.language);
  if (voice === null) return ended(state, now);
  if (voice.isLocal && state.tries === 0) return speakNow({ ...state, tries: 1 }, now, [{ do: 'cancel' }]);
  const next = { ...state, failed: [...state.failed, voice.id], tries: 0, piece: 0 };
  const note = isPageMoving(next) ? 'voices-failed' : 'other-voice';
  return speakNow({ ...next, note }, now, [{ do: 'cancel' }]);
}

function choice(state: PlayerState, id: string): Pick<PlayerState, 'chosen' | 'failed'> {
  return { chosen: { ...state.chosen, [baseOf(state.language)]: id }, failed: state.failed.filter((other) => other !== id) };
}

/** The sentence from its beginning, as something about it has changed. */
function again(state: PlayerState, now: number): Step {
  return state.status === 'reading' ? speakNow({ ...state, piece: 0 }, now) : stay(state);
}

function isGoing({ status }: PlayerState): boolean {
  return status === 'reading' || status === 'waiting' || status === 'between';
}

/** Nothing is ordered: whatever an engine still tells is of the past. */
function idle(state: PlayerState): PlayerState {
  return { ...state, token: state.token + 1, piece: 0, heard: 'nothing' };
}

function withNote({ state, actions }: Step, note: PlayerState['note']): Step {
  return { state: { ...state, note }, actions };
}

function stay(state: PlayerState): Step {
  return { state, actions: [] };
}

import type { Voice } from '#src/features/text-to-speech/components/voice-settings.ts';
import { transition } from '#src/features/text-to-speech/player.ts';
import {
  type Action,
  INITIAL_STATE,
  type PlayerEvent,
  type PlayerState,
  type Sentence,
  type Utterance,
} from '#src/features/text-to-speech/player-state.ts';

/** A text-to-speech player without a browser: voices with realistic faults, and a manual clock. */

/** Events that a voice sends for an utterance, each after a delay. */
type Behaviour = (order: Utterance) => [afterMs: number, event: PlayerEvent][];

const wordMs = 400;
export const working: Behaviour = ({ token, text }) => [
  [100, { on: 'started', token }],
  [100 + text.split(' ').length * wordMs, { on: 'ended', token }],
];
export const unresponsive: Behaviour = () => [];
export const failing: Behaviour = ({ token }) => [[50, { on: 'failed', token, why: 'failed' }]];
export const notAllowed: Behaviour = ({ token }) => [[1, { on: 'failed', token, why: 'refused' }]];
export const withoutEnd: Behaviour = ({ token }) => [[100, { on: 'started', token }]];
export const withoutStart: Behaviour = (order) => working(order).slice(1);

export const near: Voice = { id: 'near', name: 'Near', lang: 'en-GB', isLocal: true, isDefault: false };
export const far: Voice = { id: 'far', name: 'Far', lang: 'en-GB', isLocal: false, isDefault: true };
export const german: Voice = { id: 'german', name: 'German', lang: 'de_DE', isLocal: true, isDefault: false };

/** Returns sentences of three words, each in its own paragraph. */
export function createSentences(count: number, change: Partial<Sentence> = {}): Sentence[] {
  return Array.from({ length: count }, (_, block) => {
    const text = `Sentence number ${block}.`;
    return { text, lang: 'en', words: 3, block, start: 0, end: text.length, pause: 0, ...change };
  });
}

/** Opens a player with these voices and a manual clock. */
export function openPlayer(behaviours: [Voice, Behaviour][], sentences = createSentences(4)) {
  let state: PlayerState = INITIAL_STATE;
  let now = 0;
  let queue: { at: number; event: PlayerEvent }[] = [];
  let after: { at: number; event: PlayerEvent } | null = null;
  const spoken: Utterance[] = [];
  const done: string[] = [];
  const shown: (number | null)[] = [];

  function runAction(action: Action): void {
    if (action.do === 'speak' || action.do === 'cancel' || action.do === 'after') after = null;
    if (action.do === 'after') after = { at: now + action.ms, event: action.event };
    else if (action.do === 'show') shown.push(action.at);
    else if (action.do === 'cancel') queue = [];
    else if (action.do === 'speak') speak(action.order);
    else done.push(action.do === 'keep' ? `keep ${action.at}` : action.do);
  }
  function speak(order: Utterance): void {
    spoken.push(order);
    const { token } = order;
    const silence: Behaviour = () => [
      [0, { on: 'started', token }],
      [order.silentMs, { on: 'ended', token }],
    ];
    const behave = behaviours.find(([voice]) => voice.id === order.voice?.id)?.[1] ?? silence;
    queue = behave(order).map(([ms, event]) => ({ at: now + ms, event }));
  }
  function dispatch(event: PlayerEvent): void {
    const { state: next, actions } = transition(state, event, now);
    state = next;
    actions.forEach(runAction);
  }
  /** Advances the clock, and dispatches all events that are due. */
  function pass(ms: number): void {
    const end = now + ms;
    for (;;) {
      const due = [...queue, ...(after === null ? [] : [after])].toSorted((a, b) => a.at - b.at)[0];
      if (due === undefined || due.at > end) break;
      queue = queue.filter((entry) => entry !== due);
      if (after === due) after = null;
      now = Math.max(now, due.at);
      dispatch(due.event);
    }
    now = end;
  }
  dispatch({ on: 'text', sentences, language: 'en', at: 0, play: true });
  dispatch({ on: 'voices', voices: behaviours.map(([voice]) => voice), areKnown: true });
  return { state: () => state, spoken, done, shown, dispatch, pass, now: () => now, said: () => spoken.map(({ text }) => text) };
}

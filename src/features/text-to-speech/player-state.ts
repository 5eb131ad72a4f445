/** State, events and actions of the player. */

import type { Voice } from './components/voice-settings.ts';
import type { SleepTimer } from './sleep-timer.ts';

/**
 * A sentence of a tale. `block`, `start`, `end`: index of its block and character offsets in it; the title is block -1. `text`: spoken text.
 * `pause`: silence after it in ms.
 */
export type Sentence = { text: string; lang: string; words: number; block: number; start: number; end: number; pause: number };

/** What an engine speaks. Without a voice: silence of `silentMs`. Its events carry the token. */
export type Utterance = { token: number; text: string; lang: string; voice: Voice | null; rate: number; volume: number; silentMs: number };

/** Notes shown in the player bar. */
export type Note = 'no-voice' | 'voices-failed' | 'other-voice' | 'refused' | 'no-next' | 'last-tale';

/**
 * `waiting`: voices are not loaded yet. `between`: the next tale is loading. `finished`: the tale or the sleep timer (`isNight`) has ended.
 */
export type Status = 'waiting' | 'reading' | 'paused' | 'between' | 'finished';

export type PlayerState = {
  status: Status;
  language: string;
  sentences: readonly Sentence[];
  /** Index of the current sentence, and of the piece of it. */
  at: number;
  piece: number;
  /** Events with an older token are stale. */
  token: number;
  /** Progress of the utterance: not started, speaking, or the pause after it. */
  heard: 'nothing' | 'voice' | 'rest';
  /** Failed attempts to start the sentence. */
  tries: number;
  voices: readonly Voice[];
  /** Voices have loaded, or timed out. */
  areVoicesKnown: boolean;
  /** Ids of voices that failed. */
  failed: readonly string[];
  /** Ids of chosen voices, by language without region. */
  chosen: Readonly<Record<string, string>>;
  /** 0.5 to 2. */
  rate: number;
  /** Words per minute without a voice. */
  pace: number;
  timer: SleepTimer | null;
  isNight: boolean;
  note: Note | null;
};

export type PlayerEvent =
  | { on: 'text'; sentences: readonly Sentence[]; language: string; at: number; play: boolean }
  | { on: 'voices'; voices: readonly Voice[]; areKnown: boolean }
  | { on: 'play' | 'pause' | 'toggle' | 'next' | 'previous' | 'lift' }
  | { on: 'go'; at: number }
  | { on: 'started' | 'ended' | 'late' | 'rested'; token: number }
  /** `refused`: the browser requires a user gesture. `stopped`: ended by the device. `failed`: the voice does not work. */
  | { on: 'failed'; token: number; why: 'refused' | 'stopped' | 'failed' }
  | { on: 'voice'; id: string }
  | { on: 'rate'; rate: number }
  | { on: 'pace'; pace: number }
  | { on: 'timer'; timer: SleepTimer | null }
  | { on: 'no-next'; isLast: boolean }
  /** The page is visible again. */
  | { on: 'woken'; isSpeaking: boolean };

/** There is one timer: `after`, `speak` and `cancel` replace it. */
export type Action =
  | { do: 'speak'; order: Utterance }
  | { do: 'cancel' }
  | { do: 'after'; ms: number; event: PlayerEvent }
  | { do: 'show'; at: number | null }
  | { do: 'keep'; at: number }
  | { do: 'finish' | 'next-tale' };

export type Transition = { state: PlayerState; actions: Action[] };

export const INITIAL_STATE: PlayerState = {
  status: 'waiting',
  language: 'en',
  sentences: [],
  at: 0,
  piece: 0,
  token: 0,
  heard: 'nothing',
  tries: 0,
  voices: [],
  areVoicesKnown: false,
  failed: [],
  chosen: {},
  rate: 1,
  pace: 130,
  timer: null,
  isNight: false,
  note: null,
};

/** What the player knows, and what can happen to it. Browser-safe, and without a browser. */
import type { BedtimeTimer } from './bedtime-timer.ts';
import type { Voice } from './voices.ts';

/**
 * One sentence of a tale. `block` and `start`, `end`: the child of the text that it stands in, and characters into that; of the title
 * the block is -1. `text` is what is said. `pause`: milliseconds of silence after it.
 */
export type Sentence = { text: string; lang: string; words: number; block: number; start: number; end: number; pause: number };

/** What an engine is to say. Without a voice it is silence, as long as the words would take. What happens to it is told with the token. */
export type Order = { token: number; text: string; lang: string; voice: Voice | null; rate: number; volume: number; silentMs: number };

/** What has to be told beside whether it reads. */
export type Note = 'no-voice' | 'voices-failed' | 'other-voice' | 'refused' | 'no-next' | 'last-tale';

/**
 * `waiting`: until it is known which voices there are. `between`: the next tale is on its way. `finished`: the tale is over, or
 * bedtime (`isNight`).
 */
export type Status = 'waiting' | 'reading' | 'paused' | 'between' | 'finished';

export type PlayerState = {
  status: Status;
  language: string;
  sentences: readonly Sentence[];
  /** The sentence that is read or will be, and which piece of it. */
  at: number;
  piece: number;
  /** What belongs to another token than the last one is of the past. */
  token: number;
  /** Of what was ordered: nothing heard yet, being heard, or the silence after it. */
  heard: 'nothing' | 'voice' | 'rest';
  /** How often the sentence was begun in vain. */
  tries: number;
  voices: readonly Voice[];
  /** No more voices are waited for. */
  areVoicesKnown: boolean;
  /** Voices (ids) that could not be heard. */
  failed: readonly string[];
  /** Voices (ids) that the reader has chosen, by language without region. */
  chosen: Readonly<Record<string, string>>;
  /** 0.5 to 2. */
  rate: number;
  /** Words a minute of the page that moves by itself. */
  pace: number;
  timer: BedtimeTimer | null;
  isNight: boolean;
  note: Note | null;
};

export type PlayerEvent =
  | { on: 'text'; sentences: readonly Sentence[]; language: string; at: number; play: boolean }
  | { on: 'voices'; voices: readonly Voice[]; areKnown: boolean }
  | { on: 'play' | 'pause' | 'toggle' | 'next' | 'previous' | 'lift' }
  | { on: 'go'; at: number }
  | { on: 'started' | 'ended' | 'late' | 'rested'; token: number }
  /** `refused`: the browser wants a tap first. `stopped`: the device has ended it. `failed`: this voice cannot. */
  | { on: 'failed'; token: number; why: 'refused' | 'stopped' | 'failed' }
  | { on: 'voice'; id: string }
  | { on: 'rate'; rate: number }
  | { on: 'pace'; pace: number }
  | { on: 'timer'; timer: BedtimeTimer | null }
  /** There is no next tale, or it cannot be opened. */
  | { on: 'no-next'; isLast: boolean }
  /** The page is in sight again. */
  | { on: 'woken'; isSpeaking: boolean };

/** `after` waits for one thing at a time; a new one and `cancel` take the place of the old one. */
export type Action =
  | { do: 'speak'; order: Order }
  | { do: 'cancel' }
  | { do: 'after'; ms: number; event: PlayerEvent }
  | { do: 'show'; at: number | null }
  | { do: 'keep'; at: number }
  | { do: 'finish' | 'next-tale' };

export type Step = { state: PlayerState; actions: Action[] };

export const START: PlayerState = {
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

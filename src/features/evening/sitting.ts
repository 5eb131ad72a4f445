/** One sitting with a tale: whether it was read from its beginning to its end, and in what time. Plain and pure. */

/** Where one is: the share of the text that is above the end of the window, 0 to 1, and how much of it fits in the window. */
export type Look = { at: number; progress: number; window: number };

/** `minutes`: the time between looks, longer pauses left out; null: nothing can be told of it any more. */
export type SittingState = { last: Look; ms: number; isOver: boolean } | null;

/** Who does not move for so long has gone away, ms. */
const LONGEST_LOOK_MS = 240_000;
/** The end of the text is in sight. */
const END = 0.99;
/** What is leafed through in one go is not read, in windows. */
const LEAP = 2.5;
/** Of the last window so much is not read yet when the end comes in sight. */
const UNREAD = 0.6;

/** The sitting after one more look; begins with one at the beginning of the text. */
export function look(state: SittingState | undefined, next: Look): SittingState {
  if (state === undefined) return next.progress <= next.window ? { last: next, ms: 0, isOver: false } : null;
  if (state === null || state.isOver) return state;
  const ms = next.at - state.last.at;
  if (ms > LONGEST_LOOK_MS || next.progress - state.last.progress > LEAP * next.window) return null;
  return { last: next, ms: state.ms + ms, isOver: next.progress >= END };
}

/** Words and minutes of a sitting that is over; undefined while it is not, and for a text of a few windows, of which nothing can be told. */
export function measure(state: SittingState | undefined, words: number): { words: number; minutes: number } | undefined {
  if (!state?.isOver || state.last.window > 0.5) return undefined;
  return { words: Math.round(words * (1 - UNREAD * state.last.window)), minutes: state.ms / 60_000 };
}

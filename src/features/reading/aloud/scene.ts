import { startFollowing } from './follow.ts';
import { glow, isGlowLaid } from './highlight.ts';
import type { Sentence } from './player-state.ts';
import { rangeOf } from './sentence-range.ts';

/** What is seen of the reading in the text: the sentence that glows, and the page that follows it. */
export type Scene = {
  /** Null takes the light away. `glideMs`: how long the page takes to bring the sentence to the middle, in silent reading. */
  light: (sentence: Sentence | null, glideMs: number) => void;
  comeBack: () => void;
  stop: () => void;
};

export function startScene(onAway: (isAway: boolean) => void): Scene {
  const follower = startFollowing(onAway);
  let lit: Sentence | null = null;
  const again = () => glow(lit === null ? null : rangeOf(lit));
  if (isGlowLaid()) addEventListener('resize', again);
  return {
    light(sentence, glideMs) {
      lit = sentence;
      const range = sentence === null ? null : rangeOf(sentence);
      glow(range);
      if (range !== null) follower.follow(range, glideMs);
    },
    comeBack: follower.comeBack,
    stop() {
      removeEventListener('resize', again);
      follower.stop();
      glow(null);
    },
  };
}

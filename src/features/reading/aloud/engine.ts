import type { Order, PlayerEvent } from './player-state.ts';

/** Something that says one thing at a time, and tells the player what happens to it. */
export type Engine = {
  /** Whatever is being said is cancelled first. */
  speak: (order: Order) => void;
  cancel: () => void;
  /** As far as it knows itself. */
  isSpeaking: () => boolean;
};

export type Tell = (event: PlayerEvent) => void;

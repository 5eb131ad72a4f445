import { readKept } from '../store/kept-state.ts';

/** Whose bookshelf is on this device: tells accounts apart without naming anyone; null for the device's own. */
export function keptOwner(): string | null {
  return readKept().owner;
}

/** How many changes wait to be sent. */
export function countUnsent(): number {
  return readKept().queue.length;
}

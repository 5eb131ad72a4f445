import { readKept } from '../store/kept-state.ts';

/** Whose bookshelf is on this device: tells accounts apart without naming anyone; null for the device's own. */
export function keptOwner(): string | null {
  return readKept().owner;
}

/** Whether a session has ended here without a logout since somebody was last logged in: what is chosen now may be anybody's choice. */
export function isLeftOver(): boolean {
  return readKept().isLeftOver === true;
}

/** How many changes wait to be sent. */
export function countUnsent(): number {
  const { queue, unbound = [] } = readKept();
  return queue.length + unbound.length;
}

import { readState } from '../store/library-state.ts';

/** Hash of the account whose library is on this device; null for the device's own. */
export function libraryOwner(): string | null {
  return readState().owner;
}

/** Whether a session expired here without logout, so that current data may be anybody's. */
export function isLeftOver(): boolean {
  return readState().isLeftOver === true;
}

export function countUnsentChanges(): number {
  const { queue, unbound = [] } = readState();
  return queue.length + unbound.length;
}

/** Whether the site cannot be reached, as far as is known. Browser-safe. */

let isAway = false;

export function setAway(away: boolean): void {
  isAway = away;
}

/** The browser itself goes to a page then: the worker has those that are kept, and knows what to say of others. */
export function mustLoadPages(): boolean {
  return hasWorker() && (isAway || !navigator.onLine);
}

/** A worker answers for this page when the network does not. */
export function hasWorker(): boolean {
  return typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);
}

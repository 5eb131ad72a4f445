/** The caches of the site, and what may go into them. Browser-safe, for pages and for the worker. */

export const CACHES = {
  /** Scripts, styles, fonts and drawings of the builds in use. */
  files: 'talewood-files',
  /** Pages that are no tales: home, lists, what is kept. */
  places: 'talewood-places',
  tales: 'talewood-tales',
  /** Covers, and pictures in tales. */
  pictures: 'talewood-pictures',
} as const;

/**
 * Whether an answer may be kept: a whole one of our own, the same for everyone. Answers with anything of a person are
 * `no-store`; what another site answered cannot be looked into.
 */
export function mayKeep({ status, type, redirected, headers }: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>): boolean {
  if (status !== 200 || type !== 'basic' || redirected) return false;
  return !/\b(no-store|private)\b/.test(headers.get('cache-control') ?? '');
}

/** The storage of the device is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

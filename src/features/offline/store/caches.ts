/** Names of the caches, and what may be stored in them. For pages and the worker. */

export const CACHES = {
  /** Scripts, styles, fonts and artwork of the builds in use. */
  files: 'talewood-files',
  /** Pages other than tales. */
  places: 'talewood-places',
  tales: 'talewood-tales',
  /** Covers and pictures in tales, and attached files. */
  pictures: 'talewood-pictures',
} as const;

/**
 * Whether a response may be stored: complete, same-origin and the same for everyone. Personal responses are `no-store`; opaque responses
 * cannot be inspected.
 */
export function isCacheable({ status, type, redirected, headers }: Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>): boolean {
  if (status !== 200 || type !== 'basic' || redirected) return false;
  return !/\b(no-store|private)\b/.test(headers.get('cache-control') ?? '');
}

export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

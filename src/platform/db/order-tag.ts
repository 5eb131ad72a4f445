import { hash } from 'node:crypto';

/** What an order of a list is known by, as an ETag: two editors who put it in order must not overwrite each other unseen. */
export function orderTag(ids: readonly (number | string)[]): string {
  return hash('sha256', ids.join()).slice(0, 16);
}

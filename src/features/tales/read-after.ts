import { BadQuery } from './browse-query.ts';

/** Where the page before ended. Cursors are short text without blanks; anything else was never ours: throws BadQuery. */
export function readAfter(params: URLSearchParams): string {
  const value = params.get('after') ?? '';
  if (!/^[A-Za-z0-9_-]{0,600}$/.test(value)) throw new BadQuery('after', 'This place in the list is unknown.');
  return value;
}

import { z } from 'zod';
import { BadQuery } from './browse-query.ts';

const MOST = 60;
const Ids = z.array(z.uuid()).min(1).max(MOST);

/** The parameter `ids` in the one form that the cache knows: small letters, each id once, sorted. Throws BadQuery. */
export function readTaleIds(params: URLSearchParams): string[] {
  const ids = Ids.safeParse((params.get('ids') ?? '').toLowerCase().split(','));
  if (!ids.success) throw new BadQuery('ids', `The ids are those of tales, divided by commas, at most ${MOST}.`);
  return [...new Set(ids.data)].sort();
}

/** The links of mails, and the tokens in them. */

import { urls } from '#src/urls.ts';
import { newToken } from './one-time-tokens.ts';
import { returnTo } from './return-to.ts';

/**
 * `path`: of the page that asks for a press of its button. `next`: where to go afterwards, as it was asked for. `hasApiKeys`: the page
 * asks what shall become of them.
 */
export function makeLink(
  { publicUrl }: { publicUrl: string },
  path: string,
  { email, next, hasApiKeys = false }: { email: string; next?: string | undefined; hasApiKeys?: boolean },
): { token: string; link: string } {
  const token = newToken();
  const query = new URLSearchParams({ token, email });
  const wanted = returnTo(next);
  if (wanted !== urls.home()) query.set('next', wanted);
  if (hasApiKeys) query.set('keys', '1');
  return { token, link: `${publicUrl}${path}?${query}` };
}

/** The page of a link again, as after a form that could not be taken. */
export function linkPage(path: string, fields: Record<string, string>): string {
  const kept = ['token', 'email', 'next', 'keys'].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return `${path}?${new URLSearchParams(kept)}`;
}

/** Links that carry a list in their query. Browser-safe. */
import { urls } from '#src/urls.ts';

/** Most tales of a link. */
export const MAX_LINK_TALES = 50;

/** Keeps links short enough for messengers and the server. */
const MAX_SLUGS_LENGTH = 4_000;

/** Returns the path of a link to these tales, and how many of them it has. */
export function writeListLink(name: string, slugs: readonly string[]): { path: string; count: number } {
  const included = slugs.slice(0, MAX_LINK_TALES);
  while (included.join().length > MAX_SLUGS_LENGTH) included.pop();
  return { path: urls.sharedList(`?name=${encodeURIComponent(name)}&tales=${included.join()}`), count: included.length };
}

import { go } from '#src/ui/go.ts';
import { urls } from '#src/urls.ts';

/** So long is waited for a tale, milliseconds. */
const WAIT_MS = 15_000;

/**
 * Turns to the page of a tale. False when it cannot be had just now, as without a network, when it was not kept: the page then
 * stays where it is, and nobody who is falling asleep is shown an error.
 */
export async function openTale(slug: string): Promise<boolean> {
  try {
    const answer = await fetch(urls.api(`/tales/${slug}`), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (!answer.ok) return false;
  } catch {
    return false;
  }
  go(urls.tale(slug));
  return true;
}

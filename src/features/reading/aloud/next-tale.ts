import { go } from '#src/ui/go.ts';
import { urls } from '#src/urls.ts';
import type { BedtimeTimer } from './bedtime-timer.ts';
import { keepListening } from './listening-on.ts';

/** So long is waited for a tale, milliseconds. */
const WAIT_MS = 15_000;

/**
 * Turns to the page of a tale, where it is read on with this timer. False when it cannot be had just now, as without a network, when
 * it was not kept: the page then stays where it is, and nobody who is falling asleep is shown an error.
 */
export async function openTale(slug: string, timer: BedtimeTimer | null): Promise<boolean> {
  if (!(await isReached(slug)) && !(await isOnDevice(slug))) return false;
  // Without a network the page is loaded as a whole, and the player with it.
  keepListening(slug, timer);
  go(urls.tale(slug));
  return true;
}

async function isReached(slug: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    return (await fetch(urls.api(`/tales/${slug}`), { headers: { accept: 'application/json' }, signal })).ok;
  } catch {
    return false;
  }
}

async function isOnDevice(slug: string): Promise<boolean> {
  try {
    return navigator.serviceWorker.controller !== null && (await caches.match(urls.tale(slug))) !== undefined;
  } catch {
    return false;
  }
}

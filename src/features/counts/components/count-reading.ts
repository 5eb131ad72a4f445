import { timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import type { Reading } from '../contract.ts';

const told = new Set<string>();

/**
 * Tells the site that a tale was read, or read to its end: once for as long as the page lives, without cookies, and not at all where the
 * reader asks not to be followed (Global Privacy Control, Do Not Track). Nobody waits for it, and a count that gets lost is lost.
 */
export function countReading(kind: Reading['kind'], tale: string): void {
  const reader = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (reader.globalPrivacyControl || reader.doNotTrack === '1' || !reader.onLine || told.has(kind + tale)) return;
  told.add(kind + tale);
  timedFetch(urls.api('/counts'), {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, tale } satisfies Reading),
  }).catch(() => {});
}

import { useEffect } from 'react';
import { timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import type { ReadEvent } from '../contract.ts';

const reported = new Set<string>();

/**
 * Reports that a tale was read or finished, once per page load, without cookies. Does nothing with Global Privacy Control or Do Not Track.
 * Fire and forget: failures are ignored.
 */
export function trackReading(kind: ReadEvent['kind'], tale: string): void {
  const reader = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (reader.globalPrivacyControl || reader.doNotTrack === '1' || !reader.onLine || reported.has(kind + tale)) return;
  reported.add(kind + tale);
  timedFetch(urls.api('/counts'), {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, tale } satisfies ReadEvent),
  }).catch(() => {});
}

/** Seconds a page must be visible before its tale counts as read. */
const VISIBLE_SECONDS = 5;

/** Counts a tale as read once its page was visible for five seconds or was scrolled. */
export function useTrackRead(tale: string): void {
  useEffect(() => {
    let seen = 0;
    const end = () => {
      clearInterval(timer);
      removeEventListener('scroll', read);
    };
    const read = () => {
      end();
      trackReading('read', tale);
    };
    const timer = setInterval(() => {
      if (!document.hidden && ++seen === VISIBLE_SECONDS) read();
    }, 1_000);
    addEventListener('scroll', read, { passive: true });
    return end;
  }, [tale]);
}

import { useEffect, useState } from 'react';
import { timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import type { ReadEvent } from '../contract.ts';

const reported = new Set<string>();

/**
 * Reports that a tale was read or finished, or how far it was read (`tenths`, for a tale counted as read), once per page load, without
 * cookies. Does nothing with Global Privacy Control or Do Not Track. Fire and forget: failures are ignored.
 */
export function trackReading(kind: ReadEvent['kind'], tale: string, tenths?: number): void {
  const reader = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (reader.globalPrivacyControl || reader.doNotTrack === '1' || !reader.onLine || reported.has(kind + tale)) return;
  if (tenths !== undefined && !reported.has(`read${tale}`)) return;
  reported.add(kind + tale);
  timedFetch(urls.api('/counts'), {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, tale, tenths }),
  }).catch(() => {});
}

/** Seconds a page must be visible before its tale counts as read. */
const VISIBLE_SECONDS = 5;

/** Counts a tale as read once its page was visible for five seconds or was scrolled, and returns whether it was. */
export function useTrackRead(tale: string): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let seen = 0;
    const end = () => {
      clearInterval(timer);
      removeEventListener('scroll', read, { capture: true });
    };
    const read = () => {
      end();
      trackReading('read', tale);
      setRead(true);
    };
    const timer = setInterval(() => {
      if (!document.hidden && ++seen === VISIBLE_SECONDS) read();
    }, 1_000);
    // Capture, as paged mode scrolls within the text element.
    addEventListener('scroll', read, { passive: true, capture: true });
    // Scrolled before hydration.
    if (window.scrollY > 0) read();
    return end;
  }, [tale]);
  return isRead;
}

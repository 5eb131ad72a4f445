import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { journey, type Visitor } from './journey.ts';
import { openProxy, type SiteProxy } from './proxy.ts';

/** What journeys without a network have in common. */

/** The browser's own words when nobody answers, React's on a page that did not come, and what a tale that was taken back is answered. */
const EXPECTED = [
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|CONNECTION_RESET)/,
  /^console: NetworkError: /,
  /status of 410/,
];
export const LOCAL_VOICE = { name: 'Near', lang: 'en-GB', localService: true };
export const ALLOWED: Visitor = { serviceWorkers: 'allow', expected: EXPECTED, reducedMotion: 'reduce' };

export const tale = journey
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs
  .extend('proxy', async ({}, { onCleanup }): Promise<SiteProxy> => {
    const proxy = await openProxy(inject('origin'));
    onCleanup(() => proxy.close());
    return proxy;
  });

/** Waits until the worker has gathered the site and answers for the page, and the page that was open is kept. */
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const slug = /\/tale\/(.+)$/.exec(new URL(page.url()).pathname)?.[1];
  if (slug !== undefined) await expect.poll(() => keptTales(page)).toContain(slug);
}

export function keptTales(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('talewood-tales')).keys();
    return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  });
}

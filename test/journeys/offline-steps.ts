import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { journey, type PageOptions } from './journey.ts';
import { openProxy, type SiteProxy } from './proxy.ts';

/** Steps of the offline journeys. */

/** Browser errors without a network, React's error for a failed navigation, and the status of an unpublished tale. */
const EXPECTED_ERRORS = [
  /net::ERR_(CONNECTION_REFUSED|INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|CONNECTION_RESET)/,
  /^console: NetworkError: /,
  /status of 410/,
];
export const LOCAL_VOICE = { name: 'Near', lang: 'en-GB', localService: true };
export const WITH_SERVICE_WORKER: PageOptions = { serviceWorkers: 'allow', expected: EXPECTED_ERRORS };

export const offlineJourney = journey
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires an object pattern
  .extend('proxy', async ({}, { onCleanup }): Promise<SiteProxy> => {
    const proxy = await openProxy(inject('origin'));
    onCleanup(() => proxy.close());
    return proxy;
  });

/** Waits until the service worker controls the page and has cached it. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const slug = /\/tale\/(.+)$/.exec(new URL(page.url()).pathname)?.[1];
  if (slug !== undefined) await expect.poll(() => listSavedTales(page)).toContain(slug);
}

export function listSavedTales(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('talewood-tales')).keys();
    return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
  });
}

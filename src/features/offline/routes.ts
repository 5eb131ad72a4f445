/** The address of the service worker. */
import { Hono } from 'hono';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';

/** Takes the place of a worker that must go: it lets go of all windows, empties the caches of files and pages, and leaves. */
const LEAVING = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('talewood-')) await caches.delete(name);
  indexedDB.deleteDatabase('talewood-offline');
  await self.registration.unregister();
})()));
`;

/**
 * `worker`: its code; null where none was built (404). `isOff`: the operator has switched it off, and browsers that have one lose it.
 * Browsers ask each time whether it has changed.
 */
export function offlineRoutes({ servePage, worker, isOff }: { servePage: ServePage; worker: string | null; isOff: boolean }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' };
  app.get(urls.serviceWorker(), (c) => {
    const body = isOff ? LEAVING : worker;
    if (body === null) throw notFound();
    return servePage(c, { key: 'service worker', render: async () => ({ status: 200, headers, body, tags: [] }) });
  });
  return app;
}

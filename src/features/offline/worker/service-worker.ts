/**
 * The service worker for offline reading, built as /sw.js by vite/service-worker.ts. It handles only reading requests and stores only public
 * responses.
 */

import { cacheBuild, removeOldBuilds } from './build-files.ts';
import {
  isOffline,
  respondArtwork,
  respondBuildFile,
  respondCachedPage,
  respondDownload,
  respondPage,
  respondPicture,
  respondTale,
  respondTaleData,
  storeVisited,
} from './fetch-strategies.ts';
import { type Route, routeRequest, slugFromPath } from './request-routing.ts';
import { scope, type WorkerFetchEvent } from './scope.ts';

const STRATEGIES: Record<Exclude<Route, 'pass'>, (event: WorkerFetchEvent, url: URL) => Promise<Response>> = {
  tale: respondTale,
  'cached-page': respondCachedPage,
  page: respondPage,
  download: respondDownload,
  file: respondBuildFile,
  drawing: respondArtwork,
  picture: respondPicture,
  'tale-data': respondTaleData,
};

scope.addEventListener('install', (event) => event.waitUntil(cacheBuild()));

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { method, headers } = request;
  const isNavigation = request.mode === 'navigate';
  const route = routeRequest({ method, isNavigation, isRange: headers.has('range'), url, origin: scope.location.origin });
  if (route === 'pass') return;
  event.respondWith(STRATEGIES[route](event, url).catch(() => fetch(request)));
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take-over') event.waitUntil(scope.skipWaiting());
  if (data === 'is-away') event.ports[0]?.postMessage(isOffline());
  // The page that was open before the worker was installed.
  const slug = typeof data === 'object' && data !== null && 'seen' in data ? slugFromPath(String(data.seen)) : null;
  if (slug !== null) event.waitUntil(storeVisited(slug).catch(() => {}));
});

async function takeOver(): Promise<void> {
  await removeOldBuilds();
  // Start navigation requests while the worker boots.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

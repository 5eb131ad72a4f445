/**
 * The service worker for offline reading, built as /sw.js by vite/service-worker.ts. It handles only reading requests and stores only public
 * responses.
 */

import { LONG_TIMEOUT_MS } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { CACHES, isCacheable, isQuotaExceeded } from '../store/caches.ts';
import { changeRecord, isSavedOffline, listRecords, partitionBuilds } from '../store/offline-records.ts';
import { evictVisited, fetchTale, removeUnpublished, storePage } from '../store/offline-tales.ts';
import { pictureBase } from '../store/parse-tale-page.ts';
import { cacheKey, type Route, routeRequest, sliceResponse, slugFromPath } from './request-routing.ts';
import { build, scope, type WorkerFetchEvent } from './scope.ts';

/** Time after which a stored page is used instead of the network. */
const NETWORK_TIMEOUT_MS = 3_000;

/** Limit for pictures that belong to no saved tale. */
const MAX_PICTURES = 150;

/** Limit for opened tales when storage is full. */
const REDUCED_VISITED = 25;

/** Placeholder for a missing picture that preserves its frame. */
const EMPTY_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/>';

let hasNetworkFailed = false;

const STRATEGIES: Record<Exclude<Route, 'pass'>, (event: WorkerFetchEvent, url: URL) => Promise<Response>> = {
  tale: respondTale,
  'cached-page': respondCachedPage,
  page: respondPage,
  download: respondDownload,
  file: respondBuildFile,
  drawing: respondArtwork,
  picture: respondPicture,
  'tale-data': respondTaleData,
  attached: respondAttached,
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

/* One strategy for each route. */

/** Whether the last page request failed. */
function isOffline(): boolean {
  return hasNetworkFailed;
}

async function respondTale(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const slug = slugFromPath(url.pathname) ?? '';
  const cache = await caches.open(CACHES.tales);
  return networkFirst(event, await cache.match(url.pathname), (response) => storeOpenedTale(slug, response));
}

async function respondCachedPage(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.places);
  const cached = await cache.match(cacheKey(url));
  return networkFirst(event, cached, (response) => cachePage(cache, cacheKey(url), response, cached?.headers.get('etag') ?? ''));
}

/** Never stored; redirects to the offline page without a network. */
async function respondPage(event: WorkerFetchEvent): Promise<Response> {
  return networkFirst(event, undefined, async () => {});
}

async function respondDownload(event: WorkerFetchEvent): Promise<Response> {
  return fetchPage(event);
}

/** A saved file, also in parts as players ask for it; else the network. Addresses change with the contents. */
async function respondAttached({ request }: WorkerFetchEvent, url: URL): Promise<Response> {
  const cached = await (await caches.open(CACHES.pictures)).match(url.pathname + url.search);
  if (cached !== undefined) return sliceResponse(cached, request.headers.get('range') ?? '');
  if (request.mode !== 'navigate') return fetch(request);
  return fetch(request).catch(() => Response.redirect(urls.offline(url.pathname), 302));
}

/** API response for client-side navigation. Fails on a slow network if the page is stored, so that the stored page is loaded instead. */
async function respondTaleData(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const slug = slugFromPath(url.pathname) ?? '';
  const cached = await (await caches.open(CACHES.tales)).match(urls.tale(slug));
  const request = fetch(event.request);
  event.waitUntil(ignoreErrors(request.then((response) => (response.ok ? storeVisited(slug) : undefined))));
  return (await (cached === undefined ? request : Promise.race([request, networkTimeout()]))) ?? Response.error();
}

/** Stores the page of an opened tale. */
async function storeVisited(slug: string): Promise<void> {
  await applyFetchResult(slug, await fetchTale(slug, { isSeen: true }));
}

async function respondBuildFile(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.files);
  const cached = await cache.match(url.pathname);
  if (cached !== undefined) return cached;
  const response = await fetch(event.request);
  // Fonts beyond those of the build list are cached on use; other missing files are not needed for reading.
  if (isCacheable(response) && url.pathname.endsWith('.woff2')) event.waitUntil(ignoreErrors(cache.put(url.pathname, response.clone())));
  return response;
}

/** Stale-while-revalidate. */
async function respondArtwork(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.files);
  const cached = await cache.match(url.pathname);
  const fresh = fetch(event.request).then(async (response) => {
    if (isCacheable(response)) event.waitUntil(ignoreErrors(cache.put(url.pathname, response.clone())));
    return response;
  });
  if (cached === undefined) return fresh;
  event.waitUntil(ignoreErrors(fresh));
  return cached;
}

async function respondPicture(event: WorkerFetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.pictures);
  const cached = await cache.match(url.pathname);
  if (cached !== undefined) return cached;
  try {
    const response = await fetch(event.request);
    if (isCacheable(response)) event.waitUntil(ignoreErrors(cachePicture(cache, url.pathname, response.clone())));
    return response;
  } catch {
    return (await findOtherSize(cache, url.pathname)) ?? new Response(EMPTY_PICTURE, { headers: { 'content-type': 'image/svg+xml' } });
  }
}

/**
 * Network first; falls back to the stored page when the network fails, times out or returns 5xx. With neither, redirects to the offline page,
 * as the application renders the page that its URL names.
 */
async function networkFirst(
  event: WorkerFetchEvent,
  cached: Response | undefined,
  store: (response: Response) => Promise<void>,
): Promise<Response> {
  const request = fetchPage(event).then((response) => {
    hasNetworkFailed = false;
    if (response.type === 'basic') event.waitUntil(ignoreErrors(store(response.clone())));
    return response;
  });
  event.waitUntil(ignoreErrors(request));
  try {
    const response = await (cached === undefined ? request : Promise.race([request, networkTimeout()]));
    return response === undefined || (response.status >= 500 && cached !== undefined) ? (cached as Response) : response;
  } catch {
    hasNetworkFailed = true;
    const { pathname, search } = new URL(event.request.url);
    return cached ?? Response.redirect(urls.offline(pathname + search), 302);
  }
}

/** Offline, the preload rejects in Chromium and resolves to an error response in Firefox. */
async function fetchPage(event: WorkerFetchEvent): Promise<Response> {
  const preloaded = await event.preloadResponse;
  if (preloaded?.type === 'error') throw new TypeError('The navigation preload failed');
  return preloaded ?? fetch(event.request);
}

function networkTimeout(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), NETWORK_TIMEOUT_MS));
}

/** Stores a page. For logged-in readers the response is personal, so the public version is fetched instead. */
async function cachePage(cache: Cache, key: string, response: Response, tag: string): Promise<void> {
  const isPersonal = response.status === 200 && !isCacheable(response);
  const headers: Record<string, string> = tag === '' ? {} : { 'if-none-match': tag };
  const common = isPersonal ? await fetch(key, { credentials: 'omit', headers }) : response;
  if (isCacheable(common)) await cache.put(key, common);
}

async function storeOpenedTale(slug: string, response: Response): Promise<void> {
  if (response.status === 410) await applyFetchResult(slug, 'gone');
  // Personal response: fetch the public page.
  else if (response.status === 200 && !isCacheable(response)) await storeVisited(slug);
  else if (isCacheable(response)) {
    await storePage(slug, response, true);
    await evictVisited();
  }
}

async function applyFetchResult(slug: string, found: Awaited<ReturnType<typeof fetchTale>>): Promise<void> {
  if (found === 'gone') await removeUnpublished(slug);
  if (found === 'stored') await evictVisited();
}

/** Finds another size or format of the same picture. */
async function findOtherSize(cache: Cache, path: string): Promise<Response | undefined> {
  const base = pictureBase(path);
  if (base === null) return undefined;
  const found = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(base));
  return found && cache.match(found);
}

async function cachePicture(cache: Cache, path: string, response: Response): Promise<void> {
  await cache.put(path, response);
  const pinned = new Set((await listRecords('tales')).filter(isSavedOffline).flatMap(({ files }) => files));
  const loose = (await cache.keys()).filter(({ url }) => !pinned.has(new URL(url).pathname + new URL(url).search));
  for (const request of loose.slice(0, Math.max(0, loose.length - MAX_PICTURES))) await cache.delete(request);
}

/** Storing is best effort. Frees space when storage is full. */
async function ignoreErrors(work: Promise<unknown>): Promise<void> {
  await work.catch(async (error) => {
    if (isQuotaExceeded(error)) await evictVisited(REDUCED_VISITED).catch(() => {});
  });
}

/** Caches missing files. @throws when any of them cannot be fetched */
async function cacheBuild(): Promise<void> {
  const cache = await caches.open(CACHES.files);
  for (const file of build.files) if ((await cache.match(file)) === undefined) await fetchIntoCache(cache, file, 'default');
  for (const file of build.drawings) await fetchIntoCache(cache, file, 'no-cache');
  await fetchIntoCache(await caches.open(CACHES.places), urls.offline(), 'no-cache');
  const { version, app, files } = build;
  await changeRecord('builds', version, () => ({ version, app, files, at: Date.now() }));
}

async function fetchIntoCache(cache: Cache, url: string, mode: RequestCache): Promise<void> {
  const response = await fetch(url, { cache: mode, credentials: 'omit', signal: AbortSignal.timeout(LONG_TIMEOUT_MS) });
  if (!isCacheable(response)) throw new Error(`${url}: status ${response.status}`);
  await cache.put(url, response);
}

/** Deletes the files of stale builds. */
async function removeOldBuilds(): Promise<void> {
  const [builds, tales] = await Promise.all([listRecords('builds'), listRecords('tales')]);
  const { retained, stale } = partitionBuilds(builds, tales, build.version);
  const used = new Set(retained.flatMap(({ files }) => files));
  const cache = await caches.open(CACHES.files);
  for (const { files, version } of stale) {
    for (const file of files) if (!used.has(file)) await cache.delete(file);
    await changeRecord('builds', version, () => undefined);
  }
}

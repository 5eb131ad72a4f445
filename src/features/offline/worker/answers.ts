/** How each kind of request is answered. */
import { urls } from '#src/urls.ts';
import { CACHES, isFull, mayKeep } from '../store/caches.ts';
import { dropSurplus, dropWithdrawn } from '../store/drop-tales.ts';
import { pictureBase } from '../store/read-tale-page.ts';
import { listRecords } from '../store/records.ts';
import { fetchTale, storePage } from '../store/store-page.ts';
import { isKept } from '../store/tale-record.ts';
import type { Fetching } from './scope.ts';
import { placeKey, slugOf } from './ways.ts';

/** A network that has not answered by then is none, where there is a kept page. */
const PATIENCE_MS = 3_000;
/** So many pictures stay that belong to no kept tale. */
const MOST_PICTURES = 150;
/** Half of what is only there because it was opened. */
const FEWER = 25;

/** Takes the place of a picture that is not here: the frame stays, and no broken picture is in it. */
const NO_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/>';

const connection = { isAway: false };

/** Whether the last page could not be asked of the site. */
export function isAway(): boolean {
  return connection.isAway;
}

export async function answerTale(event: Fetching, url: URL): Promise<Response> {
  const slug = slugOf(url.pathname) ?? '';
  const cache = await caches.open(CACHES.tales);
  return networkFirst(event, await cache.match(url.pathname), (answer) => seeTale(slug, answer));
}

export async function answerPlace(event: Fetching, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.places);
  const held = await cache.match(placeKey(url));
  return networkFirst(event, held, (answer) => keepPlace(cache, placeKey(url), answer, held?.headers.get('etag') ?? ''));
}

/** Never kept. Without a network one is led to what is. */
export async function answerPage(event: Fetching): Promise<Response> {
  return networkFirst(event, undefined, async () => {});
}

/** As the browser would have done it. */
export async function answerDownload(event: Fetching): Promise<Response> {
  return fetchPage(event);
}

/** What a page turned to by a link reads. Where the network hangs it fails, if the page is kept: then that is loaded instead. */
export async function answerAnswer(event: Fetching, url: URL): Promise<Response> {
  const slug = slugOf(url.pathname) ?? '';
  const held = await (await caches.open(CACHES.tales)).match(urls.tale(slug));
  const asked = fetch(event.request);
  event.waitUntil(quietly(asked.then((answer) => (answer.ok ? visit(slug) : undefined))));
  return (await (held === undefined ? asked : Promise.race([asked, late()]))) ?? Response.error();
}

/** A tale has been opened, by its address or by a link: its page is here from now on. */
export async function visit(slug: string): Promise<void> {
  await settle(slug, await fetchTale(slug, { isSeen: true }));
}

export async function answerFile(event: Fetching, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.files);
  const held = await cache.match(url.pathname);
  if (held !== undefined) return held;
  const answer = await fetch(event.request);
  // The faces that a text needs beyond the usual ones; what else is not here already belongs to nobody who reads.
  if (mayKeep(answer) && url.pathname.endsWith('.woff2')) event.waitUntil(quietly(cache.put(url.pathname, answer.clone())));
  return answer;
}

/** At once from the device, and anew for the next time. */
export async function answerDrawing(event: Fetching, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.files);
  const held = await cache.match(url.pathname);
  const fresh = fetch(event.request).then(async (answer) => {
    if (mayKeep(answer)) event.waitUntil(quietly(cache.put(url.pathname, answer.clone())));
    return answer;
  });
  if (held === undefined) return fresh;
  event.waitUntil(quietly(fresh));
  return held;
}

export async function answerPicture(event: Fetching, url: URL): Promise<Response> {
  const cache = await caches.open(CACHES.pictures);
  const held = await cache.match(url.pathname);
  if (held !== undefined) return held;
  try {
    const answer = await fetch(event.request);
    if (mayKeep(answer)) event.waitUntil(quietly(keepPicture(cache, url.pathname, answer.clone())));
    return answer;
  } catch {
    return (await otherSize(cache, url.pathname)) ?? new Response(NO_PICTURE, { headers: { 'content-type': 'image/svg+xml' } });
  }
}

/**
 * The network's answer, unless there is a kept page and the network is away, ill (5xx) or too slow. With neither one is led to what is kept:
 * under an address of its own, as the application draws the page that its address names.
 */
async function networkFirst(event: Fetching, held: Response | undefined, took: (answer: Response) => Promise<void>): Promise<Response> {
  const asked = fetchPage(event).then((answer) => {
    connection.isAway = false;
    if (answer.type === 'basic') event.waitUntil(quietly(took(answer.clone())));
    return answer;
  });
  event.waitUntil(quietly(asked));
  try {
    const answer = await (held === undefined ? asked : Promise.race([asked, late()]));
    return answer === undefined || (answer.status >= 500 && held !== undefined) ? (held as Response) : answer;
  } catch {
    connection.isAway = true;
    const { pathname, search } = new URL(event.request.url);
    return held ?? Response.redirect(urls.offline(pathname + search), 302);
  }
}

/** Without a network, the preload rejects in Chromium and resolves to an error response in Firefox. */
async function fetchPage(event: Fetching): Promise<Response> {
  const preloaded = await event.preloadResponse;
  if (preloaded?.type === 'error') throw new TypeError('The navigation preload failed');
  return preloaded ?? fetch(event.request);
}

function late(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
}

/** With a cookie of ours a page is drawn for one person, and may not be kept: the one for everyone is, when it is new. */
async function keepPlace(cache: Cache, key: string, answer: Response, tag: string): Promise<void> {
  const isForOne = answer.status === 200 && !mayKeep(answer);
  const headers: Record<string, string> = tag === '' ? {} : { 'if-none-match': tag };
  const common = isForOne ? await fetch(key, { credentials: 'omit', headers }) : answer;
  if (mayKeep(common)) await cache.put(key, common);
}

async function seeTale(slug: string, answer: Response): Promise<void> {
  if (answer.status === 410) await settle(slug, 'gone');
  // As of other places.
  else if (answer.status === 200 && !mayKeep(answer)) await visit(slug);
  else if (mayKeep(answer)) {
    await storePage(slug, answer, true);
    await dropSurplus();
  }
}

async function settle(slug: string, found: Awaited<ReturnType<typeof fetchTale>>): Promise<void> {
  if (found === 'gone') await dropWithdrawn(slug);
  if (found === 'kept') await dropSurplus();
}

/** Another size or form of the same picture. */
async function otherSize(cache: Cache, path: string): Promise<Response | undefined> {
  const base = pictureBase(path);
  if (base === null) return undefined;
  const found = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(base));
  return found && cache.match(found);
}

async function keepPicture(cache: Cache, path: string, answer: Response): Promise<void> {
  await cache.put(path, answer);
  const pinned = new Set((await listRecords('tales')).filter(isKept).flatMap(({ files }) => files));
  const loose = (await cache.keys()).filter(({ url }) => !pinned.has(new URL(url).pathname));
  for (const request of loose.slice(0, Math.max(0, loose.length - MOST_PICTURES))) await cache.delete(request);
}

/** What cannot be kept is not: the reader has the page all the same. A full device gets some room again. */
async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(async (error) => {
    if (isFull(error)) await dropSurplus(FEWER).catch(() => {});
  });
}

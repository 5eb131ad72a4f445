/**
 * The service worker: what makes the site readable without a network. It is built as one file, /sw.js, by vite/service-worker.ts, and knows
 * of no person: it answers reading alone, and keeps only what everyone sees the same.
 */
import {
  answerAnswer,
  answerDownload,
  answerDrawing,
  answerFile,
  answerPage,
  answerPicture,
  answerPlace,
  answerTale,
  isAway,
  visit,
} from './answers.ts';
import { dropOldBuilds, keepBuild } from './builds.ts';
import { type Fetching, scope } from './scope.ts';
import { slugOf, type Way, wayOf } from './ways.ts';

const ANSWERS: Record<Exclude<Way, 'pass'>, (event: Fetching, url: URL) => Promise<Response>> = {
  tale: answerTale,
  place: answerPlace,
  page: answerPage,
  download: answerDownload,
  file: answerFile,
  drawing: answerDrawing,
  picture: answerPicture,
  answer: answerAnswer,
};

scope.addEventListener('install', (event) => event.waitUntil(keepBuild()));

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const { method, headers } = request;
  const isNavigation = request.mode === 'navigate';
  const way = wayOf({ method, isNavigation, isRange: headers.has('range'), url, origin: scope.location.origin });
  if (way === 'pass') return;
  event.respondWith(ANSWERS[way](event, url).catch(() => fetch(request)));
});

scope.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take-over') event.waitUntil(scope.skipWaiting());
  if (data === 'is-away') event.ports[0]?.postMessage(isAway());
  // The page that was open before there was a worker.
  const slug = typeof data === 'object' && data !== null && 'seen' in data ? slugOf(String(data.seen)) : null;
  if (slug !== null) event.waitUntil(visit(slug).catch(() => {}));
});

async function takeOver(): Promise<void> {
  await dropOldBuilds();
  // The page is asked for while the worker wakes up.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

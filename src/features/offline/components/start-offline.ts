/** Starts offline support: service worker, connection notice, refresh of saved tales. Loaded when the page is idle. */

import { setOffline } from '#src/ui/navigate.ts';
import { timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';

const HOUR_MS = 3_600_000;

/** Registers the worker, offers updates, reports the open tale to it, and refreshes saved tales. */
export async function startOffline(): Promise<void> {
  const worker = navigator.serviceWorker;
  // Blocked, or no TLS.
  if (worker === undefined) return;
  // On the first visit no tales are stored.
  const isFirstVisit = worker.controller === null;
  if (isSavingData() && (await worker.getRegistration()) === undefined) return;
  const registration = await worker.register(urls.serviceWorker(), { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return unregisterIfRemoved(worker);
  watchConnection(worker);
  watchVersions(worker, registration);
  const { active } = await worker.ready;
  active?.postMessage({ seen: location.pathname });
  if (isFirstVisit) return;
  const { refreshTales } = await import('./refresh-tales.ts');
  await refreshTales();
}

/** With data saving on, the worker is only installed when a tale is saved. */
function isSavingData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** Unregisters the worker if the server no longer has one; not if the server is only unreachable. */
async function unregisterIfRemoved(worker: ServiceWorkerContainer): Promise<void> {
  const registration = await worker.getRegistration();
  if (registration === undefined) return;
  const response = await timedFetch(urls.serviceWorker(), { cache: 'no-store' }).catch(() => undefined);
  if (response?.status === 404 || response?.status === 410) await registration.unregister();
}

/**
 * A waiting worker takes over at once when a page other than a tale is loaded, as that page is already new. Otherwise the reader is asked,
 * and only that window reloads.
 */
function watchVersions(worker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  const take = (waiting: ServiceWorker) => {
    worker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over');
  };
  const offer = (waiting: ServiceWorker) => offerUpdate(() => take(waiting));
  const { waiting } = registration;
  if (waiting !== null && worker.controller !== null) {
    if (location.pathname.startsWith(urls.tale(''))) offer(waiting);
    else waiting.postMessage('take-over');
  }
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && worker.controller !== null) offer(coming);
    });
  });
  // A window may stay open for weeks.
  setInterval(() => void registration.update().catch(() => unregisterIfRemoved(worker)), HOUR_MS);
}

/** Interval of checks while the site is unreachable. */
const RECHECK_MS = 15_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the offline notice, based on the browser's connection events and on whether the worker's last request failed. */
export function watchConnection(worker: ServiceWorkerContainer): void {
  addEventListener('offline', () => setConnection(true));
  addEventListener('online', () => void checkConnection());
  if (!navigator.onLine) setConnection(true);
  else
    isWorkerOffline(worker).then(
      (isAway) => isAway && setConnection(true),
      () => {},
    );
}

function setConnection(isAway: boolean): void {
  setOffline(isAway);
  clearTimeout(timer);
  if (isAway) {
    showOfflineNotice();
    timer = setTimeout(checkConnection, RECHECK_MS);
  } else hideOfflineNotice();
}

/** Checks whether the site responds again. */
async function checkConnection(): Promise<void> {
  const response = await timedFetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  setConnection(response?.ok !== true);
}

function isWorkerOffline(worker: ServiceWorkerContainer): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.controller?.postMessage('is-away', [port2]);
  });
}

type Line = { text: string; link?: { name: string; href: string }; act?: { name: string; act: () => void }; onDismiss?: () => void };

/** Live region; must be in the page before its content, or screen readers ignore it. */
let container: HTMLElement | undefined;
const lines = new Map<string, HTMLElement>();

export function showOfflineNotice(): void {
  const isThere = location.pathname === urls.offline();
  show('away', { text: 'You are offline.', ...(!isThere && { link: { name: 'View saved tales.', href: urls.offline() } }) });
}

export function hideOfflineNotice(): void {
  hide('away');
}

/** Stays until accepted or dismissed. */
export function offerUpdate(take: () => void): void {
  show('version', { text: 'A new version is ready.', act: { name: 'Reload', act: take }, onDismiss: () => hide('version') });
}

function show(name: string, line: Line): void {
  if (lines.has(name)) return;
  container ??= document.body.appendChild(createElement('div', { className: 'notices', role: 'status' }));
  const element = createElement('p', { className: 'notice-line' });
  element.append(createElement('span', { textContent: line.text }));
  if (line.link) element.append(createElement('a', { className: 'link', href: line.link.href, textContent: line.link.name }));
  if (line.act) element.append(button('btn btn-line', line.act.name, line.act.act));
  if (line.onDismiss) element.append(button('btn btn-quiet', 'Later', line.onDismiss));
  lines.set(name, element);
  // After the live region, which must exist by then.
  setTimeout(() => container?.append(element));
}

function hide(name: string): void {
  lines.get(name)?.remove();
  lines.delete(name);
}

function button(className: string, textContent: string, act: () => void): HTMLElement {
  const element = createElement('button', { type: 'button', className, textContent });
  element.addEventListener('click', act);
  return element;
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  about: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), about);
}

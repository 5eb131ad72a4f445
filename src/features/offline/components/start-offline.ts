/** Begins what makes the site readable without a network. Fetched when a page has nothing better to do. */
import { timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { renewTales } from '../store/renew-tales.ts';
import { offerVersion } from './notices.ts';
import { watchConnection } from './watch-connection.ts';

const HOUR_MS = 3_600_000;

/** Registers the worker, offers its successors, tells it which tale is open, and renews what is kept. */
export async function startOffline(): Promise<void> {
  const worker = navigator.serviceWorker;
  // Forbidden, or an address without TLS.
  if (worker === undefined) return;
  if (isFrugal() && (await worker.getRegistration()) === undefined) return;
  const registration = await worker.register(urls.serviceWorker(), { updateViaCache: 'none' }).catch(() => undefined);
  if (registration === undefined) return leaveIfGone(worker);
  watchConnection(worker);
  watchVersions(worker, registration);
  const { active } = await worker.ready;
  active?.postMessage({ seen: location.pathname });
  void renewTales().catch(() => {});
}

/** Who saves data is not sent the site: the worker comes when a tale is kept. */
function isFrugal(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** There is no worker any more at its address: the one in the browser goes too. Not so when we are only not reached. */
async function leaveIfGone(worker: ServiceWorkerContainer): Promise<void> {
  const registration = await worker.getRegistration();
  if (registration === undefined) return;
  const answer = await timedFetch(urls.serviceWorker(), { cache: 'no-store' }).catch(() => undefined);
  if (answer?.status === 404 || answer?.status === 410) await registration.unregister();
}

/**
 * A new worker waits until it is asked in, or no window is left. Beside a tale it is let in at once when a page is loaded, as that page is new
 * already; else the reader is asked, and only the window that was asked loads again.
 */
function watchVersions(worker: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  const take = (waiting: ServiceWorker) => {
    worker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over');
  };
  const offer = (waiting: ServiceWorker) => offerVersion(() => take(waiting));
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
  setInterval(() => void registration.update().catch(() => leaveIfGone(worker)), HOUR_MS);
}

/** Says quietly that one is offline, and stops saying so. */

import { setAway } from '#src/ui/away.ts';
import { timedFetch } from '#src/ui/timed-fetch.ts';
import { hideAway, showAway } from './notices.ts';

/** While we are not reached, we look again so often. */
const AGAIN_MS = 15_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** By what the browser says of its network, and by whether the worker has just had to do without ours. */
export function watchConnection(worker: ServiceWorkerContainer): void {
  addEventListener('offline', () => tell(true));
  addEventListener('online', () => void look());
  if (!navigator.onLine) tell(true);
  else
    askWorker(worker).then(
      (isAway) => isAway && tell(true),
      () => {},
    );
}

function tell(isAway: boolean): void {
  setAway(isAway);
  clearTimeout(timer);
  if (isAway) {
    showAway();
    timer = setTimeout(look, AGAIN_MS);
  } else hideAway();
}

/** Whether the site answers again. */
async function look(): Promise<void> {
  const answer = await timedFetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  tell(answer?.ok !== true);
}

function askWorker(worker: ServiceWorkerContainer): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.controller?.postMessage('is-away', [port2]);
  });
}

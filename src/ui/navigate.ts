/** Navigates to another page as if a link had been clicked, so that the router, or else the browser, handles it. */
export function navigate(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether the site is unreachable, as far as is known. */

let isOffline = false;

export function setOffline(offline: boolean): void {
  isOffline = offline;
}

/** Whether the browser itself must load pages: the service worker has the saved ones, and an offline page for others. */
export function mustLoadPages(): boolean {
  return hasWorker() && (isOffline || !navigator.onLine);
}

/** Whether a service worker controls this page. */
export function hasWorker(): boolean {
  return typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);
}

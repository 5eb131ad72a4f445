/** Minimal types of the service worker scope: TypeScript's DOM and worker libraries conflict. */

export type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type WorkerFetchEvent = WorkerEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
export type WorkerMessageEvent = WorkerEvent & { data: unknown; ports: readonly MessagePort[] };

type Scope = {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  location: Location;
  addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(name: 'message', listener: (event: WorkerMessageEvent) => void): void;
};

export const scope = globalThis as unknown as Scope;

/** Injected by vite/service-worker.ts. `app`: entry script; `files` are immutable, `drawings` may change. */
export type Build = { version: string; app: string; files: string[]; drawings: string[] };
declare const BUILD: Build;
export const build = BUILD;

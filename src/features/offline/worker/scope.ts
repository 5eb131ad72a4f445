/** The worker's side of the browser, as far as it is used: the types of windows and those of workers do not go together. */

export type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
export type Fetching = Lasting & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
export type Told = Lasting & { data: unknown; ports: readonly MessagePort[] };

type Scope = {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  location: Location;
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(name: 'message', listener: (event: Told) => void): void;
};

export const scope = globalThis as unknown as Scope;

/** Written before the worker by vite/service-worker.ts. `app`: the entry of the build; `files` never change, `drawings` may. */
export type Build = { version: string; app: string; files: string[]; drawings: string[] };
declare const BUILD: Build;
export const build = BUILD;

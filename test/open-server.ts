/** A server of ours over a given application, on a free port, with its log kept for looking at. */
import type { AddressInfo } from 'node:net';
import { type App, type AppDeps, createApp } from '#src/app.ts';
import { createPageCache, type PageCacheOptions } from '#src/platform/cache/page-cache.ts';
import { preparedPages } from '#src/platform/cache/prepared-pages.ts';
import { createServePage, type ServePage } from '#src/platform/cache/serve-page.ts';
import { createSiteServer, type SiteServerOptions } from '#src/platform/http/create-server.ts';
import { createLog } from '#src/platform/log.ts';

type OpenOptions = {
  mount?: (app: App, servePage: ServePage) => void;
  server?: Partial<SiteServerOptions>;
  cache?: Partial<PageCacheOptions>;
  checkDatabase?: () => Promise<unknown>;
  disk?: AppDeps['disk'];
};

type LogLine = Record<string, unknown> & { event?: string; id?: string };

export async function openServer({ mount, server: serverOptions, cache: cacheOptions, checkDatabase, disk }: OpenOptions = {}) {
  const lines: string[] = [];
  const { log } = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const health = { ready: true, stopping: false };
  const cache = createPageCache({ log, ...cacheOptions });
  const servePage = createServePage(cache);
  const app = createApp({
    log,
    health,
    checkDatabase: checkDatabase ?? (async () => {}),
    canServeCached: cache.canServe,
    disk,
    mount: (site) => mount?.(site, servePage),
  });
  const server = createSiteServer({
    fetch: app.fetch,
    log,
    publicUrl: 'http://localhost:3000',
    isPublicUrlSet: false,
    state: health,
    prepared: [preparedPages(cache)],
    ...serverOptions,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    server,
    cache,
    health,
    log,
    logText: () => lines.join(''),
    logged: (event?: string) =>
      lines.map((line) => JSON.parse(line) as LogLine).filter((line) => event === undefined || line.event === event),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type OpenedServer = Awaited<ReturnType<typeof openServer>>;

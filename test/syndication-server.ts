import { bookRoutes } from '#src/features/syndication/list-epubs/list-epub-routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import { createTestApp, type ListeningTestApp } from './create-test-app.ts';
import type { TestDatabase } from './database.ts';

/** A server with only feeds, OPDS catalogue, oEmbed and books. Writes do not invalidate its page cache: call `invalidate` after one. */

export const SITE = 'http://localhost:3000';

export type SyndicationServer = {
  /** Takes a path, or an absolute URL of the site as in a response. */
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: string, type: string, headers?: Record<string, string>): Promise<Response>;
  /** The number of downloaded books. */
  downloads(): number;
  invalidate(): void;
  close(): Promise<void>;
};

export async function openSyndicationServer({ db }: Pick<TestDatabase, 'db'>): Promise<SyndicationServer> {
  let downloaded = 0;
  const counted = (_c: unknown, answer: Response) => {
    downloaded += 1;
    return answer;
  };
  const server: ListeningTestApp = await createTestApp({
    deps: { db },
    mount: (app, servePage) => {
      app.route('/', syndicationRoutes({ servePage, publicUrl: SITE }));
      app.route(
        '/',
        bookRoutes({
          db,
          publicUrl: SITE,
          counted,
          isSignedIn: async (c) => c.req.header('x-signed-in') !== undefined,
          answerBook: async (c, book) => c.json({ ...book, tales: await gather(book.tales) }),
        }),
      );
    },
  }).listen();
  const at = (address: string) => server.url + (address.startsWith(SITE) ? address.slice(SITE.length) : address);
  return {
    get: (address, headers = {}) => fetch(at(address), { headers, redirect: 'manual' }),
    post: (path, body, type, headers = {}) =>
      fetch(at(path), { method: 'POST', body, headers: { 'Content-Type': type, Origin: SITE, ...headers }, redirect: 'manual' }),
    downloads: () => downloaded,
    invalidate: () => server.cache.invalidate(['all']),
    close: () => server.close(),
  };
}

async function gather<T>(all: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const each of all) gathered.push(each);
  return gathered;
}

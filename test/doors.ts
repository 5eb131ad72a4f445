import { bookRoutes } from '#src/features/syndication/books/book-routes.ts';
import { syndicationRoutes } from '#src/features/syndication/routes.ts';
import type { TestDatabase } from './database.ts';
import { type OpenedServer, openServer } from './open-server.ts';

/** What takes the tales elsewhere, on a server of its own. Its pages do not hear of writes: say `forget` after one. */

export const SITE = 'http://localhost:3000';

export type Doors = {
  /** By a path, or by an address of the site as an answer names it. */
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: string, type: string, headers?: Record<string, string>): Promise<Response>;
  /** How many books were given. */
  given(): number;
  forget(): void;
  close(): Promise<void>;
};

export async function openDoors({ db }: Pick<TestDatabase, 'db'>): Promise<Doors> {
  let given = 0;
  const counted = (_c: unknown, answer: Response) => {
    given += 1;
    return answer;
  };
  const server: OpenedServer = await openServer({
    mount: (app, servePage) => {
      app.route('/', syndicationRoutes({ db, servePage, publicUrl: SITE }));
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
  });
  const at = (address: string) => server.url + (address.startsWith(SITE) ? address.slice(SITE.length) : address);
  return {
    get: (address, headers = {}) => fetch(at(address), { headers, redirect: 'manual' }),
    post: (path, body, type, headers = {}) =>
      fetch(at(path), { method: 'POST', body, headers: { 'Content-Type': type, Origin: SITE, ...headers }, redirect: 'manual' }),
    given: () => given,
    forget: () => server.cache.invalidate(['all']),
    close: () => server.close(),
  };
}

async function gather<T>(all: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const each of all) gathered.push(each);
  return gathered;
}

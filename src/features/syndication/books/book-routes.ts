import { type Context, Hono } from 'hono';
import type { Book } from '#src/features/epub/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { parseListName } from '../list-names.ts';
import { readBookOrder } from './book-order.ts';
import { listBook, shelfBook } from './list-book.ts';

/**
 * `answerBook` writes a book into an answer, and refuses who has taken too many; `isPrivate`: no shared cache may keep it. `publicUrl` has no
 * final slash.
 */
export type BookDeps = {
  db: Db;
  publicUrl: string;
  answerBook: (c: Context<AppEnv>, book: Book, how?: { isPrivate?: boolean }) => Response | Promise<Response>;
  /** Whether somebody is signed in: then the title of the shelf stands on its cover. */
  isSignedIn: (c: Context<AppEnv>) => Promise<boolean>;
  /** Is told of each answer. */
  counted?: (c: Context<AppEnv>, answer: Response) => Response;
};

/** Lists as one EPUB, at the address of their page with `.epub` behind the path, and books of whatever tales somebody names. */
export function bookRoutes({ db, publicUrl: site, answerBook, isSignedIn, counted = (_, answer) => answer }: BookDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const pattern of ['/:list{tales\\.epub}', '/:kind{(?:categories|author|collections)}/:list{[a-z0-9-]+\\.epub}']) {
    app.get(pattern, async (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const name = parseListName(pathname.replace(/\.epub$/, ''), searchParams);
      if (name === undefined) throw notFound();
      return counted(c, await answerBook(c, await listBook(db, name, site)));
    });
  }
  // Nothing is changed by it; but it is work that no other site should have its visitors ask us for.
  app.post(urls.books(), sameOrigin(site), async (c) => {
    const book = await shelfBook(db, { ...(await readBookOrder(c)), isTitled: await isSignedIn(c) }, site);
    return counted(c, await answerBook(c, book, { isPrivate: true }));
  });
  return app;
}

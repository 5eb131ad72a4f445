/** A page route: canonical key and drawing in, answer out. */
import type { Context } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { exchangeOf } from '#src/platform/http/exchange.ts';
import { answerPrepared, chooseVariant } from '#src/platform/http/prepared.ts';
import { addGzip } from './build-page.ts';
import { hasOwnCookie } from './own-cookie.ts';
import type { PageCache, Render } from './page-cache.ts';

type PageRequest = {
  /**
   * Path and allow-listed parameters in a fixed order: two addresses that show the same page have the same key. `null` for
   * a page that is not worth keeping. Everything that the page reads of the request must be in it.
   */
  key: string | null;
  render: Render;
  /** At the same address stands something else for who asks for another type: it is answered the long way, which looks at that. */
  isNegotiated?: boolean;
};

export type ServePage = (c: Context<AppEnv>, page: PageRequest) => Promise<Response>;

/**
 * Makes the answerer of page routes. Requests with a cookie of ours get a page drawn for them alone and kept nowhere: the
 * second defence, after pages that read no session.
 */
export function createServePage(cache: PageCache): ServePage {
  return async (c, { key, render, isNegotiated = false }) => {
    const exchange = exchangeOf(c);
    const isPrivate = hasOwnCookie(c.req.header('cookie'));
    const { page, use } = await cache.get(isPrivate ? null : key, render);
    exchange.cache = isPrivate ? 'bypass' : use;
    if (key !== null && !isPrivate && !isNegotiated && page.storable) cache.remember(exchange.target, key);
    const acceptEncoding = c.req.header('accept-encoding');
    if (chooseVariant(page, acceptEncoding).gzipMissing) await addGzip(page);
    const { status, fields, body } = answerPrepared(page, acceptEncoding, {
      ifNoneMatch: c.req.header('if-none-match'),
      ifModifiedSince: c.req.header('if-modified-since'),
    });
    const headers = toHeaders(fields);
    if (isNegotiated) headers.Vary = 'Accept, Accept-Encoding';
    if (isPrivate) {
      headers['Cache-Control'] = 'private, no-store';
      delete headers['Cache-Tag'];
    }
    return new Response(body, { status, headers });
  };
}

function toHeaders(fields: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < fields.length; at += 2) headers[fields[at] ?? ''] = fields[at + 1] ?? '';
  return headers;
}

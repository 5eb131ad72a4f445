/** Cached pages for the server's short way: fresh ones, for readers without a cookie of ours. */
import type { PreparedSource } from '#src/platform/http/create-server.ts';
import { chooseVariant } from '#src/platform/http/prepared.ts';
import { hasOwnCookie } from './own-cookie.ts';
import type { PageCache } from './page-cache.ts';

export function preparedPages(cache: PageCache): PreparedSource {
  return {
    ignoresQuery: false,
    use: 'hit',
    find(address, head) {
      if (head.cookie !== undefined && hasOwnCookie(head.cookie)) return undefined;
      const page = cache.findFresh(address);
      // The long way makes the gzip variant once.
      if (page === undefined || chooseVariant(page, head.acceptEncoding).gzipMissing) return undefined;
      cache.noteHit();
      return page;
    },
  };
}

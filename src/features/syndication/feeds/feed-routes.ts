import { Hono } from 'hono';
import { readAfter } from '#src/features/tales/browse-query.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { drawList, type ListDeps } from '../draw-list.ts';
import { isKept, listAddress, parseListName } from '../list-names.ts';
import { getList } from '../tale-lists.ts';
import { atomFeed } from './atom.ts';
import { FEED_TYPES, type Feed, type FeedFormat, feedOf } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss.ts';

const ENTRIES = 30;
const WRITERS: Record<FeedFormat, (feed: Feed) => string> = { atom: atomFeed, rss: rssFeed, json: jsonFeed };
const ENDING = /^(.+)\.(atom|rss|json)$/;

/** The newest tales of each list, at the address of its page with `.atom`, `.rss` or `.json` behind the path. */
export function feedRoutes(deps: ListDeps): Hono<AppEnv> {
  const { db, servePage, publicUrl: site } = deps;
  const app = new Hono<AppEnv>();
  for (const pattern of [
    '/:list{(?:recent|tales)\\.(?:atom|rss|json)}',
    '/:kind{(?:categories|author|collections)}/:list{[a-z0-9-]+\\.(?:atom|rss|json)}',
  ]) {
    app.get(pattern, (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const [, path = '', ending = ''] = ENDING.exec(pathname) ?? [];
      const format = ending as FeedFormat;
      const name = parseListName(path, searchParams);
      if (name === undefined) throw notFound();
      const after = readAfter(searchParams);
      const address = listAddress(name, { suffix: `.${format}`, after });
      const asked = { after, size: ENTRIES, order: 'newest' as const, withContent: format !== 'rss' };
      return servePage(c, {
        key: isKept(name) ? `feed ${address}` : null,
        render: async () => {
          const list = await getList(db, name, asked, (now) => listAddress(now, { suffix: `.${format}` }));
          return drawList(list.updated, FEED_TYPES[format], WRITERS[format](feedOf(list, { site, format, after })));
        },
      });
    });
  }
  return app;
}

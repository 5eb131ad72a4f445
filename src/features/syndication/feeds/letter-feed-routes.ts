import { Hono } from 'hono';
import { listWholeLetters } from '#src/features/newsletter/newsletter.ts';
import { readAfter } from '#src/features/tales/browse-query.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { drawList, type ListDeps } from '../draw-list.ts';
import { FEED_TYPES, type FeedFormat } from './feed.ts';
import { LETTER_WRITERS } from './letter-feed.ts';

const ENTRIES = 30;
const FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];

/** The weekly letters, newest first, at the address of their page with `.atom`, `.rss` or `.json` behind it. */
export function letterFeedRoutes({ db, servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const format of FORMATS) {
    const path = urls.listAs(urls.newsletter(), format);
    const at = (after: string) => `${site}${path}${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`;
    app.get(path, (c) => {
      const after = readAfter(new URL(c.req.url).searchParams);
      const render = async () => {
        const { letters, next } = await listWholeLetters(db, after, ENTRIES);
        const updated = new Date(letters[0]?.sentAt ?? 0);
        const frame = {
          ...{ title: 'The weekly letter · Talewood', description: 'A tale of the week, and what is new.', updated, site },
          ...{ self: at(after), page: site + urls.newsletter(), next: next === null ? null : at(next) },
        };
        const page = drawList(updated, FEED_TYPES[format], LETTER_WRITERS[format](frame, letters));
        return { ...page, tags: [...page.tags, 'letters'] };
      };
      return servePage(c, { key: `feed ${path}?${after}`, render });
    });
  }
  return app;
}

import { Hono } from 'hono';
import { comingNights, pastNights } from '#src/features/tonight/tonight.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { drawList, type ListDeps } from '../draw-list.ts';
import { FEED_TYPES, type FeedFormat } from './feed.ts';
import { tonightCalendar } from './tonight-calendar.ts';
import { lastNight, NIGHT_WRITERS } from './tonight-feed.ts';

const ENTRIES = 30;
/** Two weeks of evenings. */
const AHEAD = 14;
const FORMATS = Object.keys(FEED_TYPES) as FeedFormat[];

/** Tonight's tales: as feeds of the nights that were, and as a calendar of those to come. */
export function tonightRoutes({ db, servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const format of FORMATS) {
    const path = urls.listAs(urls.tonight(), format);
    app.get(path, (c) => {
      const render = async () => {
        const nights = await pastNights(db, ENTRIES);
        const updated = lastNight(nights);
        const frame = {
          ...{ title: 'Tonight’s tale · Talewood', description: 'One tale for each night, the same for everyone.', updated, site },
          ...{ self: site + path, page: site + urls.tonight(), next: null },
        };
        return tonight(drawList(updated, FEED_TYPES[format], NIGHT_WRITERS[format](frame, nights)));
      };
      return servePage(c, { key: `feed ${path}`, render });
    });
  }
  app.get(urls.tonightCalendar(), (c) => {
    const render = async () => {
      const nights = await comingNights(db, AHEAD);
      const updated = new Date(Math.max(0, ...nights.map(({ chosenAt }) => chosenAt.getTime())));
      return tonight(drawList(updated, 'text/calendar', tonightCalendar(nights, site)));
    };
    return servePage(c, { key: `calendar ${urls.tonight()}`, render });
  });
  return app;
}

function tonight(page: PageResult): PageResult {
  return { ...page, tags: [...page.tags, 'tonight'] };
}

import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { Words } from '#src/features/staff/contract.ts';
import { FeaturedPins, TalePick } from '#src/features/tales/contract.ts';
import { findTalePicks, getFeaturedPins, MOST_PINS, pinTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { CHANGED, MATCH } from './asked.ts';

const Pins = z.strictObject({
  ids: z
    .array(z.uuid('There is no such tale'))
    .max(MOST_PINS, `At most ${MOST_PINS} tales can be pinned`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each tale can be pinned once'),
});

export function featuredEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/featured', summary: 'The pinned tales in their order, and what fills up to four', answer: FeaturedPins },
      run: async ({ c }) => withTag(c, await getFeaturedPins(db)),
    }),
    endpoint({
      ...{ method: 'PUT', path: '/featured', summary: 'Pins these tales in this order, and no others', body: Pins, answer: FeaturedPins },
      ...{ headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, body }) => withTag(c, await pinTales(db, asker.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      ...{ method: 'GET', path: '/choices/tales', summary: 'Tales to choose from by parts of title and author, at most 20' },
      query: z.strictObject({ q: Words, state: z.literal('published').optional() }),
      answer: z.object({ tales: z.array(TalePick) }),
      run: async ({ query }) => ({ tales: await findTalePicks(db, { q: query.q, isPublishedOnly: query.state === 'published' }) }),
    }),
  ];
}

function withTag(c: Context<AppEnv>, pins: FeaturedPins): FeaturedPins {
  c.header('ETag', etagOf(pins.tag));
  return pins;
}

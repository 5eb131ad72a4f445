import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { FeaturedPins, TaleOption } from '#src/features/tales/contract.ts';
import { findTaleOptions, getFeaturedPins, MAX_PINS, pinTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { SearchText } from '#src/platform/http/list-query.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';

const PinsInput = z.strictObject({
  ids: z
    .array(z.uuid('There is no such tale'))
    .max(MAX_PINS, `At most ${MAX_PINS} tales can be pinned`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each tale can be pinned once'),
});

/** Endpoints for featured tales, and the search of tales to choose from. */
export function featuredEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'getFeaturedTales',
      method: 'GET',
      path: '/featured',
      summary: 'Get the featured tales',
      description: 'The pinned tales in their order, and the newest tales that fill the remaining of four places.',
      response: FeaturedPins,
      run: async ({ c }) => withEtag(c, await getFeaturedPins(db)),
    }),
    endpoint({
      id: 'pinFeaturedTales',
      method: 'PUT',
      path: '/featured',
      summary: 'Pin featured tales',
      description: 'Pins these tales in this order and unpins all others.',
      body: PinsInput,
      response: FeaturedPins,
      ifMatch: true,
      run: async ({ c, caller, body }) => withEtag(c, await pinTales(db, caller.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      id: 'searchTaleOptions',
      method: 'GET',
      path: '/choices/tales',
      summary: 'Search tales by title and author',
      description: 'At most 20 tales to choose from.',
      query: z.strictObject({ q: SearchText, state: z.literal('published').optional() }),
      response: z.object({ tales: z.array(TaleOption) }),
      run: async ({ query }) => ({ tales: await findTaleOptions(db, { q: query.q, isPublishedOnly: query.state === 'published' }) }),
    }),
  ];
}

function withEtag(c: Context<AppEnv>, pins: FeaturedPins): FeaturedPins {
  c.header('ETag', etagOf(pins.tag));
  return pins;
}

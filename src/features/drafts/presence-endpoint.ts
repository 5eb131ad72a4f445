import type { Context } from 'hono';
import { z } from 'zod';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { openEventStream } from '#src/platform/http/event-stream.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import type { Presence } from './presence.ts';

type Asker = { id: string };
type PresenceEndpointDeps = {
  presence: Presence;
  /** What tells whether who asks here may still ask, later. */
  stays: (c: Context<AppEnv>) => () => Promise<boolean>;
};

const TaleId = z.strictObject({ id: z.uuid() });

/** The stream of those who have a tale open: opening it makes one of them. */
export function presenceEndpoint({ presence, stays }: PresenceEndpointDeps): Endpoint<Asker> {
  return endpoint({
    method: 'GET',
    path: '/tales/{id}/presence',
    summary: 'Who has the tale open for editing (`people`), and each version that is saved meanwhile (`saved`), as server-sent events',
    params: TaleId,
    gives: 'text/event-stream',
    refusals: { 404: 'There is no such tale', 429: 'You have too many tales open' },
    run: async ({ c, asker, params }: { c: Context<AppEnv>; asker: Asker; params: z.output<typeof TaleId> }) => {
      // Nobody would ever end the stream of an answer without a body.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      let answer: Response | undefined;
      await presence.join({ taleId: params.id.toLowerCase(), personId: asker.id, isAllowed: stays(c) }, (onEnd) => {
        const opened = openEventStream(c, onEnd);
        answer = opened.answer;
        return opened.stream;
      });
      return answer;
    },
  });
}

/** Sending to a channel over HTTP, for programs. */
import { z } from 'zod';
import { type Json, MAX_DATA_BYTES } from '#src/api-client/realtime-protocol.ts';
import type { Editor } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, tooLarge } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { consume, type RateLimit } from '#src/platform/rate-limit/rate-limit.ts';
import { publish } from './notices.ts';
import type { Hub } from './realtime.ts';
import { ChannelName, EventName } from './socket-server.ts';

const LIMIT: RateLimit = { points: 600, windowSeconds: 60 };

const Broadcast = z
  .strictObject({
    channel: ChannelName.describe('Such as `topic:story-hour`.'),
    event: EventName.describe('Name of the event.'),
    data: z.unknown().default(null).describe(`Anything, at most ${MAX_DATA_BYTES} bytes as JSON.`),
  })
  .meta({ id: 'Broadcast', description: 'An event for all members of a channel.' });

/** Endpoint below /api/v1. */
export function broadcastEndpoint({ db, hub }: { db: Db; hub: Hub }): Endpoint<Editor> {
  return endpoint({
    id: 'broadcastEvent',
    method: 'POST',
    path: '/realtime/broadcast',
    summary: 'Send an event to a channel',
    description: 'Sends an event to all who are in the channel now, through all processes. It is not stored.',
    body: Broadcast,
    errors: { 413: 'The data is too large', 429: 'More than 600 events in a minute; see `Retry-After`' },
    run: async ({ caller, body: { channel, event, data } }) => {
      if (!(await hub.mayBroadcast({ ...caller, role: 'editor' }, channel)))
        throw new AppError(403, 'not_allowed', 'You may not send to this channel.');
      if (Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES) throw tooLarge(MAX_DATA_BYTES);
      const { isAllowed, retryAfterSeconds } = await consume(db, `broadcast ${caller.id}`, LIMIT);
      if (!isAllowed)
        throw new AppError(429, 'too_many', 'Too many events. Please slow down.', {
          headers: { 'Retry-After': String(retryAfterSeconds) },
        });
      await publish(db, channel, event, data as Json);
      return undefined;
    },
  });
}

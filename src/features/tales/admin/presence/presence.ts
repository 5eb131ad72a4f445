/** Who has a tale open for editing, and which versions are saved: the channel `tale:{id}`. */
import { sql } from 'kysely';
import { z } from 'zod';
import { HEARTBEAT_MS, type LeftCode, type Person, type ServerMessage } from '#src/api-client/realtime-protocol.ts';
import type { Guards } from '#src/features/accounts/accounts.ts';
import type { ChannelRule, Hub } from '#src/features/realtime/realtime.ts';
import { can } from '#src/permissions.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, notFound, unavailable } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { openEventStream } from '#src/platform/http/event-stream.ts';

/** Event `saved`, and the state of the channel: a version of the tale was saved. */
export type SavedEvent = { version: number; edited_by: string | null; is_me: boolean };
type SavedVersion = Omit<SavedEvent, 'is_me'> & { by: string | null };

/** Only the part of an id that a uuid is made of is looked up. */
const TaleId = z.uuid();

/** Being in the channel counts as editing. */
export function taleChannel(db: Db): ChannelRule {
  const currentVersion = async (id: string | undefined): Promise<SavedVersion | undefined> => {
    if (!TaleId.safeParse(id).success) return undefined;
    const { rows } = await sql<SavedVersion>`select version, name as edited_by, edited_by as by from tales
      left join users on users.id = edited_by where tales.id = ${id}`.execute(db);
    return rows[0];
  };
  return {
    pattern: 'tale:{id}',
    about: 'Editors who have a tale open, and each version that is saved (event `saved`). Its state is the current version.',
    hasPresence: true,
    mayJoin: async (user, { id }) => can(user?.role, 'editTales') && (await currentVersion(id)) !== undefined,
    state: async (user, { id }) => forReader(user?.id, await currentVersion(id)),
    personalize: (user, _, data) => forReader(user?.id, data as SavedVersion),
  };
}

function forReader(userId: string | undefined, saved: SavedVersion | undefined): SavedEvent | null {
  return saved === undefined
    ? null
    : { version: saved.version, edited_by: saved.edited_by, is_me: saved.by !== null && saved.by === userId };
}

/** Event `people` of the event stream. */
export type PeopleEvent = { people: Pick<Person, 'name' | 'since' | 'is_me'>[] };

/** The channel as server-sent events, as version 1.0 had it. */
export function presenceEndpoint({ hub, identify }: { hub: Hub; identify: Guards['identify'] }): Endpoint<{ id: string }> {
  return endpoint({
    id: 'watchTaleEditors',
    method: 'GET',
    path: '/tales/{id}/presence',
    summary: 'Watch who is editing a tale',
    description:
      'Deprecated: join the channel `tale:{id}` of the realtime WebSocket. Server-sent events: `people` lists who has the tale open for editing (PeopleEvent), `saved` reports each saved version (SavedEvent). An open stream counts as editing.',
    params: z.strictObject({ id: z.uuid() }),
    responseType: 'text/event-stream',
    errors: { 429: 'You have too many tales open' },
    run: async ({ c, params }) => {
      // A stream for a response without a body would never be ended.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      const find = identify(c.req.header());
      const user = await find();
      let refused: LeftCode | undefined;
      let onEnd = () => {};
      const { stream, answer } = openEventStream(c, () => onEnd());
      const send = (message: ServerMessage) => {
        if (message.type === 'people') stream.send('people', { people: message.people.map(({ id: _, data: __, ...person }) => person) });
        else if (message.type === 'joined') stream.send('saved', message.state);
        else if (message.type === 'event') stream.send(message.event, message.data);
        else if (message.type === 'left') {
          refused = message.code;
          stream.end();
        }
      };
      const connection = hub.connect({ user, identify: find, send, close: () => stream.end() });
      const timer = setInterval(() => stream.beat(), HEARTBEAT_MS).unref();
      onEnd = () => {
        clearInterval(timer);
        connection.end();
      };
      await connection.join(`tale:${params.id.toLowerCase()}`);
      if (refused !== undefined) throw refusal(refused);
      return answer;
    },
  });
}

function refusal(code: LeftCode): AppError {
  if (code === 'not_allowed') return notFound('There is no such tale.', 'unknown_tale');
  if (code === 'full') return new AppError(429, 'too_many_streams', 'You have too many tales open.', { headers: { 'Retry-After': '60' } });
  return unavailable('stopping', 2);
}

export const EditedTales = z
  .object({
    tales: z.array(
      z.object({
        id: z.uuid(),
        editors: z.array(z.string()).describe('Names of others who have the tale open for editing, earliest first.'),
      }),
    ),
  })
  .meta({ id: 'EditedTales', description: 'Tales that others are editing now.' });
export type EditedTales = z.infer<typeof EditedTales>;

const MAX_EDITED = 200;
/** Three heartbeats. */
const MAX_SILENCE_SECONDS = 90;

/** Endpoint for lists of tales, which cannot watch each tale. */
export function editedTalesEndpoint({ db }: { db: Db }): Endpoint<{ id: string }> {
  return endpoint({
    id: 'listEditedTales',
    method: 'GET',
    path: '/edited-tales',
    summary: 'List the tales that others are editing',
    description: `At most ${MAX_EDITED} tales that other administrators have open for editing.`,
    response: EditedTales,
    run: async ({ caller }) => {
      const { rows } = await sql<{ id: string; editors: string[] }>`
        select substr(channel, 6)::uuid as id, array_agg(name order by since, name) as editors
        from (select channel, name, min(since) as since from realtime_presence join users on users.id = user_id
          where channel like 'tale:%' and user_id <> ${caller.id}
            and seen_at > clock_timestamp() - ${MAX_SILENCE_SECONDS} * interval '1 second'
          group by channel, users.id) present
        group by channel limit ${MAX_EDITED}`.execute(db);
      return { tales: rows };
    },
  });
}

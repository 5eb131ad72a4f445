/** Shows who has a tale open for editing, and reports saved versions, over all server processes. */

import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import type { Listener } from '#src/platform/db/listen.ts';
import { AppError, notFound, unavailable } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { type EventStream, openEventStream } from '#src/platform/http/event-stream.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { Log } from '#src/platform/log.ts';

/** Older rows are deleted. */
const RETENTION_SECONDS = 600;

const HEARTBEAT_MS = 30_000;
/** Entries without a heartbeat for longer are ignored. */
const MAX_SILENCE_SECONDS = (3 * HEARTBEAT_MS) / 1000;

const FOREIGN_KEY_VIOLATION = '23503';

/** Event `people`: who has the tale open for editing, earliest first. `since`: ISO 8601. */
export type PeopleEvent = { people: { name: string; since: string; is_me: boolean }[] };

/** Event `saved`: a version of the tale was saved. */
export type SavedEvent = { version: number; edited_by: string | null; is_me: boolean };

type PresenceDeps = {
  db: Db;
  /** Listens to a Postgres channel. Called with the first watcher. */
  listen(channel: string, onNotice: (payload: string) => void, onReconnect: () => void): Promise<Listener>;
  log: Pick<Log, 'warn'>;
  /** Interval of heartbeats, ms. Entries without one for three intervals are ignored. */
  heartbeatMs?: number;
};

type JoinOptions = {
  taleId: string;
  userId: string;
  /** Whether the user may still watch; checked at every second heartbeat. */
  isAllowed(): Promise<boolean>;
};

type Watcher = PresenceEntry & { stream: EventStream; isAllowed: JoinOptions['isAllowed']; lastSent: string };

export type Presence = ReturnType<typeof createPresence>;

const CHANNEL = 'talewood_presence';
const MAX_STREAMS_PER_USER = 20;

export function createPresence({ db, listen, log, heartbeatMs = HEARTBEAT_MS }: PresenceDeps) {
  const watchers = new Map<string, Watcher>();
  let listening: Promise<Listener> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeats = 0;
  let isClosed = false;

  return { join, close };

  /**
   * Adds a watcher of a tale. `open` opens the stream; its argument is to be called when the stream ends. The stream gets the events
   * `people` and `saved` at once, and at each change.
   * @throws AppError 404 `unknown_tale`, 429 `too_many_streams`, 503 during shutdown
   */
  async function join({ taleId, userId, isAllowed }: JoinOptions, open: (onEnd: () => void) => EventStream): Promise<void> {
    if (isClosed) throw unavailable('stopping', 2);
    listening ??= listen(CHANNEL, onNotice, () => void sendAllPeople());
    await listening;
    const id = randomUUID();
    const since = await addPresence(db, { id, taleId, userId, limit: MAX_STREAMS_PER_USER });
    if (since === 'unknown tale') throw notFound('There is no such tale.', 'unknown_tale');
    if (since === 'too many')
      throw new AppError(429, 'too_many_streams', 'You have too many tales open.', { headers: { 'Retry-After': '60' } });
    const stream = open(() => leave(id));
    watchers.set(id, { id, taleId, userId, since, stream, isAllowed, lastSent: '' });
    if (isClosed) return stream.end();
    timer ??= setInterval(() => void heartbeat(), heartbeatMs).unref();
    await Promise.all([sendPeople(taleId), sendCurrentVersion(taleId, id)]).catch(() => {});
  }

  /** Ends all streams, so that shutdown need not wait for them, and rejects new ones. */
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(timer);
    const ids = [...watchers.keys()];
    for (const { stream } of [...watchers.values()]) stream.end();
    if (ids.length > 0) await removePresence(db, ids).catch(() => {});
    await (await listening)?.close();
  }

  function leave(id: string): void {
    // `close` removes all entries at once.
    if (!watchers.delete(id) || isClosed) return;
    // If this fails, the entry expires.
    removePresence(db, [id]).catch(() => {});
  }

  function onNotice(payload: string): void {
    const notice = parseNotice(payload);
    if (notice === undefined || watchersOf(notice.tale).length === 0) return;
    (notice.version === undefined ? sendPeople(notice.tale) : sendSaved(notice.tale, notice.version, notice.by)).catch(() => {});
  }

  /** Tells a watcher which reconnected what was saved in the meantime. */
  async function sendCurrentVersion(taleId: string, id: string): Promise<void> {
    const tale = await db.selectFrom('tales').select(['version', 'edited_by']).where('id', '=', taleId).executeTakeFirst();
    if (tale !== undefined) await sendSaved(taleId, tale.version, tale.edited_by, (watcher) => watcher.id === id);
  }

  async function sendSaved(taleId: string, version: number, by: string | null, isFor = (_: Watcher) => true): Promise<void> {
    const editor = by === null ? undefined : await db.selectFrom('users').select('name').where('id', '=', by).executeTakeFirst();
    for (const { userId, stream } of watchersOf(taleId).filter(isFor)) {
      stream.send('saved', { version, edited_by: editor?.name ?? null, is_me: userId === by } satisfies SavedEvent);
    }
  }

  async function sendPeople(taleId: string): Promise<void> {
    const editors = await listEditors(db, taleId, (3 * heartbeatMs) / 1000);
    for (const watcher of watchersOf(taleId)) {
      const people = editors.map(({ id, ...editor }) => ({ ...editor, is_me: id === watcher.userId }));
      const text = JSON.stringify(people);
      if (text !== watcher.lastSent) watcher.stream.send('people', { people } satisfies PeopleEvent);
      watcher.lastSent = text;
    }
  }

  async function sendAllPeople(): Promise<void> {
    for (const taleId of new Set([...watchers.values()].map((watcher) => watcher.taleId))) await sendPeople(taleId).catch(() => {});
  }

  async function heartbeat(): Promise<void> {
    heartbeats += 1;
    for (const { stream } of watchers.values()) stream.beat();
    try {
      const current = [...watchers.values()];
      const renewed = await renewPresence(db, current);
      // The tale or the user no longer exists.
      for (const { id, stream } of current) if (!renewed.has(id)) stream.end();
      if (heartbeats % 2 === 0) await endDisallowed();
      await sendAllPeople();
    } catch (error) {
      log.warn({ event: 'presence_unknown', err: error }, 'Updating presence failed');
    }
  }

  async function endDisallowed(): Promise<void> {
    for (const { stream, isAllowed } of [...watchers.values()]) if (!(await isAllowed())) stream.end();
  }

  function watchersOf(taleId: string): Watcher[] {
    return [...watchers.values()].filter((watcher) => watcher.taleId === taleId);
  }
}

/** Payload of the channel: the editors of a tale changed, or (with `version`) a version was saved. */
const Notice = z.object({ tale: z.uuid(), version: z.int().optional(), by: z.uuid().nullable().default(null) });

/** Returns undefined for an invalid payload. */
function parseNotice(payload: string): z.output<typeof Notice> | undefined {
  try {
    return Notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

type EndpointDeps = {
  presence: Presence;
  /** Returns a function that tells whether the user of a request still has access. */
  stays: (c: Context<AppEnv>) => () => Promise<boolean>;
};

const TaleId = z.strictObject({ id: z.uuid() });

export function presenceEndpoint({ presence, stays }: EndpointDeps): Endpoint<{ id: string }> {
  return endpoint({
    id: 'watchTaleEditors',
    method: 'GET',
    path: '/tales/{id}/presence',
    summary: 'Watch who is editing a tale',
    description:
      'Server-sent events: `people` lists who has the tale open for editing (PeopleEvent), `saved` reports each saved version (SavedEvent). An open stream counts as editing.',
    params: TaleId,
    responseType: 'text/event-stream',
    errors: { 429: 'You have too many tales open' },
    run: async ({ c, caller, params }) => {
      // A stream for a response without a body would never be ended.
      if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
      let response: Response | undefined;
      await presence.join({ taleId: params.id.toLowerCase(), userId: caller.id, isAllowed: stays(c) }, (onEnd) => {
        const opened = openEventStream(c, onEnd);
        response = opened.answer;
        return opened.stream;
      });
      return response;
    },
  });
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
        select tale_id as id, array_agg(name order by since, name) as editors
        from (select tale_id, name, min(since) as since from editor_presence join users on users.id = user_id
          where user_id <> ${caller.id} and seen_at > clock_timestamp() - ${MAX_SILENCE_SECONDS} * interval '1 second'
          group by tale_id, users.id) present
        group by tale_id limit ${MAX_EDITED}`.execute(db);
      return { tales: rows };
    },
  });
}

/** Rows of `editor_presence`, one per open stream. All times are by the clock of the database. */
type PresenceEntry = { id: string; taleId: string; userId: string; since: Date };

/** Adds a stream and notifies all processes. Returns its start, or why it was not added. `limit`: streams per user. */
async function addPresence(
  db: Db,
  { id, taleId, userId, limit }: { id: string; taleId: string; userId: string; limit: number },
): Promise<Date | 'unknown tale' | 'too many'> {
  try {
    const { rows } = await sql<{ since: Date }>`
      with added as (
        insert into editor_presence (id, tale_id, user_id, since, seen_at)
        select ${id}::uuid, ${taleId}::uuid, ${userId}::uuid, now, now from clock_timestamp() now
        where (select count(*) from editor_presence where user_id = ${userId} and seen_at > now - interval '90 seconds') < ${limit}
        returning since, tale_id)
      select since, pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from added`.execute(db);
    return rows[0]?.since ?? 'too many';
  } catch (error) {
    if ((error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION) return 'unknown tale';
    throw error;
  }
}

async function removePresence(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with removed as (delete from editor_presence where id = any (${ids}::uuid[]) returning tale_id)
    select pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from removed group by tale_id`.execute(db);
}

/**
 * Records a heartbeat. Inserts missing rows, because the table is unlogged and empty after a crash of the database. Returns the ids whose
 * tale and user exist.
 */
async function renewPresence(db: Db, entries: readonly PresenceEntry[]): Promise<Set<string>> {
  const column = <Key extends keyof PresenceEntry>(key: Key) => entries.map((entry) => entry[key]);
  const { rows } = await sql<{ id: string }>`
    insert into editor_presence (id, tale_id, user_id, since, seen_at)
      select seen.id, tales.id, users.id, seen.since, clock_timestamp()
      from unnest(${column('id')}::uuid[], ${column('taleId')}::uuid[], ${column('userId')}::uuid[], ${column('since')}::timestamptz[])
        as seen (id, tale_id, user_id, since)
      join tales on tales.id = seen.tale_id join users on users.id = seen.user_id
    on conflict (id) do update set seen_at = excluded.seen_at
    returning id`.execute(db);
  await sql`delete from editor_presence where seen_at < clock_timestamp() - ${RETENTION_SECONDS} * interval '1 second'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns who has the tale open, earliest first. `maxAgeSeconds`: entries without a heartbeat for longer are ignored. */
async function listEditors(db: Db, taleId: string, maxAgeSeconds: number): Promise<{ id: string; name: string; since: string }[]> {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    select users.id, name, min(since) as since from editor_presence join users on users.id = user_id
    where tale_id = ${taleId} and seen_at > clock_timestamp() - ${maxAgeSeconds} * interval '1 second'
    group by users.id order by min(since), users.id`.execute(db);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** Reading a tale together: sessions with a code, their realtime channel, and how they end. Nothing about people is stored. */
import { createHash, randomBytes } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { tooManyRequests } from '#src/features/accounts/accounts.ts';
import { type ChannelRule, publish, type SentEvent } from '#src/features/realtime/realtime.ts';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import { describeOperation } from '#src/platform/http/endpoint.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import type { Log } from '#src/platform/log.ts';
import { consumeAll, type LimitedKey, refundAll, subnetLimits } from '#src/platform/rate-limit/rate-limit.ts';
import { isPossibleCode, randomCode } from './code-words.ts';
import { MAX_GUESTS, MemberInput, Mode, NewSession, Position, type SessionState, type SessionView, StartedSession } from './contract.ts';

/** A school has one address. */
const START_LIMITS = { network: { points: 30, windowSeconds: 3_600 }, account: { points: 10, windowSeconds: 3_600 } };
/**
 * Attempts to open codes that do not exist. With 58 million codes and 10 sessions, one network hits one in 5 years on average, and all networks
 * together in 6 weeks of attempts at the limit.
 */
export const TRY_LIMITS = { network: { points: 20, windowSeconds: 600 }, all: { points: 5_000, windowSeconds: 3_600 } };
/** Time for the reader who began to come back. */
const GRACE_SECONDS = 60;
const SWEEP_MS = 10_000;
/** Presence of a process that was killed. */
const PRESENCE_SECONDS = 90;
/** Codes tried until one is free. */
const MAX_TRIES = 5;
const WAVE_INTERVAL_MS = 1_000;

const isRunning = sql<boolean>`s.expires_at > clock_timestamp() and s.host_seen_at > clock_timestamp() - ${GRACE_SECONDS + SWEEP_MS / 1000} * interval '1 second'`;

/** Returns the running session with a code; null if it is unknown or has ended. */
export async function findSession(db: Db, code: string): Promise<SessionView | null> {
  if (!isPossibleCode(code)) return null;
  const { rows } = await sql<SessionView>`
    select s.code, s.room, t.slug as tale from reading_sessions s join tales t on t.id = s.tale_id
    where s.code = ${code} and ${isRunning} and ${isPublic}`.execute(db);
  return rows[0] ?? null;
}

/** Middleware of addresses with a `code`: limits attempts to guess one. @throws AppError 429 `too_many` */
export function limitTries(db: Db): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const code = c.req.param('code') ?? '';
    if (isPossibleCode(code)) {
      const address = getRequestContext(c).clientAddress();
      const limits: LimitedKey[] = [
        ...subnetLimits('together code', address, TRY_LIMITS.network),
        { key: 'together codes', limit: TRY_LIMITS.all },
      ];
      const { isAllowed, retryAfterSeconds } = await consumeAll(db, limits);
      if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
      if ((await findSession(db, code)) !== null) await refundAll(db, limits);
    }
    await next();
  };
}

/** `findUser`: the signed-in user, or null. */
type StartDeps = { db: Db; publicUrl: string; findUser: (c: Context<AppEnv>) => Promise<{ id: string } | null> };

/** `POST /together`, below /api/v1. @throws AppError 404 unknown tale, 429 `too_many` */
export function togetherRoutes({ db, publicUrl, findUser }: StartDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/together', sameOrigin(publicUrl), async (c) => {
    const { tale } = await readBody(c, NewSession);
    const user = await findUser(c);
    const { isAllowed, retryAfterSeconds } = await consumeAll(db, [
      ...subnetLimits('start together network', getRequestContext(c).clientAddress(), START_LIMITS.network),
      ...(user === null ? [] : [{ key: `start together user ${user.id}`, limit: START_LIMITS.account }]),
    ]);
    if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
    return c.json(await startSession(db, tale), 201, { 'Cache-Control': 'no-store' });
  });
  return app;
}

export const startTogetherOperation = describeOperation({
  ...{ id: 'startReadingTogether', method: 'POST', path: '/together', summary: 'Start reading together', status: 201 },
  description: 'Starts a session in which guests follow the reader of a tale. It ends after two hours, or a minute after the reader left.',
  ...{ body: NewSession, response: StartedSession },
  errors: { 404: 'No public tale has this id', 429: 'Too many sessions in an hour; see `Retry-After`' },
});

/** Starts a session for a public tale. @throws AppError 404 for any other tale */
export async function startSession(db: Db, tale: string): Promise<StartedSession> {
  const token = randomBytes(16).toString('base64url');
  const key = createHash('sha256').update(token).digest('base64url');
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const code = randomCode();
    const { rows } = await sql<{ isStarted: boolean }>`
      with tale as (select t.id from tales t where t.id = ${tale} and ${isPublic}), started as (
        insert into reading_sessions (room, code, tale_id, host_key, leader_key)
          select ${randomBytes(16).toString('base64url')}, ${code}, id, ${key}, ${key} from tale on conflict (code) do nothing returning code)
      select exists (select from started) as "isStarted" from tale`.execute(db);
    if (rows[0] === undefined) throw notFound('This tale is not available.');
    if (rows[0].isStarted) return { code, token };
  }
  throw new Error('No code is free.');
}

/** Deletes sessions that have ended, tells their members, and adds to the counts. Returns how many go on. */
export async function endSessions(db: Db): Promise<number> {
  await sql`
    with present as (
      select s.room, bool_or(p.data ->> 'key' = s.host_key) as has_host,
        count(distinct p.data ->> 'key') filter (where p.data ->> 'key' <> s.host_key) as guests
      from reading_sessions s join realtime_presence p on p.channel = 'together:' || s.room
      where p.seen_at > clock_timestamp() - ${PRESENCE_SECONDS} * interval '1 second' group by s.room
    )
    update reading_sessions s set guests = greatest(s.guests, present.guests),
      host_seen_at = case when has_host then clock_timestamp() else host_seen_at end
    from present where present.room = s.room`.execute(db);
  const { rows: ended } = await sql<{ room: string }>`
    with ended as (
      delete from reading_sessions s where s.expires_at <= clock_timestamp()
        or s.host_seen_at < clock_timestamp() - ${GRACE_SECONDS} * interval '1 second'
      returning s.room, s.guests, ceil(extract(epoch from clock_timestamp() - s.created_at) / 60)::integer as minutes
    ), counted as (
      insert into daily_counts as stored (day, kind, count)
        select (clock_timestamp() at time zone 'UTC')::date, kind, sum(number) from ended,
          lateral (values ('together', 1), ('together_guest', guests), ('together_minute', minutes)) as each (kind, number)
        where number > 0 group by kind order by kind
      on conflict (day, kind) do update set count = stored.count + excluded.count
    )
    select room from ended`.execute(db);
  // If this fails, the members are told when their access is checked again.
  for (const { room } of ended) await publish(db, `together:${room}`, 'end', null);
  const { rows } = await sql<{ running: number }>`select count(*)::integer as running from reading_sessions`.execute(db);
  return rows[0]?.running ?? 0;
}

/** The channel of a session. Only the leader moves the position; everyone may wave. */
export function togetherChannel(db: Db, log: Pick<Log, 'warn'>): ChannelRule {
  const waves = new Map<string, number>();
  let sweeping: NodeJS.Timeout | undefined;

  /** Ends sessions every few seconds for as long as there are any. */
  function sweepSoon(): void {
    if (sweeping !== undefined) return;
    sweeping = setTimeout(async () => {
      sweeping = undefined;
      const running = await endSessions(db).catch((err: unknown) => {
        log.warn({ event: 'reading_sessions_not_ended', err }, 'Reading sessions could not be ended; retrying');
        return 1;
      });
      if (running > 0) sweepSoon();
    }, SWEEP_MS).unref();
  }

  /** Whether a member may wave again. */
  function mayWave(memberId: string): boolean {
    const now = performance.now();
    for (const [id, at] of waves) if (now - at >= WAVE_INTERVAL_MS) waves.delete(id);
    if (waves.has(memberId)) return false;
    waves.set(memberId, now);
    return true;
  }

  return {
    pattern: 'together:{room}',
    about: 'A tale that is read together: `position`, `lead` and `mode` of the reader, `wave` of everyone, `end`.',
    hasPresence: true,
    // The reader who began always gets back in.
    async maxPeople({ room }, key) {
      const { rows } = await sql<{ most: number }>`
        select case when host_key = ${key} then 2 * ${MAX_GUESTS} else ${MAX_GUESTS} + exists (select from realtime_presence p
          where p.channel = 'together:' || room and p.data ->> 'key' = host_key)::integer end as most
        from reading_sessions where room = ${room ?? ''}`.execute(db);
      return rows[0]?.most ?? 0;
    },
    async mayJoin(_user, { room }) {
      sweepSoon();
      const { rows } = await sql`select from reading_sessions s where s.room = ${room ?? ''} and ${isRunning}`.execute(db);
      return rows.length > 0;
    },
    present(data, key) {
      const member = MemberInput.safeParse(data);
      return key === null || !member.success ? undefined : { ...member.data, key };
    },
    async state(_user, { room }, key): Promise<SessionState> {
      const { rows } = await sql<Omit<SessionState, 'me'>>`
        select host_key as host, leader_key as leader, mode, position from reading_sessions where room = ${room ?? ''}`.execute(db);
      if (rows[0] === undefined) throw notFound('This session has ended.');
      return { me: key ?? '', ...rows[0] };
    },
    async mayBroadcast(_user, { room = '' }, sent) {
      if (sent?.event === 'wave') return sent.data === null && mayWave(sent.memberId);
      const change = sent && changeBy(sent);
      if (change === undefined) return false;
      const { rows } = await sql`
        update reading_sessions s set ${change.set} where s.room = ${room} and ${change.where} and ${isRunning} returning 1`.execute(db);
      if (rows.length > 0 && sent?.event === 'end') await endSessions(db);
      return rows.length > 0;
    },
  };
}

const Key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Returns what an event changes, and who may send it; undefined for an unknown or malformed one. */
function changeBy({ event, data, key }: SentEvent): { set: RawBuilder<unknown>; where: RawBuilder<unknown> } | undefined {
  const isHost = sql`s.host_key = ${key}`;
  if (event === 'position') {
    const position = Position.safeParse(data);
    if (!position.success) return undefined;
    return { set: sql`position = ${JSON.stringify(position.data)}::jsonb`, where: sql`s.leader_key = ${key}` };
  }
  if (event === 'lead') {
    const next = Key.safeParse(data).data;
    if (next === undefined) return undefined;
    const isGivenBack = sql`s.leader_key = ${key} and s.host_key = ${next}`;
    return { set: sql`leader_key = ${next}`, where: sql`(${isHost} and (s.mode = 'story' or s.host_key = ${next}) or ${isGivenBack})` };
  }
  if (event === 'mode') {
    const mode = Mode.safeParse(data).data;
    // In class mode the teacher leads.
    const leader = mode === 'class' ? sql`s.host_key` : sql`s.leader_key`;
    return mode && { set: sql`mode = ${mode}, leader_key = ${leader}`, where: isHost };
  }
  if (event === 'end' && data === null) return { set: sql`expires_at = clock_timestamp()`, where: isHost };
  return undefined;
}

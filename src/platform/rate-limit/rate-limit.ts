import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { subnetsOf } from './client-subnet.ts';

/** A limit of attempts, counted in the database, so that it holds across restarts and processes, by one clock. */

export type RateLimit = {
  /** Attempts within a window. */
  points: number;
  /** Length of a window in seconds; it begins with its first attempt. */
  windowSeconds: number;
};

/** `retryAfterSeconds`: an integer of at least 1 when not allowed, 0 when allowed. */
export type RateLimitResult = { isAllowed: boolean; retryAfterSeconds: number };

/** Expired windows deleted when a new one begins: more than one, so that they never accumulate. */
const CLEANUP_BATCH = 10;

/**
 * Counts one attempt against the limit of `key`, of which only a hash is stored; begin it with the kind of limit, such as `sign-in network
 * 192.0.2.1`. Concurrent attempts are counted one after another. A rejected attempt does not extend the window. Not for use within a
 * transaction, which would block all others.
 */
export function consume(db: Db, key: string, limit: RateLimit): Promise<RateLimitResult> {
  return consumeAll(db, [{ key, limit }]);
}

/** Undoes one allowed `consume` of the same key and limit, for attempts that turned out to be legitimate. */
export function refund(db: Db, key: string, limit: RateLimit): Promise<void> {
  return refundAll(db, [{ key, limit }]);
}

/** A limit and its key. */
export type LimitedKey = { key: string; limit: RateLimit };

/**
 * Counts one attempt against each limit in order, or against none: the first limit that rejects decides. A single statement, because each
 * commit costs milliseconds.
 */
export async function consumeAll(db: Db, limits: readonly LimitedKey[]): Promise<RateLimitResult> {
  const allowed = { isAllowed: true, retryAfterSeconds: 0 };
  if (limits.length === 0) return allowed;
  const steps = limits.map((_, at) => sql.ref(`step_${at}`));
  const before = (at: number) => sql`from ${steps[at - 1]} where attempts <= ${limits[at - 1]?.limit.points}::integer`;
  const { rows } = await sql<{ attempts: number; seconds: number }>`
    with ${sql.join(limits.map((limited, at) => sql`${steps[at]} as (${countAttempt(limited, at === 0 ? sql`` : before(at))})`))}
    select attempts, seconds from (${sql.join(
      steps.map((step, at) => sql`select ${sql.lit(at)} as place, * from ${step}`),
      sql` union all `,
    )}) taken_from order by place`.execute(db);
  if (rows.some(({ attempts }) => attempts === 1)) await removeExpired(db);
  const last = rows.at(-1);
  const refusing = limits[rows.length - 1];
  if (last === undefined || refusing === undefined) throw new Error('A limit was not counted.');
  if (last.attempts <= refusing.limit.points) return allowed;
  // An attempt that one limit rejects does not count for the others.
  await refundAll(db, limits.slice(0, rows.length - 1));
  return { isAllowed: false, retryAfterSeconds: Math.max(1, last.seconds) };
}

/** SQL that counts one attempt against a limit, where `condition` (a from clause) holds. */
function countAttempt({ key, limit: { points, windowSeconds } }: LimitedKey, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into rate_limits as existing (key, attempts, expires_at)
      select ${hashKey(key)}, 1, clock_timestamp() + ${windowSeconds} * interval '1 second' ${condition}
    on conflict (key) do update set
      attempts = case when existing.expires_at <= clock_timestamp() then 1 else least(existing.attempts, ${points}::integer) + 1 end,
      expires_at = case when existing.expires_at <= clock_timestamp() then clock_timestamp() + ${windowSeconds} * interval '1 second'
        else existing.expires_at end
    returning attempts, ceil(extract(epoch from expires_at - clock_timestamp()))::integer as seconds`;
}

/** Undoes one allowed `consumeAll`. */
export async function refundAll(db: Db, limits: readonly LimitedKey[]): Promise<void> {
  if (limits.length === 0) return;
  const steps = limits.map((_, at) => sql.ref(`step_${at}`));
  // In the same order as `consumeAll`: locking counters in different orders would deadlock.
  const after = (at: number) => (at === 0 ? sql`` : sql`and (select count(*) from ${steps[at - 1]}) >= 0`);
  const updates = limits.map(
    ({ key, limit: { points } }, at) => sql`${steps[at]} as (
      update rate_limits set attempts = greatest(least(attempts, ${points}::integer) - 1, 0)
      where key = ${hashKey(key)} and expires_at > clock_timestamp() ${after(at)} returning 1)`,
  );
  await sql`with ${sql.join(updates)} select`.execute(db);
}

/** Multipliers for an address or /64, a /56 and a /48: owners of several small networks get a little more than one. */
const SUBNET_FACTORS = [1, 2, 4];

/**
 * Returns the limit of each network of a client's address, the widest first, so that attempts rejected there do not create counters for
 * narrower ones. `what` begins the keys. `limit` applies to an IPv4 address or a /64; a /56 has twice and a /48 four times as much.
 */
export function subnetLimits(what: string, address: string, { points, windowSeconds }: RateLimit): LimitedKey[] {
  const limits = subnetsOf(address).map((network, at) => ({
    key: `${what} ${network}`,
    limit: { points: points * (SUBNET_FACTORS[at] ?? 1), windowSeconds },
  }));
  return limits.reverse();
}

/** Counts one attempt against the limits of a client's networks. */
export function consumeForSubnet(db: Db, what: string, address: string, limit: RateLimit): Promise<RateLimitResult> {
  return consumeAll(db, subnetLimits(what, address, limit));
}

/** Deletes all expired counters, for a job. Returns their number. */
export async function removeExpiredLimits(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from rate_limits where key in (
    select key from rate_limits where expires_at <= clock_timestamp() for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns the stored form of a key. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Does not wait for locks: rows in use are deleted the next time. */
async function removeExpired(db: Db): Promise<void> {
  await sql`delete from rate_limits where key in (
    select key from rate_limits where expires_at <= clock_timestamp() order by expires_at
    limit ${CLEANUP_BATCH} for update skip locked)`.execute(db);
}

/** Slots further ahead were written under a wrong clock. */
const MAX_AHEAD = "interval '5 minutes'";

/**
 * Reserves the next slot of a schedule with one slot every `everyMs` ms, shared by all processes, and returns the delay until then in ms,
 * by the database's clock. `key`: any text that begins with what is throttled, and is not used for a limit. Unused slots are not made up
 * for. Not for use within a transaction, which would block all others.
 */
export async function throttle(db: Db, key: string, everyMs: number): Promise<number> {
  const step = sql`${everyMs} * interval '1 ms'`;
  const { rows } = await sql<{ ms: number }>`
    insert into rate_limits as existing (key, attempts, expires_at) values (${hashKey(key)}, 1, clock_timestamp() + ${step})
    on conflict (key) do update set expires_at = ${step} + case
      when existing.expires_at > clock_timestamp() + ${sql.raw(MAX_AHEAD)} then clock_timestamp() else greatest(existing.expires_at, clock_timestamp()) end
    returning extract(epoch from expires_at - ${step} - clock_timestamp())::float8 * 1000 as ms`.execute(db);
  return Math.max(0, rows[0]?.ms ?? 0);
}

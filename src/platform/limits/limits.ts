import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { networksOf } from './network-of.ts';

/** Counts tries in the database, so that limits hold over restarts and all processes, by one clock. */

export type Limit = {
  /** Tries within a window. */
  points: number;
  /** Length of a window in seconds. It begins with its first try. */
  windowSeconds: number;
};

/** `retryAfterSeconds` is whole and at least 1 when not allowed, 0 when allowed. */
export type Verdict = { isAllowed: boolean; retryAfterSeconds: number };

/** Ended windows that are removed when a new one begins: more than one, so that they never pile up. */
const REMOVED_AT_ONCE = 10;

/**
 * Takes one try from the limit of `key` (any text, of which only a hash is stored; begin it with what is limited, as in
 * `sign-in network 192.0.2.1`). Tries at the same time are counted one after the other, so never more than allowed get through.
 * A refused try costs nothing and makes the window no longer. Not for use within a transaction, which would hold up all others.
 */
export function consume(db: Db, key: string, limit: Limit): Promise<Verdict> {
  return consumeAll(db, [{ key, limit }]);
}

/** Undoes one allowed `consume` of the same key and limit: what was tried turned out to be no offence. */
export function giveBack(db: Db, key: string, limit: Limit): Promise<void> {
  return giveBackAll(db, [{ key, limit }]);
}

/** A limit with the key that it is counted under. */
export type LimitedKey = { key: string; limit: Limit };

/**
 * Takes one try from each of the limits, in their order, or from none: the verdict is that of the first one that refuses, and those behind it
 * are not looked at. One statement: each commit costs milliseconds.
 */
export async function consumeAll(db: Db, limits: readonly LimitedKey[]): Promise<Verdict> {
  const allowed = { isAllowed: true, retryAfterSeconds: 0 };
  if (limits.length === 0) return allowed;
  const steps = limits.map((_, at) => sql.ref(`step_${at}`));
  const before = (at: number) => sql`from ${steps[at - 1]} where taken <= ${limits[at - 1]?.limit.points}::integer`;
  const { rows } = await sql<{ taken: number; seconds: number }>`
    with ${sql.join(limits.map((limited, at) => sql`${steps[at]} as (${takeOne(limited, at === 0 ? sql`` : before(at))})`))}
    select taken, seconds from (${sql.join(
      steps.map((step, at) => sql`select ${sql.lit(at)} as place, * from ${step}`),
      sql` union all `,
    )}) taken_from order by place`.execute(db);
  if (rows.some(({ taken }) => taken === 1)) await removeEnded(db);
  const last = rows.at(-1);
  const refusing = limits[rows.length - 1];
  if (last === undefined || refusing === undefined) throw new Error('A limit was not counted.');
  if (last.taken <= refusing.limit.points) return allowed;
  // What one limit refuses is no try for the others.
  await giveBackAll(db, limits.slice(0, rows.length - 1));
  return { isAllowed: false, retryAfterSeconds: Math.max(1, last.seconds) };
}

/** Takes one try from a limit where `condition`, a from clause, holds. */
function takeOne({ key, limit: { points, windowSeconds } }: LimitedKey, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into limit_counters as kept (key, taken, ends_at)
      select ${hashOf(key)}, 1, clock_timestamp() + ${windowSeconds} * interval '1 second' ${condition}
    on conflict (key) do update set
      taken = case when kept.ends_at <= clock_timestamp() then 1 else least(kept.taken, ${points}::integer) + 1 end,
      ends_at = case when kept.ends_at <= clock_timestamp() then clock_timestamp() + ${windowSeconds} * interval '1 second'
        else kept.ends_at end
    returning taken, ceil(extract(epoch from ends_at - clock_timestamp()))::integer as seconds`;
}

/** Undoes one allowed `consumeAll`. */
export async function giveBackAll(db: Db, limits: readonly LimitedKey[]): Promise<void> {
  if (limits.length === 0) return;
  const steps = limits.map((_, at) => sql.ref(`step_${at}`));
  // One after the other, as `consumeAll` takes them: two that lock the same counters in different orders would wait for each other.
  const after = (at: number) => (at === 0 ? sql`` : sql`and (select count(*) from ${steps[at - 1]}) >= 0`);
  const updates = limits.map(
    ({ key, limit: { points } }, at) => sql`${steps[at]} as (
      update limit_counters set taken = greatest(least(taken, ${points}::integer) - 1, 0)
      where key = ${hashOf(key)} and ends_at > clock_timestamp() ${after(at)} returning 1)`,
  );
  await sql`with ${sql.join(updates)} select`.execute(db);
}

/** Whoever has many small networks gets a little more than one of them: factors for an address and /64, /56, /48. */
const NETWORK_FACTORS = [1, 2, 4];

/**
 * The limit for each network that a client's address counts for, the widest first: who is refused there takes up no room for a narrower one.
 * `what` begins the keys. `limit` is that of an IPv4 address or a /64; a /56 has twice and a /48 four times as much.
 */
export function networkLimits(what: string, address: string, { points, windowSeconds }: Limit): LimitedKey[] {
  const limits = networksOf(address).map((network, at) => ({
    key: `${what} ${network}`,
    limit: { points: points * (NETWORK_FACTORS[at] ?? 1), windowSeconds },
  }));
  return limits.reverse();
}

/** Takes one try from the limits of a client's networks. */
export function consumeForNetwork(db: Db, what: string, address: string, limit: Limit): Promise<Verdict> {
  return consumeAll(db, networkLimits(what, address, limit));
}

/** Removes all counters that have ended; for a job. Returns how many there were. */
export async function removeEndedLimits(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from limit_counters where key in (
    select key from limit_counters where ends_at <= clock_timestamp() for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A key as it is stored. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Waits for nobody: rows that someone else is about to change stay for the next time. */
async function removeEnded(db: Db): Promise<void> {
  await sql`delete from limit_counters where key in (
    select key from limit_counters where ends_at <= clock_timestamp() order by ends_at
    limit ${REMOVED_AT_ONCE} for update skip locked)`.execute(db);
}

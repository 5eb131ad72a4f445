/**
 * Reads public data from standbys where that cannot return less than the primary has told this process: a connection to a standby is used
 * only once it has replayed the last write that was notified, and what the primary had some seconds ago (docs/decisions/0013-read-replica-by-position.md).
 */
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { classifyDatabaseError } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { databaseReason } from '#src/platform/start-errors.ts';
import { type Db, openReadDb } from './db.ts';
import type { DatabaseClient } from './open-client.ts';
import { openPool } from './pool.ts';

/** What the primary had this long ago must be on the standby. */
const MAX_LAG_MS = 5_000;
/** Time between two checks of the standbys, and how long the check of a connection is valid, ms. */
const CHECK_MS = 1_000;
/** How long the primary may take to report its position before it counts as unreachable, ms. */
const PATIENCE_MS = 3_000;

/** `position`: bytes of the write-ahead log. `history`: positions are only comparable within the same one. */
type Place = { history: string; position: number; is_standby: boolean };

const history = (timeline: string) =>
  `concat_ws(' ', (select system_identifier from pg_control_system()), ${timeline}, current_database())`;
/** Includes records that are not flushed yet: those of a commit with synchronous_commit = off are notified as well. */
const OF_PRIMARY = `select ${history("('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int")} as history,
  (pg_current_wal_insert_lsn() - '0/0')::float8 as position, false as is_standby`;
/**
 * The timeline of a standby is known from its control file, which may be late, or from its receiver, if the role has pg_read_all_stats:
 * until then, the primary is used. A receiver follows a timeline only if all that was replayed is part of it.
 */
const OF_STANDBY = `select ${history('greatest(c.timeline_id, r.min_recovery_end_timeline, (select received_tli from pg_stat_wal_receiver))')} as history,
  coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::float8 as position, pg_is_in_recovery() as is_standby
  from pg_control_checkpoint() c, pg_control_recovery() r`;

/** Why standbys are not used, for the log; undefined while they are. */
type Problem = string | undefined;

type ReplicaDeps = {
  url: string;
  db: Db;
  pool: pg.Pool;
  log: Pick<Log, 'warn' | 'info'>;
};

export type ReadReplica = ReturnType<typeof openReadReplica>;

/** Opens connections on demand. Nothing fails while no standby can be used: `db` then reads from the primary. */
export function openReadReplica({ url, db: primaryDb, pool: primaryPool, log }: ReplicaDeps) {
  const pool = openPool(url, { log });
  const primary = followPrimary();
  const counts = { replica: 0, primary: 0, retried: 0 };
  /** Connections to standbys of the primary; others are closed when they are returned. */
  const checked = new WeakMap<pg.PoolClient, { at: number; position: number }>();
  let problem: Problem = 'not checked yet';
  let lagBytes = 0;
  let check: Promise<void> | undefined;

  const timer = setInterval(() => {
    void primary.ask();
    void checkOnce();
  }, CHECK_MS);
  timer.unref();

  const db = openReadDb({ connect, end: async () => {}, options: {} }, primaryDb);

  async function connect(): Promise<PostgresPoolClient> {
    const client = await connectToStandby();
    if (client === undefined) {
      counts.primary += 1;
      return primaryPool.connect();
    }
    counts.replica += 1;
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        const kind = classifyDatabaseError(error);
        if (kind === undefined) throw error;
        if (kind === 'lost') report(reasonOf(error));
        counts.retried += 1;
        return primaryPool.query(text, values);
      }
    };
    // Without cursors, which only streams need.
    return { query, release: () => client.release() } as unknown as PostgresPoolClient;
  }

  async function connectToStandby(): Promise<pg.PoolClient | undefined> {
    if (problem !== undefined || primary.required() === undefined) return undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      if (await isCurrent(client)) return client;
      client.release(!checked.has(client));
    } catch (error) {
      client?.release(true);
      report(reasonOf(error));
    }
    return undefined;
  }

  async function isCurrent(client: pg.PoolClient): Promise<boolean> {
    const known = checked.get(client);
    if (known === undefined || performance.now() - known.at >= CHECK_MS || isBehind(known.position)) {
      const at = performance.now();
      const place = await readPlace(client, OF_STANDBY);
      checked.delete(client);
      if (!primary.leads(place)) return false;
      checked.set(client, { at, position: place.position });
      return !isBehind(place.position);
    }
    return true;
  }

  /** Compared after the check, because a write may have been notified during it. */
  function isBehind(position: number): boolean {
    return position < (primary.required() ?? Number.POSITIVE_INFINITY);
  }

  function checkOnce(): Promise<void> {
    check ??= checkStandby().finally(() => {
      check = undefined;
    });
    return check;
  }

  async function checkStandby(): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      const place = await readPlace(client, OF_STANDBY);
      lagBytes = Math.max(0, primary.latest() - place.position);
      const found = primary.problemOf(place);
      // The next connection may lead to another server.
      client.release(found !== undefined);
      report(found);
    } catch (error) {
      client?.release(true);
      report(reasonOf(error));
    }
  }

  function report(found: Problem): void {
    if (found === problem || pool.ending) return;
    if (found === undefined) log.info({ event: 'replica_used' }, 'Public pages are read from the replica');
    else if (problem === undefined || problem === 'not checked yet')
      log.warn({ event: 'replica_not_used', reason: found }, 'Public pages are read from the primary');
    problem = found;
  }

  return {
    /** Reads from a standby or the primary, one query at a time; transactions use the primary. */
    db,
    /** Follows a new connection on which the primary notifies of writes. Everything read before must be invalidated afterwards. */
    async follow(client: DatabaseClient): Promise<void> {
      await primary.follow(client);
      void checkOnce();
    },
    /** Call it when the primary has notified of a write, before anything is read again. */
    noteWrite: primary.noteWrite,
    isUsed: () => problem === undefined,
    stats: () => ({ lagBytes, queries: { ...counts } }),
    async close(): Promise<void> {
      clearInterval(timer);
      await check;
      await pool.end();
    },
  };
}

/** Tracks which position a standby must have reached. */
function followPrimary() {
  let client: DatabaseClient | undefined;
  let asking: DatabaseClient | undefined;
  let last: Place | undefined;
  /** Notified writes, and how many of them `written` covers. */
  let writes = 0;
  let covered = 0;
  let written = 0;
  /** Positions of the last seconds, oldest first. */
  let samples: { at: number; position: number }[] = [];

  /** Reads the position until it covers all notified writes. One query at a time. */
  async function ask(): Promise<void> {
    const from = client;
    if (from === undefined || asking === from) return;
    asking = from;
    // Closes the connection, so that the listener reconnects and invalidates everything.
    const late = setTimeout(() => from.connection.stream.destroy(new Error('Connection terminated: no response')), PATIENCE_MS);
    try {
      do {
        const [seen, at] = [writes, performance.now()];
        const place = await readPlace(from, OF_PRIMARY);
        if (from !== client) return;
        note(place, seen, at);
        late.refresh();
      } while (covered !== writes);
    } catch {
      lose(from);
    } finally {
      clearTimeout(late);
      if (asking === from) asking = undefined;
    }
  }

  function note(place: Place, seen: number, at: number): void {
    if (covered !== seen) written = place.position;
    covered = seen;
    // After a failover, positions may be lower than before.
    if (place.history !== last?.history) samples = [];
    last = place;
    const newest = samples.at(-1);
    if (newest === undefined || at - newest.at >= CHECK_MS / 2) samples.push({ at, position: place.position });
    // The first one is the newest that is old enough.
    while (samples[1] !== undefined && at - samples[1].at >= MAX_LAG_MS) samples.shift();
  }

  function lose(from: DatabaseClient): void {
    if (client === from) client = undefined;
  }

  /** What the primary had MAX_LAG_MS ago; 0 if that is unknown. */
  function floor(): number {
    const [oldest] = samples;
    return oldest !== undefined && performance.now() - oldest.at >= MAX_LAG_MS ? oldest.position : 0;
  }

  const leads = (place: Place) => place.is_standby && place.history === last?.history;

  return {
    ask,
    leads,

    async follow(connected: DatabaseClient): Promise<void> {
      client = connected;
      connected.once('end', () => lose(connected));
      writes += 1;
      await ask();
    },

    noteWrite(): void {
      writes += 1;
      void ask();
    },

    /**
     * The position that a standby must have reached; undefined while no standby may be used. While the primary is unreachable, what is known
     * must do: the next connection to it invalidates everything.
     */
    required(): number | undefined {
      if (last === undefined || (client !== undefined && covered !== writes)) return undefined;
      return Math.max(written, floor());
    },

    latest: () => last?.position ?? 0,

    problemOf(place: Place): Problem {
      if (last === undefined) return 'the position of the primary is unknown';
      if (!place.is_standby) return 'the server is not a standby';
      if (!leads(place)) return 'the server does not follow the primary, or has not recorded its timeline yet';
      return place.position < floor() ? `the server is more than ${MAX_LAG_MS / 1_000} s behind` : undefined;
    },
  };
}

async function readPlace(client: pg.ClientBase, query: string): Promise<Place> {
  const { rows } = await client.query<Place>(query);
  if (rows[0] === undefined) throw new Error('The server did not report its position.');
  return rows[0];
}

/** Never contains a password: messages of the driver are replaced. */
function reasonOf(error: unknown): string {
  return databaseReason(error) ?? (error as { code?: string }).code ?? 'unknown error';
}

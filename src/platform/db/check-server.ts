/** What Talewood needs of a database server, asked at the start: what is missing is told then, and not by the first request that fails. */
import pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { StartError } from '#src/platform/start-errors.ts';

const OLDEST_POSTGRES = 180_000;
/** Connections that one process opens at most, over all its pools. */
const CONNECTIONS_NEEDED = 30;

type Server = { version: string; number: string; is_read_only?: string; is_standby?: boolean };

/** Throws a StartError for a Postgres older than 18, and for one that takes no writes. */
export async function checkServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
       current_setting('transaction_read_only') as is_read_only, pg_is_in_recovery() as is_standby`,
  );
  const [server] = rows;
  if (Number(server?.number) < OLDEST_POSTGRES)
    throw new StartError(`Talewood needs PostgreSQL 18 or newer; this server is ${server?.version}.`);
  if (server?.is_standby === true)
    throw new StartError('The database at DATABASE_URL is a read-only standby: set DATABASE_URL to the primary server.');
  if (server?.is_read_only === 'on')
    throw new StartError('The database is read-only: turn default_transaction_read_only off for this server, database and role.');
}

/**
 * Throws a StartError when a pooler between us and the server gives the session to others between transactions. Locks of the
 * session, LISTEN, settings and prepared statements would be lost without an error.
 */
export async function checkSessions(client: pg.Client, url: string, log: Pick<Log, 'warn'>): Promise<void> {
  const other = new pg.Client({ connectionString: url, application_name: 'talewood probe', connectionTimeoutMillis: 10_000 });
  other.on('error', () => {});
  await other.connect();
  try {
    const own = await pidOf(client);
    // A pooler that shares servers gives out the one that was used last: ours, although we are still connected.
    await other.query('begin');
    if ((await pidOf(other)) === own || (await pidOf(client)) !== own) throw notSession();
    const { processID } = client as unknown as { processID: number | null };
    if (processID !== null && processID !== own) {
      const message = `The database is reached through a connection pooler, such as PgBouncer: it must allow ${CONNECTIONS_NEEDED} connections for each process (default_pool_size)`;
      log.warn({ event: 'pooler_found' }, message);
    }
  } catch (error) {
    // What PgBouncer answers to `begin` in statement mode.
    throw /transaction blocks not allowed/i.test((error as Error).message) ? notSession() : error;
  } finally {
    await other.end();
  }
}

function notSession(): StartError {
  return new StartError(
    'The database at DATABASE_URL is behind a pooler that shares sessions: set pool_mode = session in pgbouncer.ini for this database, or connect to Postgres directly.',
  );
}

async function pidOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid);
}

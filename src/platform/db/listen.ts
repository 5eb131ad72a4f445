import pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { DatabaseClient } from './open-client.ts';

export type Listener = { close(): Promise<void> };

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1_000;
const HEARTBEAT_MS = 10_000;

/**
 * Listens on a Postgres channel with a dedicated connection, reconnecting after 0.1 s, doubling to at most 1 s. `onConnect` gets every new
 * connection, and whether notifications may have been missed. Resolves after the first connection, or the first failure.
 */
export async function listenForNotices(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onConnect: (client: DatabaseClient, isAgain: boolean) => unknown,
  log: Pick<Log, 'warn' | 'info'>,
): Promise<Listener> {
  let client: DatabaseClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let lost = false;
  let delay = FIRST_DELAY_MS;

  const connect = async (): Promise<void> => {
    const next = new DatabaseClient({
      connectionString: url,
      application_name: 'talewood listen',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    next.on('notification', (notice) => onNotice(notice.payload ?? ''));
    try {
      next.on('error', () => handleLoss(next));
      next.on('end', () => handleLoss(next));
      client = next;
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await onConnect(next, lost);
      delay = FIRST_DELAY_MS;
      if (lost) log.info({ event: 'listening_again', channel }, 'Listening for database notifications again');
    } catch {
      handleLoss(next);
    }
  };

  const handleLoss = (which: DatabaseClient): void => {
    if (closed || client !== which) return;
    client = undefined;
    if (!lost) log.warn({ event: 'listening_lost', channel }, 'Lost the connection for database notifications; reconnecting');
    lost = true;
    which.markLost();
    which.end().catch(() => {});
    timer = setTimeout(() => {
      connect().then(() => {
        if (client !== undefined) lost = false;
      });
    }, delay);
    delay = Math.min(delay * 2, MAX_DELAY_MS);
  };

  // Detects connections that died silently, such as by a firewall, and servers that are no longer the primary.
  const heartbeat = setInterval(() => {
    const current = client;
    if (current === undefined) return;
    const late = setTimeout(() => handleLoss(current), 3_000);
    current.check().then(
      () => clearTimeout(late),
      () => handleLoss(current),
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await client?.end().catch(() => {});
    },
  };
}

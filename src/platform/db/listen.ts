import pg from 'pg';
import type { Log } from '#src/platform/log.ts';

export type Listener = { close(): Promise<void> };

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
const HEARTBEAT_MS = 10_000;

/**
 * Listens to a channel of Postgres on a connection of its own, for as long as the process lives. A lost connection is made
 * anew (after 0.1 s, doubling to at most 5 s). `onConnect` is called with every connection that listens, and told whether notices
 * may have been missed before it. Resolves when the first connection listens, or when the first try has failed: the tries go on.
 */
export async function listenForNotices(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onConnect: (client: pg.Client, isAgain: boolean) => unknown,
  log: Pick<Log, 'warn' | 'info'>,
): Promise<Listener> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let lost = false;
  let delay = FIRST_DELAY_MS;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'talewood listen',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    next.on('notification', (notice) => onNotice(notice.payload ?? ''));
    try {
      next.on('error', () => lose(next));
      next.on('end', () => lose(next));
      client = next;
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await onConnect(next, lost);
      delay = FIRST_DELAY_MS;
      if (lost) log.info({ event: 'listening_again', channel }, 'The database is heard again');
    } catch {
      lose(next);
    }
  };

  const lose = (which: pg.Client): void => {
    if (closed || client !== which) return;
    client = undefined;
    if (!lost) log.warn({ event: 'listening_lost', channel }, 'The database is not heard; trying again');
    lost = true;
    which.end().catch(() => {});
    timer = setTimeout(() => {
      connect().then(() => {
        if (client !== undefined) lost = false;
      });
    }, delay);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  };

  // A connection that died without a word (a cable, a firewall) is found out by asking.
  const heartbeat = setInterval(() => {
    const asked = client;
    if (asked === undefined) return;
    const late = setTimeout(() => lose(asked), 3_000);
    asked.query('select 1').then(
      () => clearTimeout(late),
      () => lose(asked),
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

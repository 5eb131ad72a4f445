import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket as NodeSocket } from 'ws';
import { createRealtimeClient } from '#src/api-client/realtime-client.ts';
import { addUser } from '#test/users.ts';
import { startSiteProcess } from '../site-process.ts';
import { createRandom } from '../vocabulary.ts';
import { type FaultOptions, type FaultResult, none } from './fault-run.ts';
import { killOneOfPostgres } from './kill-postgres.ts';

const CLIENTS = 10;
const LIMIT_MS = 15_000;
/** Changes go on for this long after a kill. */
const WRITING_MS = 3_000;
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1,::1', SECRET: 'a secret that both processes share' };

/**
 * Kills one of two processes, and processes of the database, while messages arrive. Each client fetches their number when it is told of a
 * change, and must know the last one within 15 s of the kill. Its requests go to the other process when one is away, as by a proxy.
 */
export async function runLive({ kills, seed, say }: FaultOptions): Promise<FaultResult> {
  const random = createRandom(seed);
  const one = await startSiteProcess({ env: SETTINGS });
  let two = await startSiteProcess({ env: SETTINGS, databaseUrl: one.databaseUrl });
  const clients: Client[] = [];
  try {
    const database = new pg.Client({ connectionString: one.databaseUrl });
    await database.connect();
    const { cookie } = await addUser(database, { email: 'editor@tales.example', role: 'admin' });
    await database.end();
    for (let made = 0; made < CLIENTS; made += 1)
      clients.push(openClient(made % 2 === 0 ? [one.origin, two.origin] : [two.origin, one.origin], cookie));
    const slowest = { process: 0, database: 0 };
    let behind = 0;
    const most = Math.min(kills, 10);
    for (let kill = 1; kill <= 2 * most; kill += 1) {
      const victim = kill <= most ? 'process' : 'database';
      const writer = startWriter(one.databaseUrl);
      await wait(500 + random() * 1_000);
      const started = performance.now();
      const recovery =
        victim === 'database'
          ? killOneOfPostgres(one, random)
          : two.crash().then(async () => {
              two = await startSiteProcess({ env: SETTINGS, databaseUrl: one.databaseUrl, from: two });
            });
      await wait(WRITING_MS);
      const last = await writer.stop();
      while (clients.some(({ count }) => count() !== last) && performance.now() - started < LIMIT_MS * 2) await wait(10);
      const took = performance.now() - started;
      behind += clients.filter(({ count }) => count() !== last).length;
      slowest[victim] = Math.max(slowest[victim], took);
      say(`kill ${kill} (${victim}): ${last} messages known to all after ${(took / 1_000).toFixed(1)} s`);
      await recovery;
    }
    const figure = (name: string, ms: number) => ({ name, value: ms / 1_000, unit: 's', limit: { most: LIMIT_MS / 1_000 } });
    return {
      figures: [
        { name: 'kill -9 of a process, and as many of processes of the database', value: most, unit: '' },
        none('clients that missed a change', behind),
        figure('from the kill of a process until all clients are up to date, slowest', slowest.process),
        figure('from the kill of a process of the database until all clients are up to date, slowest', slowest.database),
      ],
    };
  } finally {
    for (const client of clients) client.close();
    await two.stop();
    await one.stop();
  }
}

/** Adds a message every few milliseconds, over again while the database is away. `stop` resolves to their number. */
function startWriter(databaseUrl: string) {
  let isStopped = false;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 1_000 });
  pool.on('error', () => {});
  const untilDone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await work();
      } catch {
        await wait(50);
      }
    }
  };
  const written = (async () => {
    while (!isStopped) {
      await untilDone(() => pool.query("insert into contact_messages (topic, text) values ('question', 'Is the mill open?')"));
      await wait(5);
    }
  })();
  return {
    async stop(): Promise<number> {
      isStopped = true;
      await written;
      const { rows } = await untilDone(() => pool.query("select count(*)::integer as count from contact_messages where status = 'new'"));
      await pool.end();
      return rows[0].count;
    },
  };
}

type Client = { count: () => number; close(): void };

/** The site's own client, which fetches when it is told; again if it was told meanwhile, or fails. Begins with the first of the origins. */
function openClient(origins: string[], cookie: string): Client {
  const [first = '', second = ''] = origins;
  let origin = first;
  const other = () => {
    origin = origin === first ? second : first;
  };
  Object.assign(globalThis, { location: new URL(first) });
  const client = createRealtimeClient({
    open: () => {
      const socket = new NodeSocket(`${origin.replace('http', 'ws')}/api/v1/realtime`, { headers: { cookie, origin } });
      socket.on('error', other);
      return socket as unknown as WebSocket;
    },
  });
  let count = 0;
  let isTold = false;
  let isClosed = false;
  const follow = async () => {
    while (!isClosed) {
      await wait(20);
      if (!isTold) continue;
      isTold = false;
      try {
        const response = await fetch(`${origin}/api/v1/admin/messages/count`, { headers: { cookie }, signal: AbortSignal.timeout(5_000) });
        if (!response.ok) throw new Error(`${response.status}`);
        count = ((await response.json()) as { new: number }).new;
      } catch (error) {
        if (error instanceof TypeError) other();
        isTold = true;
        await wait(500);
      }
    }
  };
  const tell = () => {
    isTold = true;
  };
  const channel = client.join('changes:messages', { onJoined: tell, onEvent: tell, onDisconnect: other });
  void follow();
  return {
    count: () => count,
    close() {
      isClosed = true;
      channel.leave();
      client.suspend();
    },
  };
}

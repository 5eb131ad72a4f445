import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#src/api-client/realtime-protocol.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { addSubscribers } from '#test/newsletter-issues.ts';
import { addSession, addUsers, clientOf } from './accounts.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { memoryMb, type SiteProcess, startSiteProcess } from './site-process.ts';
import { percentile } from './stats.ts';

/** Connections that wait, and those that get an event every second. */
const IDLE = 10_000;
const STREAMING = 500;
const PAGES = ['/', '/tales', '/tale/rapunzel', '/tales?q=king', '/tales?category=dark'];
/** Below the limit of a notification. */
const EVENT_BYTES = 3_500;

/**
 * The WebSocket: changes made at one process until a listener of another hears them, memory and pages with 10,500 connections, what waits
 * for a client that does not read, and what the triggers cost large writes.
 */
export async function benchRealtime({ quick, say }: BenchOptions): Promise<SectionResult> {
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1', SECRET: 'a secret that both processes share' };
  const one = await startSiteProcess({ env });
  const two = await startSiteProcess({ env, databaseUrl: one.databaseUrl }).catch(async (error) => {
    await one.stop();
    throw error;
  });
  const pool = openPool(one.databaseUrl, { log: silent, statementTimeoutMs: 60_000 });
  try {
    const [email = ''] = await addUsers(pool, 1);
    const cookie = await addSession(pool, email);
    const figures = [
      ...(await measureLatency(one, two, { pool, email, cookie, changes: quick ? 100 : 1_000 })),
      ...(await measureConnections(one, pool, quick ? { idle: 200, streaming: 10 } : { idle: IDLE, streaming: STREAMING })),
      await measureBuffered(one, pool),
      ...(await measureWrites(pool, quick ? 100 : 1_000)),
    ];
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(2)} ${unit}`);
    return { figures };
  } finally {
    await pool.end();
    await two.stop();
    await one.stop();
  }
}

type Reader = { pool: pg.Pool; email: string; cookie: string; changes: number };

/** A reader saves tales at one process; another device listens at the other. */
async function measureLatency(one: SiteProcess, two: SiteProcess, { pool, email, cookie, changes }: Reader): Promise<Figure[]> {
  const { rows } = await pool.query('select u.id as account, t.id as tale from users u, tales t where u.email = $1 limit 1', [email]);
  const [{ account, tale }] = rows;
  const device = await connect(two.origin, { cookie });
  await device.join(`account:${account}`);
  const times: number[] = [];
  for (let number = 0; number < changes; number += 1) {
    const heard = device.next('event');
    const started = performance.now();
    const change = { op: 'favorite', tale, on: number % 2 === 0, at: new Date().toISOString() };
    const response = await fetch(`${one.origin}/api/v1/bookshelf/changes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: one.origin, cookie },
      body: JSON.stringify({ changes: [change] }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A change was answered with ${response.status}.`);
    await heard;
    times.push(performance.now() - started);
  }
  device.socket.close();
  return [
    { name: 'from the request of a change to a listener of another process, p50', unit: 'ms', value: percentile(times, 0.5) },
    {
      name: 'from the request of a change to a listener of another process, p95',
      unit: 'ms',
      value: percentile(times, 0.95),
      limit: { most: 200 },
    },
  ];
}

/** Pages are requested while most connections are idle and the others get an event every second. */
async function measureConnections(site: SiteProcess, pool: pg.Pool, { idle, streaming }: Record<'idle' | 'streaming', number>) {
  await drawPages(site.origin);
  const alone = await drawPages(site.origin);
  const before = memoryMb(site.pid);
  const clients: Client[] = [];
  for (let made = 0; made < idle + streaming; made += 100) {
    const some = Array.from({ length: Math.min(100, idle + streaming - made) }, async (_, at) => {
      const client = await connect(site.origin, { 'x-forwarded-for': clientOf(made + at) });
      if (made + at < streaming) await client.join('topic:story-hour');
      return client;
    });
    clients.push(...(await Promise.all(some)));
  }
  let received = 0;
  for (const { socket } of clients) socket.on('message', () => (received += 1));
  const timer = setInterval(() => void notify(pool, 'topic:story-hour', 'page'), 1_000);
  const times = [...(await drawPages(site.origin)), ...(await drawPages(site.origin))];
  while (received < streaming * 3) await wait(100);
  clearInterval(timer);
  const after = memoryMb(site.pid);
  const open = clients.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length;
  for (const { socket } of clients) socket.terminate();
  if (open < clients.length) throw new Error(`${clients.length - open} of ${clients.length} connections were closed.`);
  const name = `${idle.toLocaleString('en')} idle and ${streaming} streaming connections`;
  return [
    { name: `${name}: memory of the process`, unit: 'MB', value: after, limit: { most: 400 } },
    { name: `${name}: memory of the connections`, unit: 'MB', value: after - before, limit: { most: 120 } },
    { name: `${name}: pages before, p95`, unit: 'ms', value: percentile(alone, 0.95) },
    { name: `${name}: pages meanwhile, p95`, unit: 'ms', value: percentile(times, 0.95), limit: { most: 50 } },
  ];
}

async function drawPages(origin: string): Promise<number[]> {
  const times: number[] = [];
  const draw = async () => {
    for (let drawn = 0; drawn < 100; drawn += 1) {
      const started = performance.now();
      await (await fetch(`${origin}${PAGES[drawn % PAGES.length]}`)).arrayBuffer();
      times.push(performance.now() - started);
    }
  };
  await Promise.all([draw(), draw(), draw(), draw()]);
  return times;
}

/** What was sent to a client that does not read, without what the kernel holds, when the process disconnects it. */
async function measureBuffered(site: SiteProcess, pool: pg.Pool): Promise<Figure> {
  const client = await connect(site.origin);
  await client.join('topic:flood');
  const tcp = (client.socket as unknown as { _socket: { address(): AddressInfo; bytesRead: number } })._socket;
  const { port } = tcp.address();
  client.socket.pause();
  const read = tcp.bytesRead;
  const data = 'x'.repeat(EVENT_BYTES);
  let sent = 0;
  let queued = kernelQueues(port);
  let held = 0;
  while (queued.isOpen && sent < 50_000_000) {
    held = queued.bytes;
    sent += await notify(pool, 'topic:flood', data);
    await wait(2);
    queued = kernelQueues(port);
  }
  held = Math.max(held, queued.bytes) + tcp.bytesRead - read;
  client.socket.terminate();
  return {
    name: 'waiting for a client that does not read, when it is disconnected',
    unit: 'KB',
    value: (sent - held) / 1_000,
    limit: { most: 1_000 },
  };
}

/** Linux only: bytes in both ends of a local connection, and whether the server still has it. */
function kernelQueues(port: number): { bytes: number; isOpen: boolean } {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const ends = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', remote = '']) => local.endsWith(`:${hex}`) || remote.endsWith(`:${hex}`)),
  );
  const bytes = ends.flatMap(([, , , , queues = '']) => queues.split(':')).reduce((sum, each) => sum + Number.parseInt(each || '0', 16), 0);
  // 01: established.
  return { bytes, isOpen: ends.some(([, , remote = '', state]) => remote.endsWith(`:${hex}`) && state === '01') };
}

/** Large writes with the triggers, as a multiple of their time without. */
async function measureWrites(pool: pg.Pool, count: number): Promise<Figure[]> {
  await addSubscribers(pool, count * 10);
  await pool.query(`insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at)
    values ('2020-01-05', 'sending', now(), 'News', '[]', '<p>News</p>', 'News', now())`);
  const works: [name: string, rows: number, work: (client: pg.PoolClient) => Promise<unknown>][] = [
    [
      `import of ${count.toLocaleString('en')} tales`,
      count,
      async (client) => {
        await client.query('begin');
        for (let made = 0; made < count; made += 1)
          await client.query(
            `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, status, language, source, rights, words)
             select 'bench-' || $1, title, author, author_id, category_id, excerpt, content, content_text, 'draft', language, source, rights, words
             from tales where slug = 'rapunzel'`,
            [made],
          );
        await client.query('rollback');
      },
    ],
    [
      `queueing a newsletter to ${(count * 10).toLocaleString('en')}`,
      count * 10,
      async (client) => {
        await client.query('begin');
        await client.query(
          'insert into newsletter_deliveries (issue_id, subscriber_id) select i.id, s.id from newsletter_issues i, newsletter_subscribers s',
        );
        await client.query('rollback');
      },
    ],
    [
      `sending a newsletter, ${count.toLocaleString('en')} transactions`,
      count,
      async (client) => {
        for (let made = 0; made < count; made += 1) await client.query('update newsletter_issues set updated_at = now()');
      },
    ],
  ];
  const figures: Figure[] = [];
  for (const [name, rows, work] of works) {
    const seconds: Record<string, number[]> = { disable: [], enable: [] };
    // Alternating, as other work on the machine slows down both.
    for (let round = 0; round < 5; round += 1)
      for (const mode of ['disable', 'enable'] as const) {
        const client = await pool.connect();
        for (const table of ['tales', 'newsletter_deliveries', 'newsletter_issues'])
          for (const event of ['inserted', 'updated', 'deleted'])
            await client.query(`alter table ${table} ${mode} trigger ${table}_${event}_live`);
        const started = performance.now();
        await work(client);
        seconds[mode]?.push((performance.now() - started) / 1_000);
        client.release();
      }
    const [without, with_] = [percentile(seconds.disable ?? [], 0.5), percentile(seconds.enable ?? [], 0.5)];
    figures.push(
      { name: `${name}: rows a second`, unit: '', value: rows / with_ },
      { name: `${name}: time, without the triggers 1`, unit: '', value: with_ / without, limit: { most: 1.5 } },
    );
  }
  return figures;
}

async function notify(pool: pg.Pool, channel: string, data: string): Promise<number> {
  const event = JSON.stringify({ channel, event: 'page', data });
  await pool.query("select pg_notify('talewood_realtime', $1)", [event]);
  return Buffer.byteLength(event);
}

type Client = Awaited<ReturnType<typeof connect>>;

async function connect(origin: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/realtime`, { headers: { origin, ...headers } });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const next = (type: ServerMessage['type']) =>
    new Promise<void>((resolve) => {
      const onMessage = (text: Buffer) => {
        if ((JSON.parse(String(text)) as ServerMessage).type !== type) return;
        socket.off('message', onMessage);
        resolve();
      };
      socket.on('message', onMessage);
    });
  return {
    ...{ socket, next },
    join: (channel: string) => {
      const joined = next('joined');
      socket.send(JSON.stringify({ type: 'join', channel }));
      return joined;
    },
  };
}

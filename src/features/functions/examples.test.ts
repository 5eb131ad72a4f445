import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createSiteServer } from '#src/platform/http/create-server.ts';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { openOfflineApp } from '#test/offline-app.ts';
import { addUser } from '#test/users.ts';
import { createFunctionHost, functionRoutes, type RunDeps, registerFunctions, runFunctionTask } from './functions.ts';

/** The functions in examples/functions, on a site with three tales. */

const folder = path.resolve(import.meta.dirname, '../../../examples/functions');
const host = createFunctionHost({ folder, account: undefined, allowPrivate: true, concurrency: 3 }, silent);
type Received = { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string };
const received: Received[] = [];
let answer = 200;
let database: TestDatabase;
let app: TestApp;
let deps: RunDeps;
const receiver = createServer(async (request, response) => {
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: (await request.toArray()).join('') });
  response.writeHead(answer).end('The channel is archived');
});
let site: ReturnType<typeof createSiteServer>;

const listen = (server: typeof receiver) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

beforeAll(async () => {
  database = await createTestDatabase();
  await registerFunctions(database.db, (await host.list()) ?? []);
  site = createSiteServer({
    fetch: openOfflineApp(ORIGIN, database.db).fetch,
    log: openTestLog().log,
    publicUrl: ORIGIN,
    isPublicUrlSet: true,
  });
  const [apiOrigin, url] = await Promise.all([listen(site), listen(receiver)]);
  const variables = { CHAT_WEBHOOK_URL: `${url}/hook`, REPORT_URL: `${url}/files/`, REPORT_USER: 'anna', REPORT_PASSWORD: 'geese' };
  deps = { db: database.db, log: silent, publicUrl: ORIGIN, apiOrigin, settings: host.settings, variables };
  const guards = createGuards({ db: database.db, publicUrl: ORIGIN });
  app = createTestApp({ database, mount: (routes) => void routes.route('/', functionRoutes({ ...deps, host, guards })) });
  await addTale(database.db, { title: '=The Mill, "old"', content: wordsOf(650), daysAgo: 2 });
  await addTale(database.db, { title: 'The Goose Girl', daysAgo: 9 });
}, 60_000);
afterAll(async () => {
  site.close();
  receiver.close();
  await database.drop();
});

const get = (target: string, cookie = '') => app.ask(`/functions/v1/${target}`, { method: 'GET', headers: { cookie } });

async function runJobs(name: string): Promise<void> {
  const where = "where payload ->> 'function' = $1";
  const { rows } = await database.pool.query(`select payload from graphile_worker._private_jobs ${where} order by id`, [name]);
  await database.pool.query(`delete from graphile_worker._private_jobs ${where}`, [name]);
  const task = runFunctionTask({ ...deps, host });
  for (const { payload } of rows) await task.run(payload, { attempt: 1, signal: new AbortController().signal });
}

test('all examples are found without a problem', async () => {
  expect((await host.list())?.map(({ name, problem }) => [name, problem])).toEqual([
    ['announce-tales', ''],
    ['new-tales-csv', ''],
    ['reading-time', ''],
  ]);
});

test('announce-tales posts published tales to a chat, and again when the chat does not answer', async () => {
  received.length = 0;
  await runJobs('announce-tales');
  expect(received).toHaveLength(2);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/hook' });
  expect(JSON.parse(received[0]?.body ?? '').text).toBe(
    `New tale: “=The Mill, "old"” by The Miller (5 min read aloud)\nWhat happened at the mill.\n${ORIGIN}/tale/the-mill-old`,
  );
  answer = 500;
  await addTale(database.db, { title: 'The Fox', daysAgo: 30 });
  await expect(runJobs('announce-tales')).rejects.toThrow('The function announce-tales failed.');
  answer = 200;
  const { rows } = await database.pool.query("select error from function_runs where status = 'failed'");
  expect(rows).toEqual([{ error: expect.stringContaining('Error: The chat answered 500: The channel is archived') }]);
});

test('new-tales-csv is downloaded by editors, and sent every Monday', async () => {
  const { cookie } = await addUser(database.pool, { role: 'editor' });
  expect((await get('new-tales-csv')).status).toBe(401);
  const response = await get('new-tales-csv', cookie);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="new-tales.csv"');
  const csv = Buffer.from(await response.arrayBuffer()).toString('utf8');
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  expect(csv.split('\r\n')).toEqual([
    '\ufeff"Date","Title","Author","Category","Age","Minutes","URL"',
    `"${date}","'=The Mill, ""old""","The Miller","Classic","6-8","4","${ORIGIN}/tale/the-mill-old"`,
    '',
  ]);
  expect((await (await get('new-tales-csv?days=20', cookie)).text()).trim().split('\n')).toHaveLength(3);
  received.length = 0;
  const event = { type: 'schedule', occurred_at: '2026-11-23T07:00:00.000Z', data: {} };
  const job = { attempt: 1, signal: new AbortController().signal };
  await runFunctionTask({ ...deps, host }).run({ function: 'new-tales-csv', trigger: 'schedule', event }, job);
  expect(received).toMatchObject([
    { method: 'PUT', url: '/files/new-tales-2026-11-23.csv', headers: { authorization: `Basic ${btoa('anna:geese')}` } },
  ]);
  expect(received[0]?.body).toContain('The Miller');
});

test('reading-time answers other sites', async () => {
  const response = await get('reading-time/the-mill-old?aloud=65');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
  });
  expect(await response.json()).toEqual({
    ...{ title: '=The Mill, "old"', author: 'The Miller', language: 'en', age: '6-8', words: 650 },
    ...{ aloud_minutes: 10, silent_minutes: 3, url: `${ORIGIN}/tale/the-mill-old` },
  });
  expect([(await get('reading-time/unknown')).status, (await get('reading-time')).status]).toEqual([404, 400]);
});

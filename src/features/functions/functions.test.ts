import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { queueWebhookEvent } from '#src/features/webhooks/delivery-queue.ts';
import { transact } from '#src/platform/db/transact.ts';
import { adminApi } from '#src/server/admin-api.ts';
import { adminDeps } from '#test/admin-deps.ts';
import { createTestApp, type ListeningTestApp, ORIGIN } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import type { FunctionList, FunctionRun } from './contract.ts';
import { createFunctionHost, type FunctionHost, functionRoutes, registerFunctions, runFunctionTask } from './functions.ts';
import { removeOldFunctionRuns } from './run-function.ts';
import { queueScheduledRuns } from './run-task.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
let database: TestDatabase;
let app: ListeningTestApp;
let admin: TestUser;
let reader: TestUser;
let host: FunctionHost;

const MODULES: Record<string, string> = {
  'echo.ts': `export const config = { timeout: 60, http: { methods: ['GET', 'POST'] }, env: ['CHAT_URL'] };
    export default async (request: Request, { path, user, env }) => Response.json(
      { method: request.method, url: request.url, path, user, env, headers: [...request.headers.keys()], body: await request.text() },
      { status: 201, headers: { 'set-cookie': 'talewood_session=stolen', 'content-security-policy': "default-src *", 'clear-site-data': '"*"',
        'strict-transport-security': 'max-age=0', 'x-frame-options': 'ALLOWALL', etag: '"1"', 'cache-control': 'public, max-age=60' } });`,
  'who.ts': `export const config = { timeout: 60, http: { methods: ['GET', 'POST'], access: 'user' } };
    export default (_: Request, { user }) => Response.json(user);`,
  'staff/index.ts': `import { word } from './word.ts'; export const config = { timeout: 60, http: { access: 'manageSite' } }; export default () => new Response(word);`,
  'staff/word.ts': `export const word = 'staff';`,
  'crash.ts': `export const config = { timeout: 60, http: {} }; export default () => process.exit(1);`,
  'on-event.ts': `export const config = { timeout: 60, description: 'Logs', events: ['tale.published', 'message.received', 'subscriber.confirmed'], schedule: '*/5 * * * *' };
    export default ({ type, data }, { log }) => { log.info(type, JSON.stringify(data)); if (data.fail) throw new Error('Chat is down'); };`,
  'reads.ts': `export const config = { timeout: 60, http: {}, scopes: ['read'] };
    export default async (request: Request, { fetchApi }) => {
      const results = [];
      for (const [method, path] of [['GET', '/admin/authors'], ['POST', '/admin/authors'], ['GET', '/../../admin'], ['GET', 'https://example.org/']])
        results.push(await fetchApi(path, { method }).then((r) => r.status, (e) => e.message));
      return Response.json(results);
    };`,
  'writes.ts': `export const config = { timeout: 60, http: {}, scopes: ['write'] };
    export default async (_: Request, { fetchApi }) => {
      const made = await fetchApi('/admin/authors', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Perrault' }) });
      return Response.json([made.status, (await made.json()).name]);
    };`,
  'waits.ts': `export const config = { timeout: 60, http: {}, scopes: ['read'] };
    export default async (_: Request, { fetchApi }) => {
      while (!(await (await fetchApi('/admin/authors')).text()).includes('Gerda')) await new Promise((done) => setTimeout(done, 50));
      return new Response('Found');
    };`,
  'syntax.ts': 'export const config = {',
};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [name, code] of Object.entries(MODULES)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
  admin = await addUser(database.pool, { role: 'admin', email: 'robot@tales.example' });
  reader = await addUser(database.pool, { name: 'Kay' });
  const settings = { folder, account: 'robot@tales.example', allowPrivate: false, concurrency: 3 };
  app = await createTestApp({
    database,
    mount: (site, _servePage, { log }) => {
      host = createFunctionHost(settings, log);
      const guards = createGuards({ db: database.db, publicUrl: ORIGIN });
      site.route('/api/v1/admin', adminApi({ ...adminDeps(database, { log, functions: host, publicUrl: ORIGIN }), guards }).routes);
      site.route('/', functionRoutes(Object.assign(runDeps(log), { guards })));
    },
  }).listen();
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => database.pool.query('delete from rate_limits'));

function runDeps(log: ListeningTestApp['log']) {
  // The port is known once it listens.
  const apiOrigin = () => app.url;
  const variables = { CHAT_URL: 'https://chat.example/hook', SECRET: 'never' };
  return {
    ...{ db: database.db, log, publicUrl: ORIGIN, settings: host.settings, host, variables },
    get apiOrigin() {
      return apiOrigin();
    },
  };
}

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const call = (name: string, init: RequestInit & { as?: TestUser } = {}) => {
  const { as, headers, ...rest } = init;
  return fetch(`${app.url}/functions/v1/${name}`, { ...rest, headers: { ...(as && { cookie: as.cookie }), ...(headers as object) } });
};
const runs = (name: string): Promise<FunctionRun[]> => rows('select * from function_runs where function = $1 order by id', [name]);
const jobs = (name: string) =>
  rows("select payload from graphile_worker._private_jobs where payload ->> 'function' = $1 order by id", [name]);

async function runJobs(name: string): Promise<void> {
  const task = runFunctionTask(runDeps(app.log));
  for (const { payload } of await jobs(name)) {
    await rows("delete from graphile_worker._private_jobs where payload ->> 'function' = $1", [name]);
    await task.run(payload, { attempt: 1, signal: new AbortController().signal });
  }
}

describe('a request', () => {
  test('gets the request without cookies and keys, and answers without headers that weaken the site', async () => {
    const headers = { authorization: `Bearer tw_${'a'.repeat(43)}`, cookie: admin.cookie, 'x-forwarded-for': '1.2.3.4', 'x-hook': '1' };
    const response = await call('echo/a/b?c=1', { method: 'POST', body: 'words', headers });
    expect(response.status).toBe(201);
    const body = await response.json();
    expect(body).toMatchObject({ method: 'POST', url: `${ORIGIN}/functions/v1/echo/a/b?c=1`, path: '/a/b', user: null, body: 'words' });
    expect(body.env).toEqual({ CHAT_URL: 'https://chat.example/hook' });
    expect(body.headers).toContain('x-hook');
    for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'host']) expect(body.headers).not.toContain(name);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: '"1"',
      'cache-control': 'public, max-age=60',
      'x-frame-options': 'DENY',
    });
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    for (const name of ['set-cookie', 'clear-site-data', 'strict-transport-security']) expect(response.headers.has(name)).toBe(false);
    expect(await runs('echo')).toMatchObject([
      { trigger: 'http', subject: 'POST /functions/v1/echo/a/b', status: 'succeeded', http_status: 201 },
    ]);
  });

  test('is refused for unknown and broken functions, other methods and large bodies', async () => {
    const statuses = await Promise.all([
      call('unknown'),
      call('on-event'),
      call('syntax'),
      call('echo', { method: 'DELETE' }),
      call('echo', { method: 'POST', body: 'x'.repeat(300_000) }),
      call('echo/%2e%2e/%2e%2e/api'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 503, 405, 413, expect.any(Number)]);
    expect(statuses[3]?.headers.get('allow')).toBe('GET, POST');
  });

  test('needs the login and the permission that the function declares, and comes from the site', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const statuses = await Promise.all([
      call('who'),
      call('who', { as: reader }),
      call('who', { ...post, as: reader }),
      call('who', { ...post, as: reader, headers: { ...post.headers, origin: 'https://evil.example' } }),
      call('who', { ...post, as: reader, headers: { ...post.headers, origin: ORIGIN } }),
      call('staff', { as: reader }),
      call('staff', { as: admin }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 403, 403, 200, 403, 200]);
    expect(await statuses[1]?.json()).toEqual({ id: reader.id, name: 'Kay', role: 'user' });
    expect(await statuses[6]?.text()).toBe('staff');
  });

  test('of a function that crashes gets 502, and its run has the reason', async () => {
    const response = await call('crash', { headers: { accept: 'application/json' } });
    const [run] = await runs('crash');
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining(run?.id ?? '')]);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('exit code 1'), http_status: null });
  });

  test('is recorded while it runs, if that takes long', async () => {
    const answer = call('waits');
    await expect.poll(() => runs('waits')).toMatchObject([{ status: 'running', subject: 'GET /functions/v1/waits', duration_ms: null }]);
    await rows("insert into authors (slug, name, sort_name) values ('gerda', 'Gerda', 'Gerda')");
    expect(await (await answer).text()).toBe('Found');
    expect(await runs('waits')).toMatchObject([{ status: 'succeeded', http_status: 200, duration_ms: expect.any(Number) }]);
  });

  test('waits for its turn, and gets 503 when too many wait', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('crash')));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(7);
    expect(busy[0]?.headers.get('retry-after')).toBe('5');
  });
});

describe('an event', () => {
  beforeEach(async () => {
    await rows('delete from graphile_worker._private_jobs');
    await registerFunctions(database.db, (await host.list()) ?? []);
  });

  test('is queued in the transaction of the change, and runs the function', async () => {
    const event = { type: 'tale.published', subject: 'tale:1', data: { slug: 'the-mill' } } as const;
    await expect(
      transact(database.db, async (trx) => {
        await queueWebhookEvent(trx, event);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await jobs('on-event')).toEqual([]);
    await queueWebhookEvent(database.db, event);
    await runJobs('on-event');
    expect((await runs('on-event')).at(-1)).toMatchObject({
      ...{ trigger: 'event', subject: 'tale.published', status: 'succeeded', log: 'tale.published {"slug":"the-mill"}\n' },
    });
  });

  test('with personal data waits as an id, and is dropped with its message', async () => {
    const insert =
      "insert into contact_messages (topic, text, email) values ('question', 'Who is she?', 'wolf@tales.example') returning id";
    const [{ id }] = await rows(insert);
    await rows(insert);
    expect(JSON.stringify(await jobs('on-event'))).not.toContain('wolf');
    const before = (await runs('on-event')).length;
    await rows('delete from contact_messages where id <> $1', [id]);
    await runJobs('on-event');
    const [run, ...more] = (await runs('on-event')).slice(before);
    expect([run?.log, more]).toEqual([expect.stringContaining('"text":"Who is she?"'), []]);
    await rows(
      "insert into newsletter_subscribers (email, status, consent_at, consent_text) values ('kay@tales.example', 'pending', now(), 'Yes')",
    );
    await rows("update newsletter_subscribers set status = 'confirmed'");
    expect(await jobs('on-event')).toMatchObject([{ payload: { event: { type: 'subscriber.confirmed' } } }]);
  });

  test('is retried when the function fails', async () => {
    await queueWebhookEvent(database.db, { type: 'tale.published', subject: 'tale:1', data: { fail: true } });
    await expect(runJobs('on-event')).rejects.toThrow('The function on-event failed.');
    expect((await runs('on-event')).at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Error: Chat is down \(on-event\.ts:2:\d+\)$/),
    });
  });

  test('of a schedule is queued once by all processes, also after a pause', async () => {
    await Promise.all([1, 2, 3].map(() => queueScheduledRuns(database.db)));
    expect(await jobs('on-event')).toEqual([]);
    await rows("update functions set scheduled_until = now() - interval '16 minutes'");
    await Promise.all([1, 2, 3].map(() => queueScheduledRuns(database.db)));
    const [job, ...more] = await jobs('on-event');
    expect(more).toEqual([]);
    expect(job.payload).toMatchObject({ trigger: 'schedule', event: { occurred_at: expect.stringMatching(/T\d\d:\d[05]:00.000Z$/) } });
  });
});

describe('the API', () => {
  test('is called with the declared scopes, by a key that is deleted after the run', async () => {
    expect(await (await call('reads')).json()).toEqual([
      ...[200, 'The scope "write" is missing in `scopes`.'],
      ...['The path must begin with a slash and is relative to /api/v1.', 'The path must begin with a slash and is relative to /api/v1.'],
    ]);
    expect(await (await call('writes')).json()).toEqual([201, 'Perrault']);
    expect(await rows("select actor from audit_log where action = 'author.created'")).toEqual([{ actor: admin.id }]);
    expect(await rows('select from api_keys')).toEqual([]);
  });
});

describe('administrators', () => {
  const ask = async (method: string, target: string, body?: object) => {
    const answer = await app.api(method, `/admin${target}`, { cookie: admin.cookie, body });
    return { status: answer.status, body: answer.body };
  };

  test('see functions and runs, and run one now, which is in the audit log', async () => {
    await rows('delete from graphile_worker._private_jobs');
    const list = (await ask('GET', '/functions')).body as FunctionList;
    expect(list.functions.find(({ name }) => name === 'on-event')).toMatchObject({
      ...{ problem: '', url: null, schedule: '*/5 * * * *', description: 'Logs', timeout: 60, memory: 128 },
      next_run_at: expect.stringMatching(/:\d[05]:00.000Z$/),
    });
    expect(list.functions.find(({ name }) => name === 'echo')).toMatchObject({ url: '/functions/v1/echo', missing_env: ['CHAT_URL'] });
    const refused = [
      await ask('POST', '/functions/unknown/run', {}),
      await ask('POST', '/functions/syntax/run', {}),
      await ask('POST', '/functions/on-event/run', { event: 'newsletter.sent' }),
      await ask('POST', '/functions/on-event/run', { event: 'tale.published' }),
      await app.api('POST', '/admin/functions/on-event/run', { cookie: reader.cookie, body: {} }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 409, 409, 409, 403]);
    const { status, body } = await ask('POST', '/functions/on-event/run', {});
    expect([status, body]).toEqual([202, expect.objectContaining({ status: 'queued', trigger: 'manual', subject: 'schedule' })]);
    await runJobs('on-event');
    expect((await ask('GET', `/functions/on-event/runs/${body.id}`)).body).toMatchObject({ status: 'succeeded', log: 'schedule {}\n' });
    const page = (await ask('GET', '/functions/on-event/runs')).body;
    expect(page.runs[0]).toMatchObject({ id: body.id, log: '' });
    expect((await ask('GET', '/functions/on-event/runs?status=failed')).body.runs.map((run: FunctionRun) => run.status)).toEqual([
      'failed',
    ]);
    expect(await rows("select actor, details from audit_log where action = 'function.run'")).toEqual([
      { actor: admin.id, details: { name: 'on-event', event: 'schedule' } },
    ]);
  });

  test('find runs for 30 days', async () => {
    await rows("update function_runs set created_at = now() - interval '31 days' where function = 'crash'");
    expect(await removeOldFunctionRuns(database.db)).toBeGreaterThan(0);
    expect(await runs('crash')).toEqual([]);
  });
});

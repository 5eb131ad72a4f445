import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveChanges } from '#src/features/reader-library/save-changes.ts';
import { ROLES } from '#src/permissions.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { fillSite } from '#test/full-site.ts';
import { openRealtimeServer } from '#test/realtime.ts';
import { addUser } from '#test/users.ts';
import { CHANGES, channelRules } from './realtime-channels.ts';

/** Triggers of db/migrations/0085_change_notices.sql, 0090 and 0091, and who may hear them. */

type Notice = { channel: string; event: string; data: { ids?: string[] | null; by?: string | null } };

let database: TestDatabase;
let listener: pg.Client;
let tale = '';
const heard: Notice[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillSite(database.db, database.ownerUrl);
  tale = (await addTale(database.db)).id;
  await run("insert into import_uploads (options) values ('{}')");
  for (const what of CHANGES.keys()) await watch(`changes:${what}`);
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
  await listener.query('listen talewood_realtime');
});
afterAll(async () => {
  await listener.end();
  await database.drop();
});
beforeEach(() => hear());

const run = (sql: string, values: unknown[] = []) => database.pool.query(sql, values);

/** Somebody joins a channel. */
const watch = (channel: string) => run("insert into realtime_presence select gen_random_uuid(), $1, null, now(), now(), 'null'", [channel]);

/** Returns what was notified since the last call. */
async function hear(): Promise<Notice[]> {
  await run('select pg_notify(\'talewood_realtime\', \'{"channel":"end"}\')');
  await expect.poll(() => heard.at(-1)?.channel).toBe('end');
  return heard.splice(0).filter(({ channel }) => channel !== 'end');
}

test.each([
  ['tales', 'tales', 'id'],
  ['contact_messages', 'messages', 'id'],
  ['users', 'users', 'id'],
  ['import_uploads', 'imports', 'id'],
  ['import_runs', 'imports', 'id'],
  ['newsletter_issues', 'newsletter', 'id'],
  ['newsletter_deliveries', 'newsletter', 'issue_id'],
  ['newsletter_subscribers', 'newsletter', 'id'],
  ['media', 'media', 'id'],
  ['submissions', 'submissions', 'id'],
  ['suggestions', 'suggestions', 'id'],
  ['webhooks', 'webhooks', 'id'],
  ['webhook_deliveries', 'webhooks', 'webhook_id'],
  ['invitations', 'users', 'id'],
  ['newsletter_schedule', 'newsletter', 'is_singleton'],
  ['site_settings', 'settings', 'is_singleton'],
  ['authors', 'authors', 'id'],
  ['categories', 'categories', 'id'],
  ['collections', 'collections', 'id'],
  ['page_versions', 'pages', 'name'],
  ['folders', 'files', 'id'],
  ['files', 'files', 'id'],
  ['file_links', 'files', 'file_id'],
  ['submission_comments', 'submissions', 'submission_id'],
])('inserted, updated and deleted rows of %s are notified by id, never with content', async (table, what, id) => {
  const { rows } = await run(`select ${id}::text as id from ${table} limit 1`);
  const column = { import_runs: 'removed', authors: 'version', categories: 'version', collections: 'version' }[table] ?? id;
  await run(`update ${table} set ${column} = ${column} where ${id}::text = $1`, [rows[0].id]);
  expect(await hear()).toContainEqual({ channel: `changes:${what}`, event: 'changed', data: { ids: [rows[0].id] } });
  const { rows: triggers } = await run(
    "select tgname from pg_trigger where tgrelid = $1::regclass and tgfoid = 'notify_changes'::regproc order by 1",
    [table],
  );
  expect(triggers.map(({ tgname }) => tgname)).toEqual([`${table}_deleted_live`, `${table}_inserted_live`, `${table}_updated_live`]);
  expect(CHANGES.has(what)).toBe(true);
});

test('nothing is notified while nobody is in the channel', async () => {
  await run("update realtime_presence set channel = 'away:' || channel");
  await run('update tales set excerpt = excerpt');
  const reader = await addUser(database.pool);
  await run('update users set settings = \'{"theme": "night"}\' where id = $1', [reader.id]);
  expect(await hear()).toEqual([]);
  await run("update realtime_presence set channel = substr(channel, 6) where channel like 'away:%'");
});

test('entries of the audit log are notified', async () => {
  const { rows } = await run(
    "insert into audit_log (actor_kind, action, subject_kind, subject_id) values ('site', 'tale.saved', 'tale', 'x') returning id",
  );
  expect(await hear()).toEqual([{ channel: 'changes:audit-log', event: 'changed', data: { ids: [rows[0].id] } }]);
});

test('who edits a tale is notified when it begins and ends, not by heartbeats and not for other channels', async () => {
  const { rows } = await run(
    "insert into realtime_presence select gen_random_uuid(), 'tale:' || $1, null, now(), now(), 'null' returning id",
    [tale],
  );
  const editing = { channel: 'changes:editing', event: 'changed', data: { ids: [tale] } };
  expect(await hear()).toEqual([editing]);
  await run('update realtime_presence set seen_at = now()');
  await run("insert into realtime_presence select gen_random_uuid(), 'room:a', null, now(), now(), 'null'");
  expect(await hear()).toEqual([]);
  await run('delete from realtime_presence where id = $1', [rows[0].id]);
  expect(await hear()).toEqual([editing]);
});

test('at most 50 ids, and 20 notices in a transaction, are named', async () => {
  await copyTale(database.pool, tale, 51);
  const tales = (notices: Notice[]) =>
    notices.filter(({ channel }) => channel === 'changes:tales').map(({ data }) => data.ids?.length ?? null);
  expect(new Set(tales(await hear()))).toEqual(new Set([null]));
  const client = await database.pool.connect();
  const { rows } = await client.query("select id from tales where slug like 'copy-%'");
  await client.query('begin');
  for (const { id } of rows) await client.query('update tales set excerpt = $2 where id = $1', [id, 'What happened next.']);
  await client.query('commit');
  client.release();
  const named = tales(await hear());
  expect(named.length).toBeLessThanOrEqual(21);
  expect(named.filter((ids) => ids === null)).toHaveLength(1);
  await run('update tales set excerpt = excerpt where id = $1', [tale]);
  expect(tales(await hear())).toEqual([1]);
  await run("delete from tales where slug like 'copy-%'");
  expect(tales(await hear())).toEqual([null]);
});

test("changes of a reader's library and settings reach the channel of the account, with the device that made them", async () => {
  const reader = await addUser(database.pool);
  await watch(`account:${reader.id}`);
  await hear();
  const at = new Date().toISOString();
  const changes = [
    { op: 'favorite' as const, tale, on: true, at },
    { op: 'position' as const, tale, place: '1.0', progress: 0.5, finished: false, at },
  ];
  await saveChanges(database.db, reader.id, changes, 'phone');
  const channel = `account:${reader.id}`;
  expect(await hear()).toEqual([{ channel, event: 'library', data: { by: 'phone' } }]);
  // Nothing was newer.
  await saveChanges(database.db, reader.id, changes, 'tablet');
  expect(await hear()).toEqual([]);
  await run('update users set settings = \'{"theme": "night"}\' where id = $1', [reader.id]);
  expect(await hear()).toContainEqual({ channel, event: 'settings', data: { by: null } });
  await run('update users set updated_at = now() where id = $1', [reader.id]);
  expect((await hear()).map((notice) => notice.channel)).toEqual(['changes:users']);
});

test('a deleted tale that many have saved is not notified to each', async () => {
  await run(`insert into users (name, email) select 'Reader', 'reader-' || n || '@tales.example' from generate_series(1, 60) n`);
  const saved = (await addTale(database.db)).id;
  await run("insert into favorites select id, $1, true, now() from users where name = 'Reader'", [saved]);
  await run('delete from tales where id = $1', [saved]);
  expect((await hear()).filter(({ channel }) => channel.startsWith('account:'))).toEqual([]);
});

test.each(ROLES)('a %s joins the channels of the screens that the role opens, and the own account only', async (role) => {
  const user = await addUser(database.pool, { role });
  const other = await addUser(database.pool);
  const server = await openRealtimeServer(database, { rules: channelRules(database.db, silent) });
  try {
    const client = await server.connect({ cookie: user.cookie });
    const joined: string[] = [];
    for (const name of [
      ...[...CHANGES.keys()].map((what) => `changes:${what}`),
      'changes:constructor',
      `account:${user.id}`,
      `account:${other.id}`,
    ]) {
      client.join(name);
      await expect.poll(() => client.received.length).toBe(1);
      const answer = client.received.shift();
      if (answer?.type === 'joined') joined.push(name);
      else expect(answer).toMatchObject({ type: 'left', code: 'not_allowed' });
    }
    const editors = [
      'tales',
      'editing',
      'imports',
      'media',
      'newsletter',
      'submissions',
      'suggestions',
      'authors',
      'categories',
      'collections',
      'files',
    ];
    const admins = ['messages', 'users', 'audit-log', 'webhooks', 'pages', 'settings'];
    const allowed = role === 'admin' ? [...editors, ...admins] : role === 'editor' ? editors : [];
    expect(joined).toEqual([...allowed.map((what) => `changes:${what}`), `account:${user.id}`]);
    const guest = await server.connect();
    guest.join('changes:tales');
    expect(await guest.next('left')).toMatchObject({ code: 'signed_out' });
  } finally {
    await server.close();
  }
});

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Events, readEvents } from '../event-stream.ts';
import { type Site, startSite } from '../site.ts';
import { addUser, type TestUser } from '../users.ts';

/** Presence of editors in two server processes on one database. */

let one: Site;
let two: Site;
let client: pg.Client;
let tale = '';
const editors: TestUser[] = [];

beforeAll(async () => {
  one = await startSite();
  two = await startSite({ databaseUrl: one.databaseUrl });
  client = new pg.Client({ connectionString: one.databaseUrl });
  await client.connect();
  for (const name of ['Gerda', 'Kay']) editors.push(await addUser(client, { name, role: 'admin' }));
  tale = (await client.query('select id from tales limit 1')).rows[0].id;
});
afterAll(async () => {
  await client?.end();
  await two?.stop();
  await one?.stop();
});

const watch = async (site: Site, { cookie }: Pick<TestUser, 'cookie'>) =>
  readEvents(await fetch(`${site.origin}/api/v1/admin/tales/${tale}/presence`, { headers: { cookie } }));
const waitForEditors = async (events: Events, names: string[]) =>
  events.next('people', (data: { people: { name: string }[] }) => data.people.map(({ name }) => name).join() === names.join());

test('both processes show all editors and notify of saves, and stop at once with open streams', async () => {
  const [gerda, kay] = editors;
  if (gerda === undefined || kay === undefined) throw new Error('The editors are missing.');
  const gerdaEvents = await watch(one, gerda);
  const kayEvents = await watch(two, kay);
  await waitForEditors(gerdaEvents, ['Gerda', 'Kay']);
  await waitForEditors(kayEvents, ['Gerda', 'Kay']);

  const read = await fetch(`${two.origin}/api/v1/admin/tales/${tale}`, { headers: { cookie: kay.cookie } });
  const { version } = (await read.json()) as { version: number };
  const saved = await fetch(`${two.origin}/api/v1/admin/tales/${tale}`, {
    method: 'PATCH',
    headers: { cookie: kay.cookie, origin: two.origin, 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' },
    body: JSON.stringify({ title: 'Revised' }),
  });
  expect([saved.status, saved.status === 200 ? '' : await saved.text()]).toEqual([200, '']);
  const isNew = (event: { version: number }) => event.version > version;
  expect(await gerdaEvents.next('saved', isNew)).toEqual({ version: version + 1, edited_by: 'Kay', is_me: false });

  const started = performance.now();
  expect(await two.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000);
  await kayEvents.ended;
  await waitForEditors(gerdaEvents, ['Gerda']);
  await gerdaEvents.close();
});

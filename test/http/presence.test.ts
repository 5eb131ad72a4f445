import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Events, readEvents } from '../event-stream.ts';
import { type Site, startSite } from '../site.ts';
import { addPerson, type TestPerson } from '../users.ts';

/** Two processes of the site over one database: who edits a tale is known in both, and a process that ends leaves nobody behind. */

let one: Site;
let two: Site;
let client: pg.Client;
let tale = '';
const people: TestPerson[] = [];

beforeAll(async () => {
  one = await startSite();
  two = await startSite({ databaseUrl: one.databaseUrl });
  client = new pg.Client({ connectionString: one.databaseUrl });
  await client.connect();
  for (const name of ['Gerda', 'Kay']) people.push(await addPerson(client, { name, role: 'admin' }));
  tale = (await client.query('select id from tales limit 1')).rows[0].id;
});
afterAll(async () => {
  await client?.end();
  await two?.stop();
  await one?.stop();
});

const watch = async (site: Site, { cookie }: Pick<TestPerson, 'cookie'>) =>
  readEvents(await fetch(`${site.origin}/api/v1/admin/tales/${tale}/presence`, { headers: { cookie } }));
const sees = async (events: Events, names: string[]) =>
  events.next('people', (data: { people: { name: string }[] }) => data.people.map(({ name }) => name).join() === names.join());

test('two processes know of each other’s editors, tell what is saved through either, and end at once with open streams', async () => {
  const [gerda, kay] = people;
  if (gerda === undefined || kay === undefined) throw new Error('Nobody is there.');
  const hers = await watch(one, gerda);
  const his = await watch(two, kay);
  await sees(hers, ['Gerda', 'Kay']);
  await sees(his, ['Gerda', 'Kay']);

  const read = await fetch(`${two.origin}/api/v1/admin/tales/${tale}`, { headers: { cookie: kay.cookie } });
  const { version } = (await read.json()) as { version: number };
  const saved = await fetch(`${two.origin}/api/v1/admin/tales/${tale}`, {
    method: 'PATCH',
    headers: { cookie: kay.cookie, origin: two.origin, 'content-type': 'application/json', 'if-match': read.headers.get('etag') ?? '' },
    body: JSON.stringify({ title: 'Told anew' }),
  });
  expect([saved.status, saved.status === 200 ? '' : await saved.text()]).toEqual([200, '']);
  const isNew = (event: { version: number }) => event.version > version;
  expect(await hers.next('saved', isNew)).toEqual({ version: version + 1, edited_by: 'Kay', is_me: false });

  const started = performance.now();
  expect(await two.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000);
  await his.ended;
  await sees(hers, ['Gerda']);
  await hers.close();
});

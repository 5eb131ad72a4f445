import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnalyticsView } from '#src/features/analytics/contract.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';
import { addUser } from '../users.ts';

/** Usage counts of readers in the API, over HTTP and across a shutdown. */

let site: Site;
let cookie = '';

beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  cookie = (await addUser(client, { role: 'admin' })).cookie;
  await client.end();
});
afterAll(() => site?.stop());

async function counts() {
  const response = await fetch(`${site.origin}/api/v1/admin/analytics`, { headers: { cookie } });
  const found = AnalyticsView.parse(await response.json());
  const { day: _, ...today } = found.days.at(-1) ?? {};
  return {
    today,
    depths: found.depths,
    mostRead: found.most_read,
    searches: found.empty_searches.map(({ words, times }) => [words, times]),
  };
}

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(site.origin + path, { method, headers });
  await response.arrayBuffer();
  return response;
};

async function sendCount(kind: string, more: { tenths?: number } = {}): Promise<number> {
  const [tale] = await runSql<{ id: string }>(site.databaseUrl, "select id from tales where slug = 'rapunzel'");
  const headers = { origin: site.origin, 'content-type': 'application/json' };
  const body = JSON.stringify({ kind, tale: tale?.id, ...more });
  return (await fetch(`${site.origin}/api/v1/counts`, { method: 'POST', headers, body })).status;
}

test('reads, downloads and searches are counted, those of bots do not', async () => {
  for (const headers of [{}, { dnt: '1' }, { 'sec-gpc': '1' }, { 'user-agent': 'Somebot/1.0' }]) {
    await get('/tale/rapunzel', headers);
    await get('/tale/rapunzel.txt', headers);
    await get('/tales?q=qqqq+ravens', headers);
  }
  expect([await sendCount('read'), await sendCount('finish'), await sendCount('depth', { tenths: 10 })]).toEqual([204, 204, 204]);
  const { headers } = await get('/tale/rapunzel.txt');
  // Neither 304 responses nor HEAD requests count as downloads.
  expect((await get('/tale/rapunzel.txt', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  await get('/tale/rapunzel.txt', {}, 'HEAD');
  await get('/api/v1/tales?q=rapunzel');
  // Filtering and sorting the same search counts once.
  await get('/api/v1/tales?q=rapunzel&category=classic');
  await get('/api/v1/tales?q=rapunzel&sort=title');
  await get('/api/v1/tales');
  await expect
    .poll(async () => (await counts()).today, { timeout: 15_000 })
    .toEqual({ read: 1, finish: 1, download: 2, search: 2, empty_search: 1, together: 0, together_guest: 0, together_minute: 0 });
  const { mostRead, searches, depths } = await counts();
  expect(depths).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(mostRead).toEqual([{ slug: 'rapunzel', title: 'Rapunzel', read: 1, finish: 1, download: 2, depths }]);
  expect(searches).toEqual([['qqqq ravens', 1]]);
});

test('counts are written at shutdown', async () => {
  const second = await startSite({ databaseUrl: site.databaseUrl });
  await fetch(`${second.origin}/api/v1/tales?q=zzzz+swans`).then((response) => response.arrayBuffer());
  await second.stop();
  expect((await counts()).searches).toContainEqual(['zzzz swans', 1]);
});

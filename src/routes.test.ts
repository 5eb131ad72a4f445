import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AccountRouteDeps } from '#src/features/accounts/deps.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { createApp } from './app.ts';
import type { PageDeps } from './pages.ts';
import { mountRoutes } from './routes.ts';

/** What holds for all routes, whoever adds one. There is no database: whoever gets as far as asking one is answered 503. */

const publicUrl = 'https://tales.example';
const { log } = openTestLog();
const db: Db = openDb(openPool('postgresql://nobody@127.0.0.1:1/none', { log: silent, max: 1 }));
const never = () => Promise.reject(new Error('This was not to be asked for.'));
const accounts: AccountRouteDeps = { db, publicUrl, secret: 's'.repeat(40), log, auth: never, renderMail: never, draw: never };
const pages = { db, publicUrl, servePage: never, files: { app: [], first: '', styles: [], groupStyles: {} } } as unknown as PageDeps;
const app = createApp({
  log,
  health: { ready: true, stopping: false },
  checkDatabase: never,
  mount: (site) => mountRoutes(site, { pages, accounts, guards: createGuards(accounts), dataDir: '/nowhere', isDevelopment: false }),
});

type Route = { method: string; path: string };
const routes: Route[] = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path }));
const changing = [...new Set(routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`))];

test('there are routes that change something', () => {
  expect(changing.length).toBeGreaterThan(40);
});

test.each(changing)('%s is refused when it comes from another site, before anything is asked', async (route) => {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+(\{[^}]*\})?/g, '01a1fed2-db9c-7e0b-967b-7804cf1d9c62');
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: 'https://www.tales.example' }, {}]) {
    const sent: RequestInit = { method, headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' } };
    if (method !== 'DELETE') sent.body = '{}';
    const answer = await app.request(path, sent);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  }
});

test('docs/api.md names every route of the API, and no other', () => {
  const text = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
  const told = [...text.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \|/gm)].map(([, method, path]) => `${method} ${path}`);
  const open = routes
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
  expect(told.toSorted()).toEqual([...new Set(open)].toSorted());
});

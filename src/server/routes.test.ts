import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOfflineApp } from '#test/offline-app.ts';

/** Rules for all routes. There is no database: a request that reaches it gets 503. */

const app = openOfflineApp('https://tales.example');

type Route = { method: string; path: string };
const routes: Route[] = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path }));
/** Forms of identity providers, which are only redirected. */
const OF_OTHERS = ['POST /login/with/:provider/callback'];
const changing = [...new Set(routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`))].filter(
  (route) => !OF_OTHERS.includes(route),
);

test('there are routes that change something', () => {
  expect(changing.length).toBeGreaterThan(40);
});

test.each(changing)('%s is rejected from another site, before the database is queried', async (route) => {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:\w+(\{[^}]*\})?/g, '01a1fed2-db9c-7e0b-967b-7804cf1d9c62');
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: 'https://www.tales.example' }, {}]) {
    const sent: RequestInit = { method, headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' } };
    if (method !== 'DELETE') sent.body = '{}';
    const answer = await app.request(path, sent);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  }
});

test('the developer documentation lists every route of the API, and no other', () => {
  const text = ['api-routes', 'api-admin-routes'].map((page) =>
    readFileSync(new URL(`../../docs/developers/${page}.md`, import.meta.url), 'utf8'),
  );
  const listed = [...text.join('\n').matchAll(/^\| `([A-Z, ]+) (\/[^`]+)` \|/gm)].flatMap(([, methods = '', path]) =>
    methods.split(', ').map((method) => `${method} ${path}`),
  );
  const registered = routes
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
  expect(listed.toSorted()).toEqual([...new Set(registered)].toSorted());
});

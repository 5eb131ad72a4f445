import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawGet, requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** Admin pages and API are closed to everyone else, however the URL is written (S15). */

let site: Site;
const cookies = { visitor: '', user: '', admin: '' };

beforeAll(async () => {
  site = await startSite();
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  cookies.user = (await addUser(client)).cookie;
  cookies.admin = (await addUser(client, { role: 'admin' })).cookie;
  await client.end();
});
afterAll(() => site?.stop());

/** Returns variants of a path: some redirect to the canonical URL, others are unknown. */
function pathVariants(path: string): string[] {
  const bare = path.slice(1);
  const [first = ''] = bare;
  const code = first.charCodeAt(0).toString(16);
  const last = bare.slice(bare.lastIndexOf('/') + 1);
  return [
    path,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//localhost${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/%2e%2e${path}`,
    `${path}/.`,
    `${path}/..%2f${last}`,
    `${path}%2f`,
    `${path}%00`,
    `${path}%20`,
    `${path}%0a`,
    `${path};x=1`,
    `${path}.json`,
    `${path}?`,
    `${path}?x=1`,
    `${path}?role=admin&user=1`,
    `${path}#x`,
    `/%${code}${bare.slice(1)}`,
    `/%25${code}${bare.slice(1)}`,
    `/${bare.toUpperCase()}`,
    `\\${bare}`,
    `http://localhost${path}`,
    path.replace('-', '%2D').replace('users', 'us%65rs'),
  ];
}

const PAGES = [
  ...['/manage-tales', '/manage-users', '/manage-mails', '/manage-import', '/manage-newsletter', '/manage-keys', '/manage-log'],
  ...['/manage-operations', '/manage-inbox', '/manage-pages', '/manage-settings'],
];
const CALLS = [
  '/api/v1/admin/users',
  '/api/v1/admin/tales',
  '/api/v1/admin/log',
  '/api/v1/admin/mails',
  '/api/v1/admin/keys',
  '/api/v1/admin/drafts',
  '/api/v1/admin/imports',
  '/api/v1/admin/newsletter',
  '/api/v1/admin/newsletter/issues',
  '/api/v1/admin/operations',
  '/api/v1/admin/messages',
  '/api/v1/admin/pages',
];

const get = (target: string, cookie: string) =>
  requestRaw(site.port, rawGet(target, 'localhost', cookie === '' ? '' : `Cookie: ${cookie}\r\n`));

/** Requests a path and follows redirects to canonical URLs, which must stay on the site. */
async function followRedirects(target: string, cookie: string, steps = 3) {
  const response = await get(target, cookie);
  if (![301, 308].includes(response.status) || steps === 0) return response;
  expect(response.headers.location, target).toMatch(/^\/(?!\/)/);
  return followRedirects(response.headers.location ?? '', cookie, steps - 1);
}

describe.each(['visitor', 'user'] as const)('as %s', (who) => {
  test.each(PAGES)('%s redirects or is not found', async (page) => {
    for (const target of pathVariants(page)) {
      const { status, headers } = await followRedirects(target, cookies[who]);
      expect([302, 400, 404, 421], `${target} answers ${status}`).toContain(status);
      if (status === 302) expect(headers.location, target).toMatch(who === 'visitor' ? /^\/login\?next=/ : /^\/$/);
    }
  });

  test.each(CALLS)('%s is denied or not found', async (call) => {
    for (const target of pathVariants(call)) {
      const { status, body } = await followRedirects(target, cookies[who]);
      expect([who === 'visitor' ? 401 : 403, 400, 404, 421], `${target} answers ${status}`).toContain(status);
      expect(body, target).not.toMatch(/"(users|tales|entries|mails|keys|drafts|draft|issues|database|messages|pages)"/);
    }
  });
});

test('/admin redirects to the list of tales', async () => {
  for (const cookie of Object.values(cookies)) {
    const { status, headers } = await get('/admin', cookie);
    expect([status, headers.location]).toEqual([302, '/manage-tales']);
  }
  expect((await followRedirects('/admin/', '')).headers.location).toBe('/manage-tales');
});

test('an administrator gets all of them, uncached', async () => {
  for (const path of [...PAGES, ...CALLS]) {
    const { status, headers } = await get(path, cookies.admin);
    expect([path, status]).toEqual([path, 200]);
    expect(headers['cache-control'], path).toMatch(/no-store|private/);
  }
});

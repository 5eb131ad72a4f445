import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';
import { saveNewsletter } from './newsletter.ts';
import { newsletterRoutes } from './newsletter-routes.ts';
import { maskAddress } from './preferences.ts';

const UNKNOWN = '0'.repeat(64);
const ONE_CLICK = 'List-Unsubscribe=One-Click';
let database: TestDatabase;
let site: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: (deps) => newsletterRoutes({ ...deps, hasMailServer: true }) });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await run('delete from newsletter_subscribers');
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const kept = () => run('select email, status, frequency, consent_text from newsletter_subscribers order by id');
const api = (method: string, path: string, json?: object) => site.ask(`/api/v1/newsletter${path}`, { method, json });

async function addReader(email = 'gerda@tales.example'): Promise<string> {
  const values = "($1, 'confirmed', now(), 'Subscribe')";
  const [row] = await run(`insert into newsletter_subscribers (email, status, consent_at, consent_text) values ${values} returning key`, [
    email,
  ]);
  return row.key;
}

/** Sends a POST as an email client does: without Origin and cookie. */
function oneClick(key: string, body = ONE_CLICK, type = 'application/x-www-form-urlencoded'): Promise<Response> {
  const sent = { method: 'POST', headers: { 'content-type': type }, body };
  return Promise.resolve(site.app.request(`/newsletter/unsubscribe?key=${key}`, sent));
}

describe('one-click unsubscribe', () => {
  test('is idempotent, needs only the key, and deletes the consent', async () => {
    const key = await addReader();
    for (const _ of [1, 2]) {
      const answer = await oneClick(key);
      expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([200, null, []]);
    }
    expect(await kept()).toEqual([{ email: 'gerda@tales.example', status: 'unsubscribed', frequency: 'weekly', consent_text: null }]);
    expect(site.logText()).not.toContain(key);
    const [{ id }] = await run('select id from newsletter_subscribers');
    expect(site.logged('newsletter_unsubscribed').at(-1)).toMatchObject({ subscriber: id });
  });

  test('also as multipart form', async () => {
    const key = await addReader();
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await oneClick(key, body, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await kept()).toMatchObject([{ status: 'unsubscribed' }]);
  });

  test('with an unknown key answers alike and changes nothing', async () => {
    const key = await addReader();
    const known = await oneClick(await addReader('kai@tales.example'));
    const unknown = await oneClick(UNKNOWN);
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    expect((await oneClick('')).status).toBe(200);
    expect((await oneClick("' or true --")).status).toBe(200);
    expect(site.logged('newsletter_unsubscribed').filter(({ subscriber }) => subscriber === undefined)).toEqual([]);
    expect(await run('select status from newsletter_subscribers where key = $1', [key])).toEqual([{ status: 'confirmed' }]);
  });

  test('other bodies without Origin are rejected', async () => {
    const key = await addReader();
    expect((await oneClick(key, 'x=y')).status).toBe(403);
    expect((await oneClick(key, JSON.stringify({ key }), 'application/json')).status).toBe(403);
    expect(await kept()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('ends the subscriptions of the account and of its address', async () => {
    const gerda = await addUser(database.pool);
    const key = await addReader(gerda.email);
    await saveNewsletter(database.db, gerda.id, { on: true });
    await addReader(gerda.email);
    await oneClick(key);
    expect((await kept()).map(({ status }) => status)).toEqual(['unsubscribed', 'unsubscribed']);
    await saveNewsletter(database.db, gerda.id, { on: true });
    expect(await kept()).toMatchObject([{ email: null, status: 'confirmed' }]);
    await run("update users set email = 'new@tales.example'");
    await addReader(gerda.email);
    await oneClick(key);
    expect((await kept()).map(({ status }) => status)).toEqual(['unsubscribed', 'confirmed']);
  });

  test('revokes a pending confirmation link', async () => {
    const key = await addReader();
    await run("update newsletter_subscribers set status = 'pending'");
    await run(`insert into one_time_tokens (subject, purpose, hash, email, expires_at)
      select id, 'newsletter', repeat('a', 64), email, now() + interval '1 day' from newsletter_subscribers`);
    await oneClick(key);
    expect(await run('select 1 from one_time_tokens')).toEqual([]);
  });
});

describe('the pages', () => {
  test.each(['unsubscribe', 'preferences'])('%s: GET changes nothing and masks the address', async (page) => {
    const key = await addReader();
    for (const _ of [1, 2]) {
      const answer = await site.ask(`/newsletter/${page}?key=${key}`, { method: 'GET' });
      const values = { address: 'g…a@tales.example', frequency: 'weekly', isOn: 'true', hasAccount: 'false' };
      expect([answer.status, await answer.json()]).toMatchObject([200, { href: `/newsletter/${page}?key=${key}`, values }]);
    }
    expect(await kept()).toMatchObject([{ status: 'confirmed' }]);
    for (const query of [`?key=${UNKNOWN}`, '']) {
      const unknown = await site.ask(`/newsletter/${page}${query}`, { method: 'GET' });
      expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'unknown_key', values: {} }]);
    }
  });

  test('the unsubscribe form redirects to its page', async () => {
    const key = await addReader();
    const answer = await site.ask('/newsletter/unsubscribe', { form: { key } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/newsletter/unsubscribe?key=${key}`]);
    const page = await site.ask(`/newsletter/unsubscribe?key=${key}`, { method: 'GET' });
    expect((await page.json()).values).toMatchObject({ isOn: 'false' });
  });

  test('the frequency form saves; invalid values are shown with an error', async () => {
    const key = await addReader();
    const answer = await site.ask('/newsletter/preferences', { form: { key, frequency: 'monthly' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/newsletter/preferences?key=${key}&saved=1`]);
    expect(await kept()).toMatchObject([{ frequency: 'monthly' }]);
    const codes = ['&saved=1', '&saved=2', ''].map(async (query) => {
      const page = await site.ask(`/newsletter/preferences?key=${key}${query}`, { method: 'GET' });
      return (await page.json()).code;
    });
    expect(await Promise.all(codes)).toEqual(['saved', '', '']);
    const wrong = await site.ask('/newsletter/preferences', { form: { key, frequency: 'hourly' } });
    // The page still shows the subscriber.
    const values = { address: 'g…a@tales.example', frequency: 'monthly', isOn: 'true', hasAccount: 'false' };
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { problems: { frequency: ['Choose a frequency.'] }, values }]);
    const unknown = await site.ask('/newsletter/preferences', { form: { key: UNKNOWN, frequency: 'weekly' } });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'unknown_key', values: {} }]);
    const keyless = await site.ask('/newsletter/preferences', { form: { frequency: 'weekly' } });
    expect([keyless.status, Object.keys((await keyless.json()).problems)]).toEqual([422, ['key']]);
    expect(await kept()).toMatchObject([{ frequency: 'monthly' }]);
  });
});

describe('the API', () => {
  test('reads, saves and unsubscribes; no changes after that', async () => {
    const key = await addReader();
    const view = { address: 'g…a@tales.example', isOn: true, frequency: 'weekly', hasAccount: false };
    expect(await (await api('GET', `/preferences?key=${key}`)).json()).toEqual(view);
    const saved = await api('PUT', '/preferences', { key, frequency: 'monthly' });
    expect([saved.status, await saved.json()]).toEqual([200, { ...view, frequency: 'monthly' }]);
    expect((await api('POST', '/unsubscribe', { key })).status).toBe(204);
    expect((await api('PUT', '/preferences', { key, frequency: 'weekly' })).status).toBe(404);
    expect(await (await api('GET', `/preferences?key=${key}`)).json()).toEqual({ ...view, isOn: false, frequency: 'monthly' });
  });

  test('rejects unknown keys with a problem', async () => {
    for (const key of [UNKNOWN, '', 'x', '../..', '\0']) {
      expect((await api('GET', `/preferences?key=${encodeURIComponent(key)}`)).status).toBe(404);
      expect((await api('PUT', '/preferences', { key, frequency: 'weekly' })).status).toBe(404);
      expect((await api('POST', '/unsubscribe', { key })).status).toBe(204);
    }
    expect((await api('PUT', '/preferences', { key: UNKNOWN })).status).toBe(422);
    expect((await api('POST', '/unsubscribe', {})).status).toBe(422);
  });
});

test.each([
  ['gerda@tales.example', 'g…a@tales.example'],
  ['kai@tales.example', 'k…@tales.example'],
  ['k@tales.example', 'k…@tales.example'],
])('%s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});

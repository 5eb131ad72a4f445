import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryJobsNow } from '../jobs.ts';
import { type Site, startSite } from '../site.ts';
import { openSmtpServer } from '../smtp.ts';
import { runSql } from '../sql.ts';
import { addUser, type TestUser } from '../users.ts';

/** Contact messages and static pages, with the whole site and a mail server. */

let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
let site: Site;
let admin: TestUser;

beforeAll(async () => {
  smtp = await openSmtpServer();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Talewood <tales@talewood.example>', CONTACT_EMAIL: 'contact@talewood.example' };
  site = await startSite({ env });
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  admin = await addUser(client, { role: 'admin', name: 'The Snow Queen' });
  await client.end();
});
afterAll(async () => {
  expect(await site?.stop()).toBe(0);
  await smtp?.close();
});

const get = async (path: string, cookie = '') => (await fetch(site.origin + path, { headers: { cookie } })).text();
const postForm = (path: string, form: Record<string, string>) =>
  fetch(site.origin + path, { method: 'POST', redirect: 'manual', headers: { origin: site.origin }, body: new URLSearchParams(form) });
const call = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/api/v1${path}`, {
    method,
    headers: { origin: site.origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const waitForEmail = async (address: string) => {
  await expect
    .poll(async () => {
      await retryJobsNow(site.databaseUrl);
      return smtp.received.filter(({ to }) => to.includes(address));
    })
    .toHaveLength(1);
  return smtp.received.find(({ to }) => to.includes(address));
};
const headersOf = (raw = '') => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');

test('a message sent without JavaScript is emailed to one recipient and answered by email', async () => {
  const page = await get('/contact?tale=the-frog-king');
  expect(page).toContain('action="/contact"');
  expect(page).toMatch(/<input type="checkbox" name="tale" checked="" value="the-frog-king"\/>/);
  const message = {
    topic: 'mistake',
    message: 'Subject: Win\r\nBcc: everyone@evil.example\r\n\r\nThe frog.',
    email: 'gerda@north.example',
  };
  const response = await postForm('/contact', { ...message, tale: 'the-frog-king', website: '' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/contact/sent']);
  const email = await waitForEmail('contact@talewood.example');
  expect(email?.to).toEqual(['contact@talewood.example']);
  const headers = headersOf(email?.raw);
  expect(headers).toMatch(/^Reply-To: gerda@north\.example$/m);
  expect(headers).toMatch(/^Subject: A reader has written to Talewood$/m);
  expect(headers).not.toMatch(/^Bcc|evil/im);

  const [row] = await runSql<{ id: string }>(site.databaseUrl, 'select id from contact_messages');
  const sent = await call('POST', `/admin/messages/${row?.id}/answer`, { text: 'He is mended.' }, { cookie: admin.cookie });
  expect(sent.status).toBe(200);
  const reply = await waitForEmail('gerda@north.example');
  expect(reply?.to).toEqual(['gerda@north.example']);
  expect(headersOf(reply?.raw)).toMatch(/^Reply-To: contact@talewood\.example$/m);
  expect(reply?.raw).toContain('He is mended.');
  expect(await runSql(site.databaseUrl, 'select from outbound_emails where reply_to is not null or text is not null')).toEqual([]);
});

test('a rejected form is shown again with its input, and is not cached', async () => {
  const response = await postForm('/contact', { topic: 'rights', message: 'It is mine <b>', email: 'nobody', website: '' });
  const page = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
  expect(page).toContain('It is mine &lt;b&gt;');
  expect(page).toContain('Enter a valid email address, or leave the field empty.');
  expect(page).toMatch(/<option value="rights" selected="">/);
  expect(await get('/contact')).not.toContain('It is mine');
});

test('a message sent twice with one idempotency key is stored once', async () => {
  const message = { topic: 'question', message: 'Once.', email: '' };
  const key = { 'idempotency-key': 'message-1' };
  expect((await call('POST', '/messages', message, key)).status).toBe(201);
  const again = await call('POST', '/messages', message, key);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(await runSql(site.databaseUrl, "select from contact_messages where text = 'Once.'")).toHaveLength(1);
});

test('a saved text is shown at once on its page and in the API', async () => {
  expect(await get('/terms')).toContain('These are the rules for using this site.');
  const response = await call(
    'PATCH',
    '/admin/pages/terms',
    { markdown: 'Be kind to **wolves**.' },
    { cookie: admin.cookie, 'if-match': '"0"' },
  );
  expect(response.status).toBe(200);
  await expect.poll(() => get('/terms')).toContain('Be kind to <strong>wolves</strong>.');
  await expect.poll(async () => JSON.parse(await get('/api/v1/pages/terms')).html).toBe('<p>Be kind to <strong>wolves</strong>.</p>');
  expect(await get('/terms')).toMatch(/Last changed <time dateTime="20\d\d-/);
});

test.each(['/about', '/privacy', '/terms', '/accessibility', '/takedown', '/contact'])(
  '%s is linked from every page, and in the sitemap',
  async (path) => {
    expect(await get('/')).toContain(`href="${path}"`);
    expect(await get('/sitemaps/pages.xml')).toContain(`${path}</loc>`);
    const page = await get(path);
    expect(page).toContain(`<link rel="canonical" href="${site.origin}${path}">`);
    expect(page).not.toContain('noindex');
  },
);

test('a tale links to the contact form about it', async () => {
  expect(await get('/tale/the-frog-king')).toMatch(/<a class="link" href="\/contact\?tale=the-frog-king">Report a problem<\/a>/);
  for (const slug of ['no-such-tale', '%00', '../x', 'a%2Fb']) {
    const page = await fetch(`${site.origin}/contact?tale=${slug}`);
    expect([slug, [200, 400].includes(page.status), (await page.text()).includes('name="tale"')]).toEqual([slug, true, false]);
  }
});

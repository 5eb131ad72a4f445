import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** Newsletter sign-up in two processes on one database: one without a mail server, one in development, where emails are files. */

let withoutMail: Site;
let withMail: Site;
beforeAll(async () => {
  withoutMail = await startSite();
  withMail = await startSite({ databaseUrl: withoutMail.databaseUrl, env: { NODE_ENV: 'development' } });
});
afterAll(async () => {
  for (const site of [withMail, withoutMail]) expect(await site?.stop()).toBe(0);
});

const html = async (site: Site, page: string) => (await fetch(site.origin + page)).text();
const formOf = (page: string, place: string) => page.match(new RegExp(`<form class="post-form is-${place}".*?</form>`, 's'))?.[0] ?? '';
const post = (site: Site, page: string, body: Record<string, string>, headers: Record<string, string> = { origin: site.origin }) =>
  fetch(site.origin + page, { method: 'POST', headers, body: new URLSearchParams(body), redirect: 'manual' });

async function addSubscriber(email: string): Promise<string> {
  const values = `('${email}', 'confirmed', now(), 'Subscribe')`;
  const insert = `insert into newsletter_subscribers (email, status, consent_at, consent_text) values ${values} returning key`;
  const [row] = await runSql<{ key: string }>(withoutMail.databaseUrl, insert);
  return row?.key ?? '';
}

describe('without a mail server', () => {
  test.each(['/', '/tales', '/newsletter', '/no-such-page', '/api'])('%s has no form, and a link to past issues', async (page) => {
    const text = await html(withoutMail, page);
    expect(text).not.toContain('post-form');
    expect(text).toContain('<a href="/newsletter">Newsletter</a>');
  });

  test('“Get updates” offers the newsletter only where it can be subscribed to', async () => {
    const pages = await Promise.all([withoutMail, withMail].map((site) => html(site, '/recent')));
    const offers = pages.map((text) => text.match(/<details class="updates">.*?<\/details>/s)?.[0] ?? '');
    expect(offers.map((text) => [text.includes('href="/newsletter"'), text.includes('href="/recent.atom"')])).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  test('sign-ups are rejected', async () => {
    const response = await post(withoutMail, '/', { email: 'wolf@tales.example' });
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('The newsletter is closed for now')]);
    expect(await runSql(withoutMail.databaseUrl, "select 1 from newsletter_subscribers where email = 'wolf@tales.example'")).toEqual([]);
  });
});

describe('with a mail server', () => {
  test('pages are the same for everyone, have a form, and set no cookie', async () => {
    for (const page of ['/', '/authors']) {
      const response = await fetch(withMail.origin + page);
      const form = formOf(await response.text(), 'foot');
      expect([response.headers.getSetCookie(), form.includes('<button')]).toEqual([[], true]);
    }
  });

  test('an invalid address is shown again, escaped, and not cached', async () => {
    const response = await post(withMail, '/', { email: '"><script>x' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
    const form = formOf(await response.text(), 'home');
    expect(form).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(form).toContain('Please enter a valid email address');
  });

  test('one email is sent', async () => {
    for (const _ of [1, 2])
      expect((await post(withMail, '/', { email: 'fox@tales.example' })).headers.get('location')).toBe('/newsletter/sent');
    // Each process writes to its own folder.
    const folders = [withMail, withoutMail].map(({ dataDir }) => path.join(dataDir, 'outbox'));
    const listEmails = async () =>
      (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat().filter((name) => name.endsWith('.eml'));
    await expect.poll(async () => (await listEmails()).length).toBe(1);
  });
});

test('links of issues: GET changes nothing and sends no referrer, a one-click POST unsubscribes, in either process', async () => {
  const key = await addSubscriber('gerda@tales.example');
  const address = `/newsletter/unsubscribe?key=${key}`;
  for (const page of [address, `/newsletter/preferences?key=${key}`]) {
    const response = await fetch(withMail.origin + page);
    expect([response.status, response.headers.get('referrer-policy'), response.headers.get('cache-control')]).toEqual([
      200,
      'no-referrer',
      'no-store',
    ]);
    expect(await response.text()).toContain('g…a@tales.example');
  }
  const status = () => runSql(withoutMail.databaseUrl, 'select status from newsletter_subscribers where key = $1', [key]);
  expect(await status()).toEqual([{ status: 'confirmed' }]);
  for (const site of [withMail, withoutMail]) expect((await post(site, address, { 'List-Unsubscribe': 'One-Click' }, {})).status).toBe(200);
  expect(await status()).toEqual([{ status: 'unsubscribed' }]);
  expect(await html(withMail, address)).toContain('You are unsubscribed');
  for (const site of [withMail, withoutMail]) expect(JSON.stringify(site.log)).not.toMatch(new RegExp(`${key}|gerda@`));
});

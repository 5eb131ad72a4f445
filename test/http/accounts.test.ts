import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryJobsNow } from '../jobs.ts';
import { type Site, startSite } from '../site.ts';
import { openSmtpServer, type ReceivedEmail } from '../smtp.ts';

/** Registration and password reset in two server processes on one database, with a mail server that is down at first. */

const PASSWORD = 'seven ravens over glass';
const NEW_PASSWORD = 'a key of bone for the mountain';
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const emailOf = (name: string) => `${name}@brothers.example`;

let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
let sites: [Site, Site];
beforeAll(async () => {
  smtp = await openSmtpServer();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Talewood <tales@talewood.example>' };
  const first = await startSite({ env });
  sites = [first, await startSite({ databaseUrl: first.databaseUrl, env })];
});
afterAll(async () => {
  for (const site of sites?.toReversed() ?? []) expect(await site.stop()).toBe(0);
  await smtp?.close();
});

async function send(site: Site, path: string, body: object, method = 'POST'): Promise<Response> {
  const headers = { origin: site.origin, 'content-type': 'application/json' };
  return fetch(`${site.origin}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
}

/** Waits for an email to the address with a link to the page, skipping retry backoff. Returns token and address of the link. */
async function linkTo(page: string, email: string): Promise<{ token: string; email: string }> {
  const find = () => smtp.received.find((message) => message.to.includes(email) && linkIn(message, page) !== undefined);
  await expect
    .poll(async () => {
      await retryJobsNow(sites[0].databaseUrl);
      return find();
    })
    .toBeDefined();
  return linkIn(find() as ReceivedEmail, page) as { token: string; email: string };
}

function linkIn({ raw }: ReceivedEmail, page: string): { token: string; email: string } | undefined {
  const text = raw
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('&amp;', '&');
  const [link] = new RegExp(`http://localhost:\\d+/${page}\\?[^\\s"<)]+`).exec(text) ?? [];
  return link === undefined ? undefined : (Object.fromEntries(new URL(link).searchParams) as { token: string; email: string });
}

test('while the mail server is down no registration is lost; each email is then sent to its recipient only, and links work in both processes', async () => {
  smtp.setFault('421 at once');
  for (const [n, name] of NAMES.entries()) {
    const response = await send(sites[n % 2] as Site, '/registrations', { name, email: emailOf(name), password: PASSWORD });
    expect([response.status, await response.text()]).toEqual([202, '{}']);
  }
  await sites[0].logged(({ event }) => event === 'mail_failed');
  expect(smtp.received).toEqual([]);
  smtp.setFault('none');
  for (const [n, name] of NAMES.entries()) {
    const link = await linkTo('verify', emailOf(name));
    const response = await send(sites[(n + 1) % 2] as Site, '/verifications', link);
    expect([response.status, await response.json()]).toEqual([200, { person: { name, email: emailOf(name), role: 'user' } }]);
  }
  expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual(NAMES.map(emailOf).toSorted());
});

test('a password reset in one process ends sessions in the other', async () => {
  const [here, there] = sites;
  const email = emailOf('one');
  const login = await send(there, '/session', { email, password: PASSWORD });
  expect(login.status).toBe(200);
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const me = async () => (await fetch(`${there.origin}/api/v1/me`, { headers: { cookie } })).json();
  expect(await me()).toMatchObject({ person: { email } });
  await send(here, '/password-resets', { email });
  const link = await linkTo('reset-password', email);
  expect((await send(here, '/password-resets', { ...link, password: NEW_PASSWORD }, 'PUT')).status).toBe(204);
  expect(await me()).toEqual({ person: null });
  expect((await send(there, '/session', { email, password: PASSWORD })).status).toBe(401);
  expect((await send(there, '/session', { email, password: NEW_PASSWORD })).status).toBe(200);
  expect((await send(there, '/password-resets', { ...link, password: NEW_PASSWORD }, 'PUT')).status).toBe(410);
});

test('the reset page asks about API keys if the link says so, also without JavaScript', async () => {
  const pageOf = async (query: string) => (await fetch(`${sites[0].origin}/reset-password?token=abc&email=a%40b.example${query}`)).text();
  const page = await pageOf('&keys=1');
  expect(page).toContain('name="keepKeys"');
  expect(page).toMatch(/<input type="hidden" name="keys" value="1"\/?>/);
  expect(await pageOf('')).not.toContain('keepKeys');
});

test('both processes share one rate limit, which no header resets', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 40; n += 1) {
    const site = sites[n % 2] as Site;
    const headers = { origin: site.origin, 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` };
    const response = await fetch(`${site.origin}/api/v1/registrations/resend`, {
      method: 'POST',
      headers,
      body: '{"email":"a@b.example"}',
    });
    statuses.push(response.status);
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // The password reset above used one attempt.
  expect(statuses).toEqual([...Array<number>(29).fill(202), ...Array<number>(11).fill(429)]);
});

test('each event is logged once, without secrets', async () => {
  const lines = () => sites.flatMap(({ log }) => log);
  const count = (event: string) => lines().filter((line) => line.event === event).length;
  // Log lines of a child process arrive with a delay.
  await expect
    .poll(() => [count('account_registered'), count('address_verified'), count('password_reset')])
    .toEqual([NAMES.length, NAMES.length, 1]);
  const text = JSON.stringify(lines());
  const secrets = smtp.received.flatMap((message) => ['verify', 'reset-password'].flatMap((page) => linkIn(message, page)?.token ?? []));
  expect(secrets).toHaveLength(NAMES.length + 1);
  for (const secret of [...secrets, PASSWORD, NEW_PASSWORD, 'brothers.example']) expect(text).not.toContain(secret);
});

import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devMailTransport } from '#src/platform/mail/open-transport.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { rawGet, requestRaw } from '#test/raw-http.ts';
import { devMailRoutes } from './dev-mail.ts';

const FIRST = '019a0000-0000-7000-8000-000000000001';
const SECOND = '019a0000-0000-7000-8000-000000000002';
const LINK = `https://tales.example/verify?token=${'aB3-'.repeat(30)}&email=gerda%40tales.example`;

let dataDir: string;
let folder: string;
let server: ListeningTestApp;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-outbox-'));
  folder = path.join(dataDir, 'outbox');
  server = await createTestApp({ mount: (app) => app.route('/dev/outbox', devMailRoutes({ folder, basePath: '/dev/outbox' })) }).listen();
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const get = (target: string, host?: string, further?: string) => requestRaw(server.port, rawGet(`/dev/outbox${target}`, host, further));
const body = async (target: string) => Buffer.from((await get(target)).body, 'latin1').toString('utf8');

async function send(id: string, { subject = 'Grüße & <b>Wünsche</b> für eine lange Reise durch den Wald', text = `Öffnen: ${LINK}` } = {}) {
  const transport = devMailTransport({
    folder,
    from: { name: 'Märchen', address: 'hello@tales.example' },
    publicUrl: 'https://tales.example',
  });
  const html = `<!DOCTYPE html><title>ß</title><script>alert(1)</script><p>Märchen <a href="${LINK}">öffnen</a></p>`;
  await transport.send({ id, to: 'gerda@tales.example', subject, html, text, createdAt: new Date() }, new AbortController().signal);
}

test('a missing folder is an empty mailbox', async () => {
  expect(await body('')).toContain('No emails yet');
});

describe('a mailbox with emails', () => {
  beforeAll(async () => {
    await send(FIRST);
    await send(SECOND, { subject: 'Later', text: 'a plain line of many words '.repeat(20) });
  });

  test('lists them, newest first', async () => {
    const page = await body('');
    expect(page.indexOf(`/dev/outbox/${SECOND}"`)).toBeGreaterThan(0);
    expect(page.indexOf(`/dev/outbox/${SECOND}"`)).toBeLessThan(page.indexOf(`/dev/outbox/${FIRST}"`));
    expect(page).toContain('Grüße &amp; &lt;b&gt;Wünsche&lt;/b&gt; für eine lange Reise durch den Wald');
    expect(page).toContain('gerda@tales.example');
  });

  test('shows text with links, headers, and the HTML in a frame', async () => {
    const page = await body(`/${FIRST}`);
    const link = LINK.replaceAll('&', '&amp;');
    expect(page).toContain(`Öffnen: <a href="${link}">${link}</a>`);
    expect(page).toContain(`<dd><bdi>&lt;${FIRST}@tales.example&gt;</bdi></dd>`);
    expect(page).toContain(`src="/dev/outbox/${FIRST}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"`);
    expect(await body(`/${SECOND}`)).toContain('a plain line of many words '.repeat(20).trim());
  });

  test('serves the HTML unchanged, with a policy that blocks scripts and loading', async () => {
    const { headers, status } = await get(`/${FIRST}/html`);
    expect(status).toBe(200);
    expect(await body(`/${FIRST}/html`)).toContain(`<p>Märchen <a href="${LINK}">öffnen</a></p>`);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';.*; sandbox allow-popups/);
    expect(headers['content-security-policy']).not.toMatch(/allow-scripts|allow-same-origin|script-src|img-src/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    for (const target of ['', `/${FIRST}`]) {
      const page = await get(target);
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
      expect(page.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'; frame-src 'self'");
    }
  });

  test('serves only files of its folder', async () => {
    await writeFile(path.join(dataDir, 'secret'), 'hush');
    await writeFile(path.join(folder, 'secret.eml'), 'hush');
    const linked = FIRST.replace(/1$/, '3');
    await symlink(path.join(dataDir, 'secret'), path.join(folder, `${linked}.eml`));
    await mkdir(path.join(folder, `${FIRST.replace(/1$/, '4')}.eml`));
    await writeFile(path.join(folder, `${FIRST.replace(/1$/, '5')}.eml`), 'x'.repeat(1_000_001));
    expect(await readdir(folder)).toHaveLength(6);
    const targets = [
      '/secret',
      '/..%2fsecret',
      '/../secret',
      `/${FIRST}.eml`,
      `/${linked}`,
      '/.x',
      `/${FIRST.replace(/1$/, '4')}`,
      `/${FIRST.replace(/1$/, '5')}`,
    ];
    for (const target of targets) {
      for (const end of ['', '/html']) {
        const answer = await get(target + end);
        expect([target, answer.status >= 300], target).toEqual([target, true]);
        expect(answer.body).not.toContain('hush');
      }
    }
    const page = await body('');
    expect(page.match(/<li>/g)).toHaveLength(2);
  });

  test.each([
    ['another host name with our IP address', 'printer', ''],
    ['a network address', '192.168.0.7', ''],
    ['X-Forwarded-For', 'localhost', 'X-Forwarded-For: 203.0.113.9\r\n'],
    ['Forwarded', 'localhost', 'Forwarded: for=203.0.113.9\r\n'],
  ])('is hidden for %s', async (_, host, further) => {
    for (const target of ['', '/style.css', `/${FIRST}`, `/${FIRST}/html`]) expect((await get(target, host, further)).status).toBe(404);
  });

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000'])('is shown for %s', async (host) => {
    expect((await get('', host)).status).toBe(200);
  });
});

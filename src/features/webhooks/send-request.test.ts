import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createSender, failureOf, type ResolveHost } from './send-request.ts';

const servers: http.Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Listens on this machine. Returns its port, and the requests it got. */
async function listen(answer: http.RequestListener) {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, requests };
}

const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
const LOCAL = [{ address: '127.0.0.1', family: 4 }];
const PUBLIC = [{ address: '93.184.216.34', family: 4 }];

describe('a request', () => {
  test('returns the status and the start of the response', async () => {
    const { port, requests } = await listen((_, response) => void response.end(`\u0000\u001b[31m${'ä'.repeat(10_000)}`));
    const result = await createSender({ allowPrivate: true })(request(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, error: '' });
    expect(result.text.length).toBeLessThanOrEqual(300);
    expect(result.text).toMatch(/^\[31mä+\uFFFD?$/);
    expect(failureOf(result)).toBe('');
    expect(requests).toEqual([`POST 127.0.0.1:${port}`]);
  });

  test('follows no redirects', async () => {
    const { port, requests } = await listen((_, response) => void response.writeHead(302, { location: '/elsewhere' }).end());
    const result = await createSender({ allowPrivate: true })(request(`http://127.0.0.1:${port}/`));
    expect(failureOf(result)).toBe('The receiver answered 302.');
    expect(requests).toHaveLength(1);
  });

  test('ends after the timeout, also while looking up the host', async () => {
    const { port } = await listen(() => {});
    const send = createSender({ allowPrivate: true, timeoutMs: 100 });
    expect(failureOf(await send(request(`http://127.0.0.1:${port}/`)))).toBe('No response within 0.1 seconds.');
    const lost = createSender({ allowPrivate: true, timeoutMs: 100, resolve: () => new Promise(() => {}) });
    expect(failureOf(await lost(request('http://hooks.example/')))).toBe('No response within 0.1 seconds.');
  });

  test('counts by its status even if the response does not end', async () => {
    const { port } = await listen((_, response) => void response.writeHead(204).flushHeaders());
    const { port: endless } = await listen((_, response) => void response.writeHead(200).write('first'));
    const send = createSender({ allowPrivate: true, timeoutMs: 200 });
    expect(await send(request(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 204 });
    expect(await send(request(`http://127.0.0.1:${endless}/`))).toMatchObject({ status: 200, text: 'first', error: '' });
  });

  test('reports failures without the URL', async () => {
    const { port } = await listen((_, response) => void response.destroy());
    const send = createSender({ allowPrivate: true });
    expect((await send(request(`http://127.0.0.1:${port}/secret`))).error).toBe('The connection was closed without a response.');
    expect((await send(request('http://127.0.0.1:1/secret'))).error).toBe('The connection was refused.');
    expect((await send(request(`https://127.0.0.1:${port}/secret`))).error).toMatch(/^The connection (failed \(\w+\)|was closed)/);
  });

  test('throws when the process stops', async () => {
    const { port } = await listen(() => {});
    const stop = new AbortController();
    const sent = createSender({ allowPrivate: true })({ ...request(`http://127.0.0.1:${port}/`), signal: stop.signal });
    stop.abort();
    await expect(sent).rejects.toThrow();
  });
});

describe('private addresses', () => {
  const REFUSED = 'The host has a private address, which is not allowed.';
  const sendTo = (resolve: ResolveHost) => createSender({ allowPrivate: false, resolve, timeoutMs: 500 });

  test('are refused after the lookup, also beside a public one', async () => {
    const { port, requests } = await listen((_, response) => void response.end());
    for (const addresses of [LOCAL, [...PUBLIC, ...LOCAL], [{ address: '::ffff:127.0.0.1', family: 6 }]])
      expect(failureOf(await sendTo(async () => addresses)(request(`https://hooks.example:${port}/`)))).toBe(REFUSED);
    expect(failureOf(await sendTo(async () => [])(request(`https://hooks.example:${port}/`)))).toBe('The host has no address.');
    expect(requests).toEqual([]);
  });

  test('are refused in URLs that were stored while they were allowed', async () => {
    const send = sendTo(async () => PUBLIC);
    expect(failureOf(await send(request('http://hooks.example/')))).toBe('The URL is not allowed: Must start with https://.');
    expect(failureOf(await send(request('https://127.0.0.1/')))).toBe('The URL is not allowed: Must be a public address.');
  });

  test('a second answer of the DNS is never asked for', async () => {
    let lookups = 0;
    const rebinding: ResolveHost = async () => {
      lookups += 1;
      return lookups === 1 ? PUBLIC : LOCAL;
    };
    const { port, requests } = await listen((_, response) => void response.end());
    await sendTo(rebinding)(request(`https://hooks.example:${port}/`));
    expect(lookups).toBe(1);
    expect(failureOf(await sendTo(rebinding)(request(`https://hooks.example:${port}/`)))).toBe(REFUSED);
    expect(requests).toEqual([]);
  });

  test('the connection is made to the address that was checked', async () => {
    const { port, requests } = await listen((_, response) => void response.end('here'));
    const send = createSender({ allowPrivate: true, resolve: async () => LOCAL });
    expect(await send(request(`http://no-such-host.invalid:${port}/`))).toMatchObject({ status: 200, text: 'here' });
    expect(requests).toEqual([`POST no-such-host.invalid:${port}`]);
  });
});

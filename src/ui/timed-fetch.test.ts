import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { endAfter, isTimeout, timedFetch } from './timed-fetch.ts';

const SHORT = { timeoutMs: 150 };
const servers: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const close of servers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (isTimeout(error) ? 'timeout' : error),
  );

test('a missing response is a timeout', async () => {
  const address = await serve(() => {});
  expect(await failure(timedFetch(address, SHORT))).toBe('timeout');
});

test('a response that stalls is a timeout', async () => {
  const address = await serve((_, answer) => void answer.write('{"half":'));
  const answer = await timedFetch(address, SHORT);
  expect(answer.status).toBe(200);
  expect(await failure(answer.text())).toBe('timeout');
});

test('a response that keeps arriving may take longer', async () => {
  const address = await serve(async (_, answer) => {
    for (const letter of 'abcdef') {
      answer.write(letter);
      await wait(60);
    }
    answer.end();
  });
  expect(await (await timedFetch(address, SHORT)).text()).toBe('abcdef');
});

test('status, headers and an empty body are unchanged', async () => {
  const address = await serve((_, answer) => answer.writeHead(204, { 'x-kind': 'none' }).end());
  const answer = await timedFetch(address, SHORT);
  expect([answer.status, answer.headers.get('x-kind'), await answer.text()]).toEqual([204, 'none', '']);
  // As Chromium gives it.
  const empty = { status: 204, body: new ReadableStream() };
  vi.stubGlobal('fetch', async () => empty);
  expect(await timedFetch(address, SHORT)).toBe(empty);
});

test('a signal aborts it before and while it runs; an unreachable server is not a timeout', async () => {
  const address = await serve(() => {});
  const reason = new Error('left');
  expect(await failure(timedFetch(address, { ...SHORT, signal: AbortSignal.abort(reason) }))).toBe(reason);
  const controller = new AbortController();
  const asked = failure(timedFetch(address, { timeoutMs: 60_000, signal: controller.signal }));
  controller.abort(reason);
  expect(await asked).toBe(reason);
  for (const close of servers.splice(0)) close();
  expect(await failure(timedFetch(address, SHORT))).toBeInstanceOf(TypeError);
});

test('endAfter ends with its time or with the signal it was given', async () => {
  expect(endAfter(60_000, AbortSignal.abort()).aborted).toBe(true);
  const signal = endAfter(20, new AbortController().signal);
  await expect.poll(() => isTimeout(signal.reason)).toBe(true);
});

/** Browser code sends requests by timedFetch, or with a signal that aborts them. */
test('browser code sends no request without a timeout', async () => {
  const files = (await readdir('src', { recursive: true })).filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const found: string[] = [];
  for (const file of files) {
    if (!/(^browser|components|pages|aloud|bookshelf\/store|offline\/store|offline\/worker)\//.test(file.replace('features/', '')))
      continue;
    const text = await readFile(`src/${file}`, 'utf8');
    for (const { index } of text.matchAll(/(?<![\w.])fetch\(/g))
      if (!/signal/.test(text.slice(index, index + 250))) found.push(`${file}: ${text.slice(index, index + 60).split('\n')[0]}`);
  }
  // The service worker forwards requests of pages, which have their own timeout.
  expect(found.filter((line) => !line.startsWith('features/offline/worker/'))).toEqual([]);
});

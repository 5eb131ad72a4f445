import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFunctionHost, serveLocally } from '#src/features/functions/functions.ts';
import { silent } from '#test/database.ts';
import { listFunctions, newFunction } from './functions.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
const settings = { folder: path.join(root, 'functions'), account: undefined, allowPrivate: false, concurrency: 3 };
afterAll(() => rmSync(root, { recursive: true }));

test('new functions work as they are written, are listed and served', { timeout: 60_000 }, async () => {
  expect(await listFunctions(settings)).toMatch(/^No functions in .*functions new hello --http$/);
  expect(await newFunction(['hello'], settings)).toMatch(/hello\.ts\. .* It answers at \/functions\/v1\/hello\.$/);
  await newFunction(['announce', '--event', 'tale.published'], settings);
  await newFunction(['weekly', '--schedule', '0 7 * * 1'], settings);
  expect(await listFunctions(settings)).toBe(
    ['announce  tale.published', 'hello     GET /functions/v1/hello (public)', 'weekly    "0 7 * * 1"'].join('\n'),
  );
  const printed: string[] = [];
  const host = createFunctionHost(settings, silent);
  const server = serveLocally({ host, api: 'http://localhost:9', apiKey: undefined, print: (line) => printed.push(line) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`;
    expect(await (await fetch(`${url}/hello?name=Gerda`)).json()).toEqual({ greeting: 'Hello, Gerda!' });
    const event = JSON.stringify({ type: 'tale.published', data: { slug: 'the-mill' } });
    expect(await (await fetch(`${url}/announce`, { method: 'POST', body: event })).text()).toBe('Done.\n');
    expect((await fetch(`${url}/weekly`, { method: 'POST' })).status).toBe(500);
    expect((await fetch(`${url}/none`)).status).toBe(404);
    expect(printed.map((line) => line.replace(/ \(\d+ ms.*$/, ''))).toEqual([
      ...['hello 200', '  Greeted Gerda', 'announce done', "  tale.published { slug: 'the-mill' }"],
      expect.stringMatching(/^weekly failed: .*fetch failed/),
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('mistakes are explained', async () => {
  const refusal = (...args: string[]) => newFunction(args, settings).then(String, (error: Error) => error.message);
  writeFileSync(path.join(settings.folder, 'taken.ts'), '');
  expect(await refusal('Hello World')).toMatch(/^The name must begin with a lowercase letter/);
  expect(await refusal('a', '--event', 'tale.eaten')).toMatch(/^Unknown event: tale\.eaten\. Events are tale\.published/);
  expect(await refusal('a', '--schedule', 'Monday')).toMatch(/^Not a cron expression: Monday/);
  expect(await refusal('a', '--http', '--event', 'tale.published')).toMatch(/^Usage: talewood functions new/);
  expect(await refusal('a', '--colour')).toMatch(/^Usage: talewood functions new/);
  expect(await refusal('taken')).toBe('There is a function taken already.');
});

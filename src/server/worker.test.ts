import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { queueDeliveries } from '#src/features/newsletter/sending/delivery-queue.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { createTestDatabase } from '#test/database.ts';
import { addIssue, addSubscribers } from '#test/newsletter-issues.ts';

const database = await createTestDatabase();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-worker-'));
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const startWorker = (env: Record<string, string> = {}) =>
  spawn(process.execPath, [path.join(import.meta.dirname, '../cli/main.ts'), 'worker'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
const outbox = () => readdir(path.join(dataDir, 'outbox')).catch(() => []);

test('the worker runs jobs without a web server, and stops gracefully', async () => {
  const id = await queueEmail(database.db, { to: 'a@one.example', subject: 'A', html: '<p>a</p>', text: 'a' });
  const worker = startWorker();
  const exit = once(worker, 'exit');
  await expect.poll(outbox).toEqual([`${id}.eml`]);
  worker.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const mail = await database.db.selectFrom('outbound_emails').select(['text', 'attempts']).executeTakeFirst();
  expect(mail).toEqual({ text: null, attempts: 1 });
});

test('queued newsletter emails wait while there is no mail server', async () => {
  await addSubscribers(database.pool, 1);
  await queueDeliveries(database.db, await addIssue(database.pool), ['weekly']);
  const id = await queueEmail(database.db, { to: 'a@one.example', subject: 'A', html: '<p>a</p>', text: 'a' });
  const delivery = () => database.db.selectFrom('newsletter_deliveries').select(['id', 'status', 'attempts']).executeTakeFirstOrThrow();
  const without = startWorker();
  const exit = once(without, 'exit');
  await expect.poll(outbox).toContain(`${id}.eml`);
  await wait(1_500);
  without.kill('SIGTERM');
  await exit;
  expect(await delivery()).toMatchObject({ status: 'waiting', attempts: 0 });
  const developing = startWorker({ NODE_ENV: 'development' });
  const end = once(developing, 'exit');
  await expect.poll(async () => (await delivery()).status).toBe('sent');
  expect(await outbox()).toContain(`${(await delivery()).id}.eml`);
  developing.kill('SIGTERM');
  await end;
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queueMail } from '#src/platform/mail/queue-mail.ts';
import { createTestDatabase } from '#test/database.ts';

const database = await createTestDatabase();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-worker-'));
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

test('the worker does the jobs without a web server, and ends in order when told to', async () => {
  const id = await queueMail(database.db, { to: 'a@one.example', subject: 'A', html: '<p>a</p>', text: 'a' });
  const worker = spawn(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), 'worker'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(worker, 'exit');
  await expect.poll(() => readdir(path.join(dataDir, 'outbox')).catch(() => [])).toEqual([`${id}.eml`]);
  worker.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const mail = await database.db.selectFrom('mails').select(['text', 'attempts']).executeTakeFirst();
  expect(mail).toEqual({ text: null, attempts: 1 });
});

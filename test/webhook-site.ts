import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { WebhookWithSecret } from '#src/features/webhooks/contract.ts';
import { deliverWebhookTask } from '#src/features/webhooks/deliver-task.ts';
import { queueWebhookEvent } from '#src/features/webhooks/delivery-queue.ts';
import { createWebhook, rotateSecret } from '#src/features/webhooks/edit-webhook.ts';
import type { WebhookEventType } from '#src/features/webhooks/event-types.ts';
import { createSender } from '#src/features/webhooks/send-request.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openTestLog } from './jobs.ts';
import { runSql } from './sql.ts';
import { addUser, type TestUser } from './users.ts';

export const SITE_SECRET = 's'.repeat(40);

type ReceivedMessage = { type: string; data: Record<string, unknown> };
type Received = ReceivedMessage & { headers: Record<string, string>; body: string; status: number };
type Answer = { status: number; text?: string };

/** A server that receives webhooks. `answer` may be replaced; by default it is 200. */
export function createReceiver() {
  const requests: Received[] = [];
  const receiver = {
    ...{ requests, port: 0, url: '' },
    answer: (_message: ReceivedMessage): Answer => ({ status: 200 }),
    async listen(): Promise<void> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      receiver.port = (server.address() as AddressInfo).port;
      receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const message = JSON.parse(body) as ReceivedMessage;
    const { status, text = '' } = receiver.answer(message);
    requests.push({ ...message, headers: request.headers as Record<string, string>, body, status });
    response.writeHead(status).end(text);
  });
  return receiver;
}

/** A database with an administrator and a receiver, emptied before each test of a file. Jobs are run by the test. */
export function webhookSite() {
  let database: TestDatabase;
  let admin: TestUser;
  const receiver = createReceiver();
  beforeAll(async () => {
    [database] = await Promise.all([createTestDatabase(), receiver.listen()]);
  });
  afterAll(() => Promise.all([database.drop(), receiver.close()]));
  beforeEach(async () => {
    const tables = ['webhooks', 'webhook_events', 'users', 'outbound_emails', 'graphile_worker._private_jobs'];
    await runSql(database.ownerUrl, tables.map((table) => `delete from ${table}`).join(';'));
    admin = await addUser(database.pool, { role: 'admin' });
    receiver.requests.length = 0;
    receiver.answer = () => ({ status: 200 });
  });

  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const editing = () => ({ db: database.db, secret: SITE_SECRET, allowPrivateWebhooks: true });

  return {
    ...{ rows, receiver },
    database: () => database,
    admin: () => admin,
    add: ({ events = ['tale.updated'] }: { events?: WebhookEventType[] } = {}): Promise<WebhookWithSecret> =>
      createWebhook(editing(), admin.id, { url: receiver.url, description: '', events }),
    rotate: (id: string) => rotateSecret(editing(), admin.id, id),
    queue: (subject: string, data: Record<string, unknown> = { slug: 'the-mill' }) =>
      queueWebhookEvent(database.db, { type: 'tale.updated', subject, data }),
    /** Makes all waiting deliveries due. */
    dueNow: () => rows("update webhook_deliveries set next_attempt_at = now() where status = 'waiting'"),
    /** Runs the job of a webhook once. */
    deliver(webhookId: string, { secret = SITE_SECRET } = {}): Promise<void> {
      const renderEmail = async (email: object) => ({ subject: 'x', html: '<p>x</p>', text: JSON.stringify(email) });
      const { log } = openTestLog();
      const send = createSender({ allowPrivate: true });
      const task = deliverWebhookTask({ db: database.db, secret, publicUrl: 'https://tales.example', send, renderEmail, log });
      return task.run({ webhookId }, { attempt: 1, signal: new AbortController().signal });
    },
  };
}

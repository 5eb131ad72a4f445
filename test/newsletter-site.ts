import { afterEach, beforeEach, expect } from 'vitest';
import { queueDeliveries, retryDeliveries } from '#src/features/newsletter/sending/delivery-queue.ts';
import { sendDeliveryTask } from '#src/features/newsletter/sending/send-delivery.ts';
import { type Jobs, startJobs } from '#src/platform/jobs/start-jobs.ts';
import { smtpTransport } from '#src/platform/mail/open-transport.ts';
import type { Transport } from '#src/platform/mail/transport.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { listQueue, openTestLog } from './jobs.ts';
import { addIssue, addSubscribers, deliveryCounts } from './newsletter-issues.ts';
import { openSmtpServer } from './smtp.ts';

const PUBLIC_URL = 'https://tales.example';

type Smtp = Awaited<ReturnType<typeof openSmtpServer>>;

/** A database and a mail server for each test of a file, and jobs that send issues. */
export function newsletterSite() {
  let database: TestDatabase;
  let smtp: Smtp;
  let logged: ReturnType<typeof openTestLog>;
  const started: Jobs[] = [];
  const transports: Transport[] = [];

  beforeEach(async () => {
    [database, smtp] = await Promise.all([createTestDatabase(), openSmtpServer()]);
    logged = openTestLog();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    for (const transport of transports.splice(0)) transport.close();
    await Promise.all([database.drop(), smtp.close()]);
  });

  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const deliveries = () =>
    rows('select d.*, s.email, s.key from newsletter_deliveries d join newsletter_subscribers s on s.id = subscriber_id order by d.id');
  const queue = (issue: string) => database.db.transaction().execute((trx) => queueDeliveries(trx, issue, ['weekly', 'monthly']));
  const counts = (issue: string) => deliveryCounts(database.db, issue);

  return {
    ...{ rows, deliveries, queue, counts },
    database: () => database,
    smtp: () => smtp,
    logged: () => logged,
    retry: (issue: string) => database.db.transaction().execute((trx) => retryDeliveries(trx, issue)),
    statusOf: async (issue: string) => (await rows('select status from newsletter_issues where id = $1', [issue]))[0].status,
    idle: () => expect.poll(async () => (await listQueue(database.ownerUrl)).every((job) => job.locked_by === null)).toBe(true),
    settled: (issue: string) => expect.poll(async () => (await counts(issue)).waiting).toBe(0),
    allTried: () => expect.poll(async () => (await deliveries()).every(({ last_error }) => last_error !== null)).toBe(true),
    reached: () => smtp.received.map(({ to }) => to[0]).toSorted(),

    /** Starts the jobs of one process. `rate`: emails per minute. */
    async startSending({ rate = 60_000 } = {}): Promise<void> {
      const from = { name: 'Tales', address: 'hello+list@tales.example' };
      // The default of two minutes is too long for a test.
      const transport = smtpTransport({ url: smtp.url, isKept: true, silenceTimeoutMs: 1_000, from, publicUrl: PUBLIC_URL });
      transports.push(transport);
      const tasks = [sendDeliveryTask({ db: database.db, transport, publicUrl: PUBLIC_URL, rate, log: logged.log })];
      started.push(await startJobs({ pool: database.pool, tasks, log: logged.log, concurrency: 1, pollIntervalMs: 50 }));
    },

    /** Queues an issue for a number of subscribers. Returns its id. */
    async queued(readers: number): Promise<string> {
      await addSubscribers(database.pool, readers);
      const issue = await addIssue(database.pool);
      expect(await queue(issue)).toBe(readers);
      return issue;
    },

    /** Checks that the log has no email address, key or text of an issue. */
    expectNoPersonalDataInLog(): void {
      expect(logged.text()).not.toMatch(/@|Gänse|key=|[0-9a-f]{64}/);
    },
  };
}

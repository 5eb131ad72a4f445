/** Child process of send-crash.test.ts: sends newsletter issues until it is killed. */
import { sendDeliveryTask } from '#src/features/newsletter/sending/send-delivery.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import { createLog } from '#src/platform/log.ts';
import { smtpTransport } from '#src/platform/mail/open-transport.ts';

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const { log } = createLog({ level: 'silent' });
const pool = openPool(databaseUrl, { log, max: 4 });
const publicUrl = 'https://tales.example';
const transport = smtpTransport({ url: smtpUrl, isKept: true, from: { name: 'Tales', address: 'hello@tales.example' }, publicUrl });
const tasks = [sendDeliveryTask({ db: openDb(pool), transport, publicUrl, rate: 60_000, log })];
await startJobs({ pool, tasks, log, concurrency: 1, pollIntervalMs: 50, freeEveryMs: 300 });

/** Child process of webhook-crash.test.ts: delivers webhooks until it is killed. */
import { deliverWebhookTask } from '#src/features/webhooks/deliver-task.ts';
import { createSender } from '#src/features/webhooks/send-request.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { startJobs } from '#src/platform/jobs/start-jobs.ts';
import { createLog } from '#src/platform/log.ts';

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const { log } = createLog({ level: 'silent' });
const pool = openPool(databaseUrl, { log, max: 6 });
const task = deliverWebhookTask({
  ...{ db: openDb(pool), log, secret, publicUrl: 'https://tales.example', send: createSender({ allowPrivate: true }) },
  renderEmail: async () => ({ subject: 'x', html: 'x', text: 'x' }),
  retryDelaysMs: Array<number>(200).fill(20),
});
await startJobs({ pool, tasks: [task], log, concurrency: 2, pollIntervalMs: 50, freeEveryMs: 300 });

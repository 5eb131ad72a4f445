/** Records events, and adds the jobs that deliver them. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { WebhookEventType } from './event-types.ts';

/** Name of the task that delivers what is due of one webhook. Also in db/migrations/0078_webhooks.sql. */
export const DELIVER_WEBHOOK = 'deliver_webhook';

type NewEvent = {
  type: WebhookEventType;
  /** What the event is about, such as `tale:<id>`. Events of one subject are delivered in order. */
  subject: string;
  /** Only what readers may see. */
  data: Record<string, unknown>;
};

/** Records an event in the caller's transaction: it is delivered after the commit, to the webhooks that subscribe to its type. */
export async function queueWebhookEvent(trx: Db, event: NewEvent): Promise<void> {
  await sql`select queue_webhook_events(${JSON.stringify([event])}::jsonb)`.execute(trx);
}

/** Adds a job for the first time at which a waiting delivery of an active webhook may be sent, if there is one. */
export async function queueWaitingDeliveries(trx: Db, webhookId: string): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(head.next_attempt_at) as at from (
      select distinct on (subject) next_attempt_at from webhook_deliveries where webhook_id = ${webhookId} and status = 'waiting' order by subject, id
    ) head`.execute(trx);
  const runAt = rows[0]?.at;
  if (!runAt) return;
  const name = `webhook:${webhookId}`;
  await addJob(trx, DELIVER_WEBHOOK, { webhookId }, { runAt, key: name, queue: name });
}

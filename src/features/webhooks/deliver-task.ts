/** Delivers events, retries, and gives up. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { transact } from '#src/platform/db/transact.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { DELIVER_WEBHOOK, queueWaitingDeliveries } from './delivery-queue.ts';
import { type DisableDeps, disableWebhook } from './disable-webhook.ts';
import { findTarget, type SendDeps, type StoredEvent, sendEvent, type Target } from './send-event.ts';
import { failureOf, type SendResult } from './send-request.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second … failed attempt; given up after the last one, three days later. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];
/** A webhook without a success for so long is disabled when a delivery is given up. */
const DISABLE_AFTER_MS = 72 * HOUR;
/** Of one webhook at a time, each of another subject. */
const CONCURRENCY = 4;
/** A job ends after this time, and another one continues. */
const MAX_RUN_MS = 2 * MINUTE;
/** The status by which a receiver says that it is gone for good. */
const GONE = 410;

type DeliverDeps = SendDeps &
  DisableDeps & {
    log: Pick<Log, 'warn'>;
    /** For tests. */
    retryDelaysMs?: readonly number[];
    disableAfterMs?: number;
  };

/**
 * Task that delivers what is due of one webhook; the queue runs one such job per webhook at a time. At-least-once: if the process dies between
 * the response and the database update, the event is sent again with the same id. The next event of a subject is sent after the earlier one was
 * delivered or given up.
 */
export function deliverWebhookTask(deps: DeliverDeps): Task {
  const { db, log, retryDelaysMs = RETRY_DELAYS_MS, disableAfterMs = DISABLE_AFTER_MS } = deps;
  return defineTask({
    name: DELIVER_WEBHOOK,
    payload: z.strictObject({ webhookId: z.uuid() }),
    run: async ({ webhookId }, { signal }) => {
      const until = performance.now() + MAX_RUN_MS;
      while (performance.now() < until) {
        signal.throwIfAborted();
        // Read again, so that changes and pauses take effect.
        const target = await findTarget(deps, webhookId);
        if (target?.status !== 'active') return;
        const due = await listDue(db, webhookId);
        if (due.length === 0) break;
        // All have ended before another job of the webhook can start.
        const ended = await Promise.allSettled(due.map((delivery) => deliver(target, delivery, signal)));
        const broken = ended.find(({ status }) => status === 'rejected');
        if (broken?.status === 'rejected') throw broken.reason;
      }
      await queueWaitingDeliveries(db, webhookId);
    },
  });

  async function deliver(target: Target, delivery: Due, signal: AbortSignal): Promise<void> {
    const result = await sendEvent(deps, target, delivery, signal);
    if (failureOf(result) === '') return recordSuccess(db, target.id, delivery, result);
    const failedTries = delivery.tries + 1;
    const pauseMs = result.status === GONE ? undefined : retryDelay(failedTries, retryDelaysMs);
    const failingMs = await recordFailure(db, target.id, delivery, { result, pauseMs });
    const facts = { webhook: target.id, delivery: delivery.id, tries: failedTries, status: result.status, reason: failureOf(result) };
    log.warn({ event: pauseMs === undefined ? 'webhook_given_up' : 'webhook_retried', ...facts }, 'Webhook delivery failed');
    if (result.status === GONE) await disableWebhook(deps, target, 'gone');
    else if (pauseMs === undefined && failingMs >= disableAfterMs) await disableWebhook(deps, target, 'failing');
  }
}

/**
 * Returns the pause after this many failed attempts in ms, undefined after the last. Adds up to a tenth at random, so that deliveries that
 * failed together are not retried together.
 */
export function retryDelay(failedTries: number, delays: readonly number[]): number | undefined {
  const delay = delays[failedTries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + 0.1 * Math.random()));
}

/** An event whose turn it is. `tries`: attempts made since it was recorded or redelivered. */
type Due = StoredEvent & { tries: number };

/** Lists the first waiting event of each subject, if it is due. */
async function listDue(db: Db, webhookId: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select e.id, e.type, e.occurred_at as "occurredAt", e.data, head.tries
    from (
      select distinct on (subject) id, event_id, tries, next_attempt_at from webhook_deliveries
      where webhook_id = ${webhookId} and status = 'waiting' order by subject, id
    ) head join webhook_events e on e.id = head.event_id
    where head.next_attempt_at <= clock_timestamp() order by head.id limit ${CONCURRENCY} ${preparedStatement}`.execute(db);
  return rows;
}

async function recordSuccess(db: Db, webhookId: string, { id }: Due, { status, text, durationMs }: SendResult): Promise<void> {
  await sql`with recovered as (
      update webhooks set failing_since = null where id = ${webhookId} and failing_since is not null
    )
    update webhook_deliveries set status = 'delivered', next_attempt_at = null, attempts = attempts + 1, tries = tries + 1,
      last_attempt_at = clock_timestamp(), response_status = ${status}, response_text = ${text}, error = '', duration_ms = ${durationMs}
    where webhook_id = ${webhookId} and event_id = ${id} ${preparedStatement}`.execute(db);
}

type Failure = { result: SendResult; pauseMs: number | undefined };

/** `pauseMs`: undefined to give up. Returns for how long the webhook has been failing, in ms. */
async function recordFailure(db: Db, webhookId: string, { id }: Due, { result, pauseMs }: Failure): Promise<number> {
  const { status, text, durationMs } = result;
  return transact(db, async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({
        status: pauseMs === undefined ? 'failed' : 'waiting',
        next_attempt_at: pauseMs === undefined ? null : sql<Date>`clock_timestamp() + ${pauseMs} * interval '1 ms'`,
        attempts: sql<number>`attempts + 1`,
        tries: sql<number>`tries + 1`,
        last_attempt_at: sql<Date>`clock_timestamp()`,
        ...{ response_status: status, response_text: text, duration_ms: durationMs },
        error: failureOf(result),
      })
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', id)
      .execute();
    const { rows } = await sql<{ ms: number }>`
      update webhooks set failing_since = coalesce(failing_since, now()) where id = ${webhookId}
      returning (extract(epoch from clock_timestamp() - failing_since) * 1000)::float8 as ms`.execute(trx);
    return rows[0]?.ms ?? 0;
  });
}

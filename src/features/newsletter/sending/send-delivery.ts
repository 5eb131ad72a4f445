import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { transact } from '#src/platform/db/transact.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { MailError, type OutgoingEmail, retryDelay, type Transport } from '#src/platform/mail/transport.ts';
import { throttle } from '#src/platform/rate-limit/rate-limit.ts';
import { urls } from '#src/urls.ts';
import { READER_LINK_PLACEHOLDERS, type RenderedEmail } from '../issues/reader-links.ts';
import { findRecipient, type Recipient, suppress } from '../recipients.ts';
import { closeIssue } from './deliveries.ts';
import { addDeliveryJob, SEND_DELIVERY } from './delivery-queue.ts';

/** Long enough for a database restart. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

const PayloadSchema = z.strictObject({ deliveryId: z.uuid(), issueId: z.uuid(), triesMade: z.int().min(0) });

type SendDeliveryDeps = {
  db: Db;
  transport: Transport;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Maximum emails per minute, over all processes. */
  rate: number;
  log: Pick<Log, 'warn' | 'error'>;
};

/**
 * Task that sends one delivery, throttled. Recipients who unsubscribed since are dropped. At-least-once: if the process dies between the
 * server's response and the database update, the email is sent again with the same Message-ID.
 */
export function sendDeliveryTask({ db, transport, publicUrl, rate, log }: SendDeliveryDeps): Task {
  const getRenderedIssue = cacheRenderedIssue(db);
  return defineTask({
    name: SEND_DELIVERY,
    payload: PayloadSchema,
    run: async ({ deliveryId, issueId, triesMade }, { signal }) => {
      await wait(await throttle(db, 'letters', 60_000 / rate), undefined, { signal });
      const attempt = await startAttempt(db, deliveryId);
      if (attempt !== undefined) await send(attempt, triesMade, signal);
      // Also for a delivery that was already finished: its process may have died before closing the issue.
      await closeIssue(db, issueId);
    },
  });

  async function send(attempt: DeliveryAttempt, triesMade: number, signal: AbortSignal): Promise<void> {
    const issue = await getRenderedIssue(attempt.issueId);
    // As late as possible, so that unsubscribing takes effect immediately.
    const recipient = await findRecipient(db, attempt.subscriberId);
    if (recipient === undefined || issue === undefined) return finishDelivery(db, attempt.id, 'dropped');
    try {
      await transport.send(composeEmail(attempt.id, issue, recipient, publicUrl), signal);
    } catch (error) {
      return handleFailure(attempt, recipient.address, triesMade + 1, error instanceof MailError ? error : new MailError('failed'));
    }
    await markSent(db, attempt.id, signal);
  }

  async function handleFailure({ id, issueId }: DeliveryAttempt, address: string, attempts: number, error: MailError): Promise<void> {
    const { message: reason } = error;
    const pauseMs = retryDelay(attempts, error.reason);
    await transact(db, async (trx) => {
      if (pauseMs === undefined) {
        await finishDelivery(trx, id, 'failed', reason);
        if (isHardBounce(error)) await suppress(trx, address, 'bounce');
        return;
      }
      await trx.updateTable('newsletter_deliveries').set({ last_error: reason }).where('id', '=', id).execute();
      await addDeliveryJob(trx, { deliveryId: id, issueId }, { triesMade: attempts, delayMs: pauseMs });
    });
    const facts = { delivery: id, issue: issueId, tries: attempts, reason };
    if (pauseMs === undefined)
      log.error({ event: 'newsletter_delivery_failed', ...facts }, 'Newsletter email could not be sent; no attempts left');
    else log.warn({ event: 'newsletter_delivery_retried', ...facts, pauseMs }, 'Newsletter email could not be sent; retrying');
  }
}

function composeEmail(id: string, issue: RenderedIssue, { address, key }: Recipient, publicUrl: string): OutgoingEmail {
  return {
    ...{ id, to: address, subject: issue.subject, createdAt: issue.sendingAt },
    ...fillReaderLinks(issue, { publicUrl, key }),
    list: {
      name: 'newsletter',
      unsubscribeUrl: `${publicUrl}${urls.newsletterUnsubscribe(key)}`,
      unsubscribeKey: key,
      archiveUrl: `${publicUrl}${urls.newsletter()}`,
    },
  };
}

/** A rendered issue with placeholders for the subscriber's links. `sendingAt`: the Date header of all its emails. */
type RenderedIssue = { id: string; subject: string; html: string; text: string; sendingAt: Date };

/** Returns a loader of rendered issues that caches the last one, as sent issues do not change. It returns undefined for unsent issues. */
function cacheRenderedIssue(db: Db): (issueId: string) => Promise<RenderedIssue | undefined> {
  let cached: RenderedIssue | undefined;
  return async (issueId) => {
    if (cached?.id !== issueId) cached = await findRenderedIssue(db, issueId);
    return cached;
  };
}

async function findRenderedIssue(db: Db, issueId: string): Promise<RenderedIssue | undefined> {
  const row = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'html', 'text', 'sending_at'])
    .where('id', '=', issueId)
    .executeTakeFirst();
  if (row === undefined || row.html === null || row.text === null || row.sending_at === null) return undefined;
  return { id: row.id, subject: row.subject, html: row.html, text: row.text, sendingAt: row.sending_at };
}

/**
 * Enhanced status codes (RFC 3463) of invalid addresses and disabled mailboxes. A rejection without such a code may be about the sender,
 * so it is no hard bounce.
 */
const HARD_BOUNCE = /, 5\.(1\.(1|2|3|6|10)|2\.1)$/;

/** Whether an error means that the address does not exist. */
function isHardBounce({ reason, message }: MailError): boolean {
  return reason === 'unknown recipient' && HARD_BOUNCE.test(message);
}

/** Counts an attempt before it is made, so that one that crashes the process counts too. Returns undefined unless the delivery waits. */
async function startAttempt(db: Db, id: string): Promise<DeliveryAttempt | undefined> {
  const { rows } =
    await sql<DeliveryAttempt>`update newsletter_deliveries set attempts = attempts + 1 where id = ${id} and status = 'waiting'
    returning id, issue_id as "issueId", subscriber_id as "subscriberId" ${preparedStatement}`.execute(db);
  return rows[0];
}

/** Marks a delivery as sent. Retries while the database is unavailable, as otherwise the email would be sent again. */
async function markSent(db: Db, id: string, signal: AbortSignal): Promise<void> {
  for (const pauseMs of RETRY_DELAYS_MS) {
    try {
      return await finishDelivery(db, id, 'sent');
    } catch {
      await wait(pauseMs, undefined, { signal });
    }
  }
  await finishDelivery(db, id, 'sent');
}

type DeliveryResult = 'sent' | 'failed' | 'dropped';

/** A delivery with a started attempt. */
type DeliveryAttempt = { id: string; issueId: string; subscriberId: string };

/** Sets the result of a waiting delivery. `reason`: error codes, at most 200 characters. */
async function finishDelivery(trx: Db, id: string, status: DeliveryResult, reason: string | null = null): Promise<void> {
  await sql`update newsletter_deliveries set status = ${status}, completed_at = now(), last_error = ${reason}
    where id = ${id} and status = 'waiting' ${preparedStatement}`.execute(trx);
}

/** Fills in the links of a subscriber. `publicUrl`: without a trailing slash. The URLs need no HTML escaping. */
export function fillReaderLinks({ html, text }: RenderedEmail, { publicUrl, key }: { publicUrl: string; key: string }): RenderedEmail {
  const fill = (written: string) =>
    written
      .replaceAll(READER_LINK_PLACEHOLDERS.unsubscribe, `${publicUrl}${urls.newsletterUnsubscribe(key)}`)
      .replaceAll(READER_LINK_PLACEHOLDERS.preferences, `${publicUrl}${urls.newsletterPreferences(key)}`);
  return { html: fill(html), text: fill(text) };
}

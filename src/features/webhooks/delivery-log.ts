/** The deliveries of a webhook: listed, repeated and deleted. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import type { WebhookDelivery, WebhookDeliveryPage } from './contract.ts';
import { queueWaitingDeliveries } from './delivery-queue.ts';
import { hostOf, unknownWebhook } from './edit-webhook.ts';

type Row = Omit<WebhookDelivery, 'occurred_at' | 'last_attempt_at' | 'next_attempt_at'> & {
  occurred_at: Date;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
};

type ListQuery = { after: string; status?: WebhookDelivery['status'] | undefined };

/** Returns 50 deliveries, newest first. */
export async function listDeliveries(db: Db, webhookId: string, { after, status }: ListQuery): Promise<WebhookDeliveryPage> {
  const page = splitPage(await selectDeliveries(db, webhookId, { after, status }));
  return { deliveries: page.rows.map(toDelivery), next: page.next };
}

/** @throws AppError 404 `unknown_delivery` */
export async function getDelivery(db: Db, webhookId: string, id: string): Promise<WebhookDelivery> {
  const [row] = await selectDeliveries(db, webhookId, { id });
  if (row === undefined) throw unknownDelivery();
  return toDelivery(row);
}

function selectDeliveries(db: Db, webhookId: string, { after = '', status, id }: Partial<ListQuery> & { id?: string }): Promise<Row[]> {
  const query = sql<Row>`
    select e.id, e.type, e.data, e.occurred_at, d.status, d.attempts, d.last_attempt_at, d.next_attempt_at, d.response_status, d.response_text,
      d.error, d.duration_ms
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = ${webhookId} and (${status ?? null}::text is null or d.status = ${status ?? null})
      and (${id ?? null}::uuid is null or d.event_id = ${id ?? null})
      ${pageByIdClause(after, sql`d.event_id`)}`;
  return query.execute(db).then(({ rows }) => rows);
}

function toDelivery({ occurred_at, last_attempt_at, next_attempt_at, ...row }: Row): WebhookDelivery {
  return {
    ...row,
    occurred_at: occurred_at.toISOString(),
    last_attempt_at: last_attempt_at?.toISOString() ?? null,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
  };
}

function unknownDelivery(): AppError {
  return notFound('There is no such delivery. The log is deleted after 30 days.', 'unknown_delivery');
}

/**
 * Sends an event again, with the same id and a full retry schedule. One that waits is sent at once. Later events of its subject wait for it.
 * @throws AppError 404 `unknown_webhook`, `unknown_delivery`, 409 `webhook_inactive`
 */
export async function redeliver(db: Db, actor: string, webhookId: string, eventId: string): Promise<WebhookDelivery> {
  return transact(db, async (trx) => {
    const webhook = await trx.selectFrom('webhooks').select(['url', 'status']).where('id', '=', webhookId).forUpdate().executeTakeFirst();
    if (webhook === undefined) throw unknownWebhook();
    if (webhook.status !== 'active')
      throw new AppError(409, 'webhook_inactive', 'Nothing is sent to this webhook at the moment. Resume it first.');
    const found = await trx
      .updateTable('webhook_deliveries')
      .set({ status: 'waiting', tries: 0, next_attempt_at: sql<Date>`clock_timestamp()` })
      .where('webhook_id', '=', webhookId)
      .where('event_id', '=', eventId)
      .returning('id')
      .executeTakeFirst();
    if (found === undefined) throw unknownDelivery();
    await queueWaitingDeliveries(trx, webhookId);
    const details = { host: hostOf(webhook.url), event: eventId };
    await audit(trx, { actor, action: 'webhook.redelivered', subject: { kind: 'webhook', id: webhookId }, details });
    return getDelivery(trx, webhookId, eventId);
  });
}

const RETENTION_DAYS = 30;
const BATCH_SIZE = 10_000;

/** Deletes events with their deliveries after 30 days, and expired secrets. Returns the number of events. */
export async function removeOldWebhookEvents(db: Db): Promise<number> {
  await db
    .updateTable('webhooks')
    .set({ old_sealed_secret: null, old_secret_expires_at: null })
    .where('old_secret_expires_at', '<=', sql<Date>`now()`)
    .execute();
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ count: number }>`with removed as (
      delete from webhook_events where id in (
        select id from webhook_events where occurred_at <= clock_timestamp() - ${RETENTION_DAYS} * interval '1 day' limit ${BATCH_SIZE})
      returning 1)
    select count(*) as count from removed`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count === 0) return sum;
    sum += count;
  }
}

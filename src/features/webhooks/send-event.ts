/** Sends one event to one webhook. */
import { sql } from 'kysely';
import { VERSION } from '#src/platform/config.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { WebhookDelivery } from './contract.ts';
import { getDelivery } from './delivery-log.ts';
import { unknownWebhook } from './edit-webhook.ts';
import { TEST_EVENT, WEBHOOK_EVENTS } from './event-types.ts';
import { failureOf, type SendRequest, type SendResult } from './send-request.ts';
import { openSealedSecret, signedHeaders } from './signature.ts';

export type SendDeps = {
  db: Db;
  /** SECRET, which the signing secrets are encrypted with. */
  secret: string;
  /** Without a trailing slash. */
  publicUrl: string;
  send: SendRequest;
};

/** `secrets`: the current one, and the previous one for a day; empty when they cannot be decrypted. */
export type Target = { id: string; url: string; status: string; secrets: string[] };

export async function findTarget({ db, secret }: Pick<SendDeps, 'db' | 'secret'>, id: string): Promise<Target | undefined> {
  const { rows } = await sql<{ url: string; status: string; current: string; old: string | null }>`
    select url, status, sealed_secret as current, case when old_secret_expires_at > now() then old_sealed_secret end as old
    from webhooks where id = ${id} ${preparedStatement}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const sealed = row.old === null ? [row.current] : [row.current, row.old];
  return { id, url: row.url, status: row.status, secrets: sealed.flatMap((each) => openSealedSecret(each, secret, id) ?? []) };
}

/** An event as it is stored. */
export type StoredEvent = { id: string; type: string; occurredAt: Date; data: Record<string, unknown> };

/** Throws only when `signal` is aborted. */
export async function sendEvent(
  { publicUrl, send }: Pick<SendDeps, 'publicUrl' | 'send'>,
  { url, secrets }: Target,
  { id, type, occurredAt, data }: StoredEvent,
  signal?: AbortSignal,
): Promise<SendResult> {
  if (secrets.length === 0) return { status: null, text: '', error: UNREADABLE_SECRET, durationMs: 0 };
  const path = pathOf(type, data);
  const body = JSON.stringify({
    type,
    timestamp: occurredAt.toISOString(),
    data: { ...data, ...(path !== undefined && { url: publicUrl + path }) },
  });
  const headers = {
    ...{ 'content-type': 'application/json', 'user-agent': `Talewood/${VERSION}` },
    ...signedHeaders({ id, sentAt: new Date(), body }, secrets),
  };
  return send({ url, headers, body, ...(signal !== undefined && { signal }) });
}

const UNREADABLE_SECRET = 'The secret cannot be decrypted, because SECRET was changed. Rotate the secret.';

function pathOf(type: string, data: Record<string, unknown>): string | undefined {
  const known: Record<string, { path?: (data: Record<string, unknown>) => string | undefined }> = WEBHOOK_EVENTS;
  return known[type]?.path?.(data);
}

/** Sends a test event now, whatever the status of the webhook, and logs it. It is not retried. @throws AppError 404 `unknown_webhook` */
export async function sendTest(deps: SendDeps, webhookId: string): Promise<WebhookDelivery> {
  const { db } = deps;
  const target = await findTarget(deps, webhookId);
  if (target === undefined) throw unknownWebhook();
  const { id } = await db.selectNoFrom(sql<string>`uuidv7()`.as('id')).executeTakeFirstOrThrow();
  const occurredAt = new Date();
  const data = { webhook: webhookId, message: 'This is a test.' };
  const result = await sendEvent(deps, target, { id, type: TEST_EVENT, occurredAt, data });
  const { status, text, durationMs } = result;
  const reason = failureOf(result);
  await sql`with event as (
      insert into webhook_events (id, type, subject, occurred_at, data)
      values (${id}, ${TEST_EVENT}, ${`test:${id}`}, ${occurredAt}, ${JSON.stringify(data)})
    )
    insert into webhook_deliveries (webhook_id, event_id, subject, status, attempts, tries, next_attempt_at, last_attempt_at, response_status, response_text, error, duration_ms)
    values (${webhookId}, ${id}, ${`test:${id}`}, ${reason === '' ? 'delivered' : 'failed'}, 1, 1, null, clock_timestamp(), ${status}, ${text}, ${reason}, ${durationMs})`.execute(
    db,
  );
  return getDelivery(db, webhookId, id);
}

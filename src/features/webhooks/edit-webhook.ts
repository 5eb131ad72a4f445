/** Creates, changes and deletes webhooks. Each change and its audit log entry are one transaction. */
import { sql, type UpdateObject } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { lineField } from '#src/platform/fields.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { findUrlProblem } from './allowed-address.ts';
import type { Webhook, WebhookWithSecret } from './contract.ts';
import { queueWaitingDeliveries } from './delivery-queue.ts';
import { WEBHOOK_EVENT_TYPES } from './event-types.ts';
import { generateSecret, sealSecret } from './signature.ts';

/** Each may be delivered to at the same time. */
export const MAX_WEBHOOKS = 20;
/** How long the previous secret signs after a rotation. */
const OLD_SECRET_HOURS = 24;

export const WebhookInput = z
  .strictObject({
    url: lineField(2000, 'Must be a URL').transform(normalizeUrl),
    description: lineField(200).default(''),
    events: z
      .array(z.enum(WEBHOOK_EVENT_TYPES, 'Unknown type of event'), 'Must be a list')
      .min(1, 'Choose at least one event')
      .transform((events) => WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type))),
  })
  .meta({ id: 'WebhookInput', description: 'A new webhook.' });
type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookChange = z
  .strictObject({ ...WebhookInput.shape, description: lineField(200) })
  .partial()
  .meta({ id: 'WebhookChange', description: 'Changed fields of a webhook; omitted fields stay unchanged.' });
type WebhookChange = z.output<typeof WebhookChange>;

export type EditDeps = { db: Db; secret: string; allowPrivateWebhooks: boolean };

/** @throws AppError 409 `too_many_webhooks`, 422 `invalid` for a URL that is not allowed */
export async function createWebhook(
  { db, secret: siteSecret, ...deps }: EditDeps,
  actor: string,
  input: WebhookInput,
): Promise<WebhookWithSecret> {
  assertUrl(input.url, deps);
  const secret = generateSecret();
  return transact(db, async (trx) => {
    // Concurrent requests count each other's webhooks.
    await sql`select pg_advisory_xact_lock(7412078)`.execute(trx);
    const { id, count } = await trx
      .selectNoFrom([sql<string>`uuidv7()`.as('id'), sql<number>`(select count(*) from webhooks)`.as('count')])
      .executeTakeFirstOrThrow();
    if (count >= MAX_WEBHOOKS)
      throw new AppError(409, 'too_many_webhooks', `A site can have at most ${MAX_WEBHOOKS} webhooks. Please delete one first.`);
    await trx
      .insertInto('webhooks')
      .values({ id, ...input, sealed_secret: sealSecret(secret, siteSecret, id) })
      .execute();
    await audit(trx, { actor, action: 'webhook.created', subject: { kind: 'webhook', id }, details: { host: hostOf(input.url) } });
    return { ...(await getWebhook(trx, id)), secret };
  });
}

/** @throws AppError 404 `unknown_webhook`, 412 `changed_since`, 422 `invalid` */
export async function updateWebhook(
  { db, ...deps }: EditDeps,
  actor: string,
  id: string,
  version: string,
  change: WebhookChange,
): Promise<Webhook> {
  if (change.url !== undefined) assertUrl(change.url, deps);
  return transact(db, async (trx) => {
    const webhook = await lockWebhook(trx, id);
    assertIfMatch(version, webhook.version);
    await write(trx, id, change);
    const details = { host: hostOf(change.url ?? webhook.url), fields: Object.keys(change).join(' ') };
    await audit(trx, { actor, action: 'webhook.changed', subject: { kind: 'webhook', id }, details });
    return getWebhook(trx, id);
  });
}

/** Also deletes its delivery log. @throws AppError 404 `unknown_webhook` */
export async function deleteWebhook(db: Db, actor: string, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { url } = await lockWebhook(trx, id);
    await trx.deleteFrom('webhooks').where('id', '=', id).execute();
    await audit(trx, { actor, action: 'webhook.deleted', subject: { kind: 'webhook', id }, details: { host: hostOf(url) } });
  });
}

/**
 * Pauses or resumes a webhook, also one that the site has disabled. Events of the pause are delivered after it. Nothing happens when it already has the status.
 * @throws AppError 404 `unknown_webhook`, 409 `webhook_disabled` for a pause of a disabled one
 */
export async function setWebhookStatus(db: Db, actor: string, id: string, status: 'active' | 'paused'): Promise<Webhook> {
  return transact(db, async (trx) => {
    const webhook = await lockWebhook(trx, id);
    if (webhook.status === status) return getWebhook(trx, id);
    if (status === 'paused' && webhook.status === 'disabled')
      throw new AppError(409, 'webhook_disabled', 'This webhook is disabled: nothing is sent to it.');
    await write(trx, id, { status, disabled_reason: null, failing_since: null });
    if (status === 'active') await queueWaitingDeliveries(trx, id);
    const action = status === 'active' ? 'webhook.resumed' : 'webhook.paused';
    await audit(trx, { actor, action, subject: { kind: 'webhook', id }, details: { host: hostOf(webhook.url) } });
    return getWebhook(trx, id);
  });
}

/** Creates a new secret; the previous one signs as well for 24 hours. @throws AppError 404 `unknown_webhook` */
export async function rotateSecret({ db, secret: siteSecret }: EditDeps, actor: string, id: string): Promise<WebhookWithSecret> {
  const secret = generateSecret();
  return transact(db, async (trx) => {
    const { url, sealed_secret } = await lockWebhook(trx, id);
    await write(trx, id, {
      sealed_secret: sealSecret(secret, siteSecret, id),
      old_sealed_secret: sealed_secret,
      old_secret_expires_at: sql<Date>`now() + ${OLD_SECRET_HOURS} * interval '1 hour'`,
    });
    await audit(trx, { actor, action: 'webhook.rotated', subject: { kind: 'webhook', id }, details: { host: hostOf(url) } });
    return { ...(await getWebhook(trx, id)), secret };
  });
}

/** The host of a URL, for logs: the rest may be secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

function normalizeUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

function assertUrl(url: string, { allowPrivateWebhooks }: Pick<EditDeps, 'allowPrivateWebhooks'>): void {
  const problem = findUrlProblem(url, { allowPrivate: allowPrivateWebhooks });
  if (problem !== undefined) throw invalid({ url: [problem] });
}

async function write(trx: Db, id: string, values: UpdateObject<Database, 'webhooks'>): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set(values)
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

async function lockWebhook(trx: Db, id: string) {
  const webhook = await trx
    .selectFrom('webhooks')
    .select(['url', 'status', 'version', 'sealed_secret'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (webhook === undefined) throw unknownWebhook();
  return webhook;
}

export function unknownWebhook(): AppError {
  return notFound('There is no such webhook.', 'unknown_webhook');
}

/** @throws AppError 404 `unknown_webhook` */
export async function getWebhook(db: Db, id: string): Promise<Webhook> {
  const [webhook] = await listWebhooks(db, id);
  if (webhook === undefined) throw unknownWebhook();
  return webhook;
}

type Row = Omit<Webhook, 'failing_since' | 'old_secret_expires_at' | 'created_at'> & {
  failing_since: Date | null;
  old_secret_expires_at: Date | null;
  created_at: Date;
};

/** Lists the webhooks, oldest first. `id` selects one. */
export async function listWebhooks(db: Db, id?: string): Promise<Webhook[]> {
  const { rows } = await sql<Row>`
    select w.id, url, description, events, w.status, disabled_reason, failing_since, version, created_at,
      case when old_secret_expires_at > now() then old_secret_expires_at end as old_secret_expires_at,
      (select count(*)::integer from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting') as waiting,
      case when last.status is not null then json_build_object('status', last.status, 'at', to_char(last.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
        as last_delivery
    from webhooks w left join lateral (
      select d.status, d.last_attempt_at as at from webhook_deliveries d where d.webhook_id = w.id and d.last_attempt_at is not null
      order by d.last_attempt_at desc limit 1
    ) last on true
    where ${id ?? null}::uuid is null or w.id = ${id ?? null} order by w.id`.execute(db);
  return rows.map(({ failing_since, old_secret_expires_at, created_at, ...row }) => ({
    ...row,
    failing_since: failing_since?.toISOString() ?? null,
    old_secret_expires_at: old_secret_expires_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }));
}

/** Webhooks: endpoints below /api/v1/admin, and what other code calls. */
import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { type Endpoint, endpoint, withVersion } from '#src/platform/http/endpoint.ts';
import { readIfMatch } from '#src/platform/http/if-match.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { DELIVERY_STATUSES, Webhook, WebhookDelivery, WebhookDeliveryPage, WebhookList, WebhookWithSecret } from './contract.ts';
import { listDeliveries, redeliver } from './delivery-log.ts';
import {
  createWebhook,
  deleteWebhook,
  type EditDeps,
  getWebhook,
  hostOf,
  listWebhooks,
  rotateSecret,
  setWebhookStatus,
  updateWebhook,
  WebhookChange,
  WebhookInput,
} from './edit-webhook.ts';
import { type SendDeps, sendTest } from './send-event.ts';

export { deliverWebhookTask } from './deliver-task.ts';
export { removeOldWebhookEvents } from './delivery-log.ts';
export { queueWebhookEvent } from './delivery-queue.ts';
export { MAX_WEBHOOKS } from './edit-webhook.ts';
export { createSender } from './send-request.ts';

const WebhookId = z.strictObject({ id: z.uuid() });
const DeliveryId = z.strictObject({ id: z.uuid(), delivery: z.uuid().describe('Id of the event.') });
const DeliveryQuery = z.strictObject({
  after: ListCursor,
  status: z.enum(DELIVERY_STATUSES, 'Unknown status.').optional().describe('Only deliveries with this status.'),
});
const StatusInput = z.strictObject({ status: z.enum(['active', 'paused'], 'Must be "active" or "paused"') });

type WithId = { caller: SessionUser; params: z.output<typeof WebhookId> };

/** For sessions only: with API keys, a leaked key could send every event elsewhere. */
export function webhookEndpoints(deps: EditDeps & SendDeps): Endpoint<SessionUser>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{ id: 'listWebhooks', method: 'GET', path: '/webhooks', summary: 'List webhooks', response: WebhookList },
      description: 'All webhooks, without their secrets.',
      run: async (_: { caller: SessionUser }) => ({ webhooks: await listWebhooks(db), next: null }),
    }),
    endpoint({
      ...{ id: 'createWebhook', method: 'POST', path: '/webhooks', summary: 'Create a webhook', body: WebhookInput },
      description: 'Subscribes a URL to events. The signing secret is returned only here and when it is rotated.',
      ...{ response: WebhookWithSecret, status: 201, errors: { 409: 'The site has too many webhooks' } },
      run: async ({ c, caller, body }) => withVersion(c, await createWebhook(deps, caller.id, body)),
    }),
    endpoint({
      ...{ id: 'getWebhook', method: 'GET', path: '/webhooks/{id}', summary: 'Get a webhook', params: WebhookId, response: Webhook },
      description: 'One webhook. Send its `ETag` back as `If-Match` to change it.',
      run: async ({ c, params }) => withVersion(c, await getWebhook(db, params.id)),
    }),
    endpoint({
      ...{ id: 'updateWebhook', method: 'PATCH', path: '/webhooks/{id}', summary: 'Update a webhook', params: WebhookId },
      description: 'Changes the given fields. Deliveries that wait are sent to the new URL.',
      ...{ body: WebhookChange, response: Webhook, ifMatch: true },
      run: async ({ c, caller, params, body }) => withVersion(c, await updateWebhook(deps, caller.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{ id: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook', params: WebhookId },
      description: 'Deletes a webhook with its delivery log. Deliveries that wait are not sent.',
      run: async ({ caller, params }: WithId) => {
        await deleteWebhook(db, caller.id, params.id);
        return undefined;
      },
    }),
    endpoint({
      ...{ id: 'setWebhookStatus', method: 'PUT', path: '/webhooks/{id}/status', summary: 'Pause or resume a webhook', params: WebhookId },
      description: 'While a webhook is paused, its events wait, for 30 days at most. Resuming also enables a disabled webhook.',
      ...{ body: StatusInput, response: Webhook, errors: { 409: 'A disabled webhook cannot be paused' } },
      run: async ({ c, caller, params, body }) => withVersion(c, await setWebhookStatus(db, caller.id, params.id, body.status)),
    }),
    endpoint({
      ...{ id: 'rotateWebhookSecret', method: 'POST', path: '/webhooks/{id}/rotate', summary: 'Rotate the secret of a webhook' },
      description: 'Creates a new secret. For 24 hours, messages are signed with the previous one as well.',
      ...{ params: WebhookId, response: WebhookWithSecret },
      run: async ({ c, caller, params }) => withVersion(c, await rotateSecret(deps, caller.id, params.id)),
    }),
    endpoint({
      ...{
        id: 'testWebhook',
        method: 'POST',
        path: '/webhooks/{id}/test',
        summary: 'Test a webhook',
        params: WebhookId,
        response: WebhookDelivery,
      },
      description: 'Sends an event of type `webhook.test` now, and returns the result. It is not retried.',
      run: async ({ caller, params }: WithId) => {
        const { url } = await getWebhook(db, params.id);
        const delivery = await sendTest(deps, params.id);
        const subject = { kind: 'webhook', id: params.id };
        await audit(db, { actor: caller.id, action: 'webhook.tested', subject, details: { host: hostOf(url), status: delivery.status } });
        return delivery;
      },
    }),
    endpoint({
      ...{ id: 'listWebhookDeliveries', method: 'GET', path: '/webhooks/{id}/deliveries', summary: 'List the deliveries of a webhook' },
      description: 'The delivery log of the last 30 days, newest first.',
      ...{ params: WebhookId, query: DeliveryQuery, response: WebhookDeliveryPage },
      run: ({ params, query }) => listDeliveries(db, params.id, query),
    }),
    endpoint({
      ...{
        id: 'redeliverWebhookEvent',
        method: 'POST',
        path: '/webhooks/{id}/deliveries/{delivery}/redeliver',
        summary: 'Redeliver an event',
      },
      description: 'Sends an event again with the same `webhook-id`, or at once if it waits for a retry.',
      ...{ params: DeliveryId, response: WebhookDelivery, errors: { 409: 'The webhook is paused or disabled' } },
      run: ({ caller, params }) => redeliver(db, caller.id, params.id, params.delivery),
    }),
  ];
}

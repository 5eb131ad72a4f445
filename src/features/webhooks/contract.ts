/** Webhooks as administrators see them. Times are ISO 8601 in UTC. */
import { z } from 'zod';

export { WEBHOOK_EVENT_TYPES } from './event-types.ts';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()).describe('Types of events that are sent.'),
    status: z
      .enum(['active', 'paused', 'disabled'])
      .describe('`paused`: events wait. `disabled`: no events are recorded, because the receiver failed for days or answered 410.'),
    disabled_reason: z.enum(['gone', 'failing']).nullable(),
    failing_since: z.string().nullable().describe('Since when no delivery has succeeded; null if the last one did.'),
    old_secret_expires_at: z.string().nullable().describe('Until when the previous secret signs as well.'),
    waiting: z.int().describe('Deliveries that wait for their first or next attempt.'),
    last_delivery: z
      .object({ status: z.enum(DELIVERY_STATUSES), at: z.string() })
      .nullable()
      .describe('The last attempt.'),
    version: z.int(),
    created_at: z.string(),
  })
  .meta({ id: 'Webhook', description: 'A URL that events are sent to, without its secret.' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('The signing secret (`whsec_…`), returned only here.'),
}).meta({
  id: 'WebhookWithSecret',
  description: 'A webhook with a new secret.',
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookList = z
  .object({ webhooks: z.array(Webhook), next: z.null() })
  .meta({ id: 'WebhookList', description: 'All webhooks.' });
export type WebhookList = z.infer<typeof WebhookList>;

export const WebhookDelivery = z
  .object({
    id: z.uuid().describe('The id of the event: the header `webhook-id` of every attempt.'),
    type: z.string(),
    data: z.record(z.string(), z.unknown()).describe('The data of the event.'),
    occurred_at: z.string(),
    status: z.enum(DELIVERY_STATUSES).describe('`failed`: given up.'),
    attempts: z.int(),
    last_attempt_at: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
    response_status: z.int().nullable(),
    response_text: z.string().describe('The start of the response.'),
    error: z.string().describe('Why the last attempt failed; empty if it succeeded.'),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event sent, or to be sent, to a webhook.' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryPage = z
  .object({ deliveries: z.array(WebhookDelivery), next: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryPage', description: 'A page of deliveries, newest first.' });
export type WebhookDeliveryPage = z.infer<typeof WebhookDeliveryPage>;

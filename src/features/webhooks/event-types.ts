/** The types of events. Browser-safe. */
import { urls } from '#src/urls.ts';

type EventType = {
  /** Label of the checkbox. */
  label: string;
  /** Path of the page that the event is about, from its data. Undefined: the event has no URL. */
  path?: (data: Record<string, unknown>) => string | undefined;
};

const talePath = ({ slug }: Record<string, unknown>) => urls.tale(String(slug));
/** Authors and editors read submissions on pages of their own. */
const noPath = () => undefined;
/** Collections without public tales have no page, and their events no slug. */
const collectionPath = ({ slug }: Record<string, unknown>) => (slug === undefined ? undefined : urls.collection(String(slug)));

/**
 * Every type of event. The database records those of tales, collections and issues (db/migrations/0078_webhooks.sql); code records others with
 * `queueWebhookEvent`.
 */
export const WEBHOOK_EVENTS = {
  'tale.published': { label: 'Tale published', path: talePath },
  'tale.updated': { label: 'Tale updated', path: talePath },
  'tale.unpublished': { label: 'Tale unpublished', path: talePath },
  'tale.deleted': { label: 'Tale deleted', path: talePath },
  'collection.created': { label: 'Collection created', path: collectionPath },
  'collection.updated': { label: 'Collection updated', path: collectionPath },
  'collection.deleted': { label: 'Collection deleted', path: collectionPath },
  'submission.submitted': { label: 'Tale submitted for review', path: noPath },
  'submission.changes_requested': { label: 'Changes requested of a submission', path: noPath },
  'submission.accepted': { label: 'Submission accepted', path: noPath },
  'submission.declined': { label: 'Submission declined', path: noPath },
  'newsletter.sent': { label: 'Newsletter issue sent', path: ({ date }) => urls.newsletter(String(date)) },
} as const satisfies Record<string, EventType>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];

/** Sent by the button that tests a webhook, whatever it subscribes to. */
export const TEST_EVENT = 'webhook.test';

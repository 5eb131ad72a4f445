/** Newsletter subscriptions without an account, as the OpenAPI document describes them. */
import { z } from 'zod';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import type { SubscriberView } from './contract.ts';
import { ConfirmationBody, KeyBody, PreferencesBody, SignUpBody } from './newsletter-routes.ts';

const Subscription = z
  .object({
    address: z.string().describe('The email address, most of it hidden.'),
    isOn: z.boolean().describe('Whether the address is subscribed.'),
    frequency: z.enum(['weekly', 'monthly']),
    hasAccount: z.boolean().describe('Whether the address has an account, whose settings have the same choice.'),
  })
  .meta({ id: 'Subscription', description: 'A newsletter subscription.' }) satisfies z.ZodType<SubscriberView>;

const UNKNOWN = { 404: 'The link is not valid (`unknown_key`)' };

/** Operations that need no session; the key of the links in an email identifies the subscriber. */
export const subscriptionOperations: readonly Operation[] = [
  describeOperation({
    ...{ id: 'subscribe', method: 'POST', path: '/newsletter', summary: 'Subscribe to the newsletter' },
    description: 'Sends a confirmation email. The response is the same for every address.',
    ...{ body: SignUpBody, response: z.object({}), status: 202 },
    errors: { 409: 'No mail server is configured (`newsletter_closed`)', 429: 'Too many requests; see `Retry-After`' },
  }),
  describeOperation({
    ...{ id: 'confirmSubscription', method: 'POST', path: '/newsletter/confirmations', summary: 'Confirm a subscription' },
    description: 'Subscribes with the token of the confirmation email.',
    body: ConfirmationBody,
    errors: { 400: 'The link was sent to another address (`other_address`)', 410: 'The link has expired (`link_faded`)' },
  }),
  describeOperation({
    ...{ id: 'getSubscription', method: 'GET', path: '/newsletter/preferences', summary: 'Get a subscription' },
    description: 'The subscription to which the links of an email belong.',
    query: z.strictObject({ key: z.string().default('').describe('The key of the links in the email.') }),
    ...{ response: Subscription, errors: UNKNOWN },
  }),
  describeOperation({
    ...{ id: 'updateSubscription', method: 'PUT', path: '/newsletter/preferences', summary: 'Update a subscription' },
    description: 'Changes how often the newsletter is sent.',
    ...{ body: PreferencesBody, response: Subscription, errors: UNKNOWN },
  }),
  describeOperation({
    ...{ id: 'unsubscribe', method: 'POST', path: '/newsletter/unsubscribe', summary: 'Unsubscribe' },
    description: 'Ends a subscription. 204 for every key.',
    body: KeyBody,
  }),
];

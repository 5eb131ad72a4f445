/** Newsletter sign-up and confirmation, as JSON and as HTML forms. GET requests change nothing. */

import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type AccountRouteDeps, canonicalEmail, linkPagePath } from '#src/features/accounts/accounts.ts';
import { AppError } from '#src/platform/errors.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import { parseBody, readBody, readFormOrJson, readText } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { type PostedForm, type RenderForm, respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { urls } from '#src/urls.ts';
import { INVALID_EMAIL } from './components/newsletter-text.ts';
import { NEWSLETTER_DISABLED } from './components/signup-text.ts';
import type { SubscriberView } from './contract.ts';
import { findSubscriber, unsubscribe, updateFrequency } from './preferences.ts';
import { confirmSubscription, subscribe } from './subscribe.ts';

const Subscription = z
  .object({
    address: z.string().describe('The email address, most of it hidden.'),
    isOn: z.boolean().describe('Whether the address is subscribed.'),
    frequency: z.enum(['weekly', 'monthly']),
    hasAccount: z.boolean().describe('Whether the address has an account, whose settings have the same choice.'),
  })
  .meta({ id: 'Subscription', description: 'A newsletter subscription.' }) satisfies z.ZodType<SubscriberView>;

const UNKNOWN = { 404: 'The link is not valid (`unknown_key`)' };

const KeyField = z.string({ error: 'This link is incomplete. Open it from the email again.' }).max(200);

const KeyBody = z.strictObject({ key: KeyField });

const PreferencesBody = z.strictObject({
  key: KeyField,
  frequency: z.enum(['weekly', 'monthly'], { error: 'Choose a frequency.' }),
});

const AddressField = z.string({ error: INVALID_EMAIL.text }).transform((text, context) => {
  const address = parseEmailAddress(text.trim());
  if (address !== undefined) return canonicalEmail(address);
  context.addIssue(INVALID_EMAIL.text);
  return z.NEVER;
});

/** `website`: honeypot, hidden from people. */
const SignUpBody = z.strictObject({ email: AddressField, website: z.string().max(1_000).optional() });

const ConfirmationBody = z.strictObject({
  token: z.string({ error: 'This link is incomplete. Open it from the email again.' }).min(1).max(200),
  email: z.string().max(320).default(''),
});

/** The routes as the OpenAPI document describes them. They need no session; the key of the links in an email identifies the subscriber. */
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

/** `hasMailServer`: whether emails are delivered; without one, sign-ups are rejected. */
type NewsletterDeps = Pick<AccountRouteDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log' | 'renderForm'> & { hasMailServer: boolean };

export function newsletterRoutes(deps: NewsletterDeps): Hono<AppEnv> {
  const { renderForm } = deps;
  const app = new Hono<AppEnv>();
  const checkOrigin = sameOrigin(deps.publicUrl);

  app.post(urls.api('/newsletter'), checkOrigin, async (c) => {
    await signUp(deps, c, await readFormOrJson(c));
    return c.json({}, 202, NO_STORE);
  });
  app.post(urls.api('/newsletter/confirmations'), checkOrigin, async (c) => {
    await confirmSignUp(deps, c, await readFormOrJson(c));
    return c.body(null, 204, NO_STORE);
  });
  // The form is on every page; errors are shown on the home page.
  app.post(urls.home(), checkOrigin, (c) => {
    const work = async (fields: Record<string, string>) => {
      await signUp(deps, c, fields);
      return urls.newsletterSent();
    };
    return respondToForm(c, { renderForm, href: urls.home(), keep: ['email'], work });
  });
  app.post(urls.newsletterConfirm(), checkOrigin, (c) => {
    const work = async (fields: Record<string, string>) => {
      await confirmSignUp(deps, c, fields);
      return urls.newsletterWelcome();
    };
    return respondToForm(c, { renderForm, href: (fields) => linkPagePath(urls.newsletterConfirm(), fields), keep: ['email'], work });
  });
  app.route('/', preferencesRoutes(deps));
  return app;
}

const NO_STORE = { 'Cache-Control': 'no-store' };

async function signUp(deps: NewsletterDeps, c: Context<AppEnv>, body: unknown): Promise<void> {
  if (!deps.hasMailServer) throw new AppError(409, 'newsletter_closed', NEWSLETTER_DISABLED);
  const { email, website } = parseBody(SignUpBody, body);
  if (website !== undefined && website !== '') {
    deps.log.info({ event: 'newsletter_honeypot', requestId: getRequestContext(c).id }, 'Newsletter sign-up ignored: honeypot filled in');
    return;
  }
  await subscribe(deps, email, getRequestContext(c).clientAddress());
}

function confirmSignUp(deps: NewsletterDeps, c: Context<AppEnv>, body: unknown): Promise<void> {
  return confirmSubscription(deps, { ...parseBody(ConfirmationBody, body), client: getRequestContext(c).clientAddress() });
}

/** The links in issues: one-click unsubscribe (RFC 8058) and frequency. GET requests change nothing. */
function preferencesRoutes(deps: NewsletterDeps): Hono<AppEnv> {
  const { renderForm } = deps;
  const app = new Hono<AppEnv>();
  const checkOrigin = sameOrigin(deps.publicUrl);

  app.get(urls.api('/newsletter/preferences'), async (c) => c.json(await getSubscriber(deps, keyOf(c)), 200, NO_STORE));
  app.put(urls.api('/newsletter/preferences'), checkOrigin, async (c) => {
    const { key, frequency } = await readBody(c, PreferencesBody);
    await savePreferences(deps, key, frequency);
    return c.json(await getSubscriber(deps, key), 200, NO_STORE);
  });
  app.post(urls.api('/newsletter/unsubscribe'), checkOrigin, async (c) => {
    await unsubscribeByKey(deps, (await readBody(c, KeyBody)).key);
    return c.body(null, 204, NO_STORE);
  });

  for (const page of [urls.newsletterUnsubscribe, urls.newsletterPreferences]) {
    app.get(page(), async (c) => {
      const view = await getSubscriber(deps, keyOf(c)).catch(toFormError);
      const isSaved = new URL(c.req.url).searchParams.get('saved') === '1';
      const form = 'code' in view ? view : toForm(view, isSaved ? 'saved' : '');
      return renderForm(c, { href: page(keyOf(c)), status: 'code' in view ? view.status : 200, form });
    });
  }
  app.post(urls.newsletterPreferences(), checkOrigin, (c) => {
    const work = async (fields: Record<string, string>) => {
      const { key, frequency } = parseBody(PreferencesBody, fields);
      await savePreferences(deps, key, frequency);
      return `${urls.newsletterPreferences(key)}&saved=1`;
    };
    return respondToForm(c, { renderForm: renderWithSubscriber, href: (fields) => urls.newsletterPreferences(fields.key), keep: [], work });
  });
  // One-click requests come from mail programs, without Origin or cookie; the key identifies the subscriber.
  app.post(
    urls.newsletterUnsubscribe(),
    async (c, next) => ((await isOneClick(c)) ? next() : checkOrigin(c, next)),
    async (c) => {
      if (!(await isOneClick(c))) return unsubscribeByForm(c);
      await unsubscribeByKey(deps, keyOf(c));
      return c.text('You are unsubscribed.\n', 200, NO_STORE);
    },
  );
  return app;

  /** Renders errors together with the subscriber's current settings. */
  async function renderWithSubscriber(c: Context<AppEnv>, page: Parameters<RenderForm>[1]): Promise<Response> {
    const key = new URL(page.href, deps.publicUrl).searchParams.get('key') ?? '';
    const view = await findSubscriber(deps.db, key);
    return renderForm(c, view === undefined ? page : { ...page, form: { ...page.form, values: toForm(view, '').values } });
  }

  function unsubscribeByForm(c: Context<AppEnv>): Promise<Response> {
    const work = async (fields: Record<string, string>) => {
      const { key } = parseBody(KeyBody, fields);
      await unsubscribeByKey(deps, key);
      return urls.newsletterUnsubscribe(key);
    };
    return respondToForm(c, { renderForm, href: (fields) => urls.newsletterUnsubscribe(fields.key), keep: [], work });
  }
}

/** Whether the request is a one-click unsubscribe in one of the two form encodings (RFC 8058, 3.1). */
async function isOneClick(c: Context<AppEnv>): Promise<boolean> {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(type)) return false;
  return /List-Unsubscribe(=|"\r?\n(?:[\w-]+:.*\r?\n)*\r?\n)One-Click\b/i.test(await readText(c));
}

async function unsubscribeByKey({ db, log }: Pick<NewsletterDeps, 'db' | 'log'>, key: string): Promise<void> {
  const id = await unsubscribe(db, key);
  if (id !== undefined) log.info({ event: 'newsletter_unsubscribed', subscriber: id }, 'Newsletter subscriber unsubscribed');
}

async function savePreferences({ db }: NewsletterDeps, key: string, frequency: SubscriberView['frequency']): Promise<void> {
  if (!(await updateFrequency(db, key, frequency))) throw unknownKey();
}

/** Needs no rate limit: a key has 244 random bits. @throws AppError 404 `unknown_key` */
async function getSubscriber({ db }: NewsletterDeps, key: string): Promise<SubscriberView> {
  const view = await findSubscriber(db, key);
  if (view === undefined) throw unknownKey();
  return view;
}

function keyOf(c: Context<AppEnv>): string {
  return new URL(c.req.url).searchParams.get('key') ?? '';
}

function unknownKey(): AppError {
  return new AppError(404, 'unknown_key', 'This link is no longer valid.');
}

/** Turns a client error into a form state, which the page shows. */
function toFormError(error: unknown): PostedForm & { status: number } {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return { values: {}, problems: {}, code: error.code, message: error.message, status: error.status };
}

/** Passes the subscriber to the page as form values. */
function toForm({ address, isOn, frequency, hasAccount }: SubscriberView, code: string): PostedForm {
  const values = { address, frequency, isOn: String(isOn), hasAccount: String(hasAccount) };
  return { values, problems: {}, code, message: '' };
}

/** Newsletter sign-up and confirmation, as JSON and as HTML forms. GET requests change nothing. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type AccountRouteDeps, canonicalEmail, linkPagePath } from '#src/features/accounts/accounts.ts';
import { AppError } from '#src/platform/errors.ts';
import { parseBody, readFormOrJson } from '#src/platform/http/read-body.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { respondToForm } from '#src/platform/http/respond-to-form.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { parseEmailAddress } from '#src/platform/mail/address.ts';
import { urls } from '#src/urls.ts';
import { INVALID_EMAIL, NEWSLETTER_DISABLED } from './components/newsletter-text.ts';
import { preferencesRoutes } from './preferences-routes.ts';
import { confirmSubscription, subscribe } from './subscribe.ts';

const AddressField = z.string({ error: INVALID_EMAIL.text }).transform((text, context) => {
  const address = parseEmailAddress(text.trim());
  if (address !== undefined) return canonicalEmail(address);
  context.addIssue(INVALID_EMAIL.text);
  return z.NEVER;
});

/** `website`: honeypot, hidden from people. */
export const SignUpBody = z.strictObject({ email: AddressField, website: z.string().max(1_000).optional() });

export const ConfirmationBody = z.strictObject({
  token: z.string({ error: 'This link is incomplete. Open it from the email again.' }).min(1).max(200),
  email: z.string().max(320).default(''),
});

/** `hasMailServer`: whether emails are delivered; without one, sign-ups are rejected. */
export type NewsletterDeps = Pick<AccountRouteDeps, 'db' | 'publicUrl' | 'renderEmail' | 'log' | 'renderForm'> & { hasMailServer: boolean };

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

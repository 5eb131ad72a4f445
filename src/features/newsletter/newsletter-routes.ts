/** The weekly letter over HTTP for everyone: signing up and the yes that confirms it, as JSON and as forms. No GET acts. */
import { type Context, Hono } from 'hono';
import { type AccountRouteDeps, linkPage } from '#src/features/accounts/accounts.ts';
import { AppError } from '#src/platform/errors.ts';
import { answerForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readUnparsed } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { OPENING_SOON } from './components/newsletter-words.ts';
import { ConfirmationBody, SignUpBody } from './newsletter-schemas.ts';
import { preferencesRoutes } from './preferences-routes.ts';
import { confirmSubscription, subscribe } from './subscribe.ts';

/** `hasMailServer`: whether mails reach readers; without one nobody is asked for an address. */
export type NewsletterDeps = Pick<AccountRouteDeps, 'db' | 'publicUrl' | 'renderMail' | 'log' | 'draw'> & { hasMailServer: boolean };

export function newsletterRoutes(deps: NewsletterDeps): Hono<AppEnv> {
  const { draw } = deps;
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);

  app.post(urls.api('/newsletter'), ours, async (c) => {
    await signUp(deps, c, await readUnparsed(c));
    return c.json({}, 202, NOT_KEPT);
  });
  app.post(urls.api('/newsletter/confirmations'), ours, async (c) => {
    await confirm(deps, c, await readUnparsed(c));
    return c.body(null, 204, NOT_KEPT);
  });
  // The form stands on every page; that of home is drawn again, so it is posted there.
  app.post(urls.home(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      await signUp(deps, c, fields);
      return urls.newsletterSent();
    };
    return answerForm(c, { draw, href: urls.home(), keep: ['email'], work });
  });
  app.post(urls.newsletterConfirm(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      await confirm(deps, c, fields);
      return urls.newsletterWelcome();
    };
    return answerForm(c, { draw, href: (fields) => linkPage(urls.newsletterConfirm(), fields), keep: ['email'], work });
  });
  app.route('/', preferencesRoutes(deps));
  return app;
}

const NOT_KEPT = { 'Cache-Control': 'no-store' };

async function signUp(deps: NewsletterDeps, c: Context<AppEnv>, body: unknown): Promise<void> {
  if (!deps.hasMailServer) throw new AppError(409, 'newsletter_closed', OPENING_SOON);
  const { email, website } = parseBody(SignUpBody, body);
  if (website !== undefined && website !== '') {
    deps.log.info({ event: 'newsletter_trap', requestId: exchangeOf(c).id }, 'A program filled in the form of the letter');
    return;
  }
  await subscribe(deps, email, exchangeOf(c).clientAddress());
}

function confirm(deps: NewsletterDeps, c: Context<AppEnv>, body: unknown): Promise<void> {
  return confirmSubscription(deps, { ...parseBody(ConfirmationBody, body), client: exchangeOf(c).clientAddress() });
}

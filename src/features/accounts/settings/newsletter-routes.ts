import { Hono } from 'hono';
import { OPENING_SOON, saveNewsletter } from '#src/features/newsletter/newsletter.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { urls } from '#src/urls.ts';
import type { AccountDeps } from '../deps.ts';
import type { Guards } from '../guards.ts';
import { NewsletterChoice } from './account-forms.ts';
import { note } from './account-log.ts';

/** `hasMailServer`: without one nobody can subscribe. Default true. */
export type NewsletterSettingsDeps = AccountDeps & { hasMailServer?: boolean };

/** For accountRoutes, which stands before them with the guard against foreign pages. Who is signed in has a confirmed address. */
export function newsletterRoutes(deps: NewsletterSettingsDeps, guards: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.put(urls.api('/account/newsletter'), async (c) => {
    const person = await guards.person(c);
    const change = await readBody(c, NewsletterChoice);
    if (change.on === true && deps.hasMailServer === false) throw new AppError(409, 'newsletter_closed', OPENING_SOON);
    const newsletter = await saveNewsletter(deps.db, person.id, change);
    if (change.on !== undefined) note(c, deps, change.on ? 'newsletter_on' : 'newsletter_off', person);
    return c.json(newsletter);
  });
  return app;
}

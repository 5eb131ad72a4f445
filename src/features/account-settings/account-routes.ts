/** The routes under /api/v1/account, for the owner of the account only. They accept JSON only. */

import { type Context, Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AccountDeps,
  assertStrongPassword,
  changePassword,
  clearSessionCookie,
  confirmPassword,
  createGuards,
  endOtherSessions,
  endSession,
  type Guards,
  identityRoutes,
  logAccountChange,
  parseNewEmail,
  passkeyRoutes,
  readId,
  requestEmailChange,
  type SessionUser,
  twoFactorRoutes,
} from '#src/features/accounts/accounts.ts';
import { AccountSettings, Confirmation, EmailChange, PasswordChange, ProfileChange } from '#src/features/accounts/settings-schemas.ts';
import type { Frequency } from '#src/features/newsletter/contract.ts';
import { NEWSLETTER_DISABLED, saveNewsletter } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { deleteAccount, exportAccount } from './account-data.ts';
import { getAccount } from './get-account.ts';

const FREQUENCIES = ['weekly', 'monthly'] as const satisfies readonly Frequency[];

/** Omitted fields stay unchanged. */
export const NewsletterChoice = z
  .strictObject({ on: z.boolean().optional(), frequency: z.enum(FREQUENCIES).optional() })
  .refine(({ on, frequency }) => on !== undefined || frequency !== undefined, { path: ['on'], error: 'Set "on" or "frequency".' });

/** `hasMailServer`: false closes newsletter subscriptions. Default true. */
type AccountRoutesDeps = AccountDeps & { hasMailServer?: boolean };

export function accountRoutes(deps: AccountRoutesDeps): Hono<AppEnv> {
  const { db, publicUrl } = deps;
  const guards = createGuards(deps);
  const app = new Hono<AppEnv>();
  app.use(urls.api('/account/*'), sameOrigin(publicUrl), noStore);

  app.get(urls.api('/account'), async (c) => c.json(await getAccount(deps, await guards.person(c))));
  app.patch(urls.api('/account'), async (c) => {
    const person = await guards.person(c);
    await saveProfile(db, person, await readBody(c, ProfileChange));
    return c.json(await getAccount(deps, person));
  });
  app.put(urls.api('/account/settings'), async (c) => {
    const person = await guards.person(c);
    const settings = await readBody(c, AccountSettings);
    await saveSettings(db, person, settings);
    return c.json(settings);
  });
  app.post(urls.api('/account/password'), async (c) => {
    const person = await guards.person(c);
    const { current, password } = await readBody(c, PasswordChange);
    // Before the current password is checked, so that a weak new password costs no attempt.
    assertStrongPassword(password, person);
    await changePassword(c, deps, person, await confirmPassword(deps, c, person, current), password);
    return done(c, deps, 'password_changed', person);
  });
  app.post(urls.api('/account/email'), async (c) => {
    const person = await guards.person(c);
    const { current, email } = await readBody(c, EmailChange);
    const newEmail = parseNewEmail(email, person);
    await confirmPassword(deps, c, person, current);
    await requestEmailChange(deps, person, newEmail);
    logAccountChange(c, deps, 'email_change_asked', person);
    return c.body(null, 202);
  });
  app.delete(urls.api('/account/sessions/:id'), async (c) => {
    const person = await guards.person(c);
    await endSession(db, person, readId(c));
    return done(c, deps, 'session_ended', person);
  });
  app.delete(urls.api('/account/sessions'), async (c) => {
    const person = await guards.person(c);
    await endOtherSessions(db, person);
    return done(c, deps, 'other_sessions_ended', person);
  });
  app.get(urls.api('/account/export'), async (c) => {
    const person = await guards.person(c);
    const data = JSON.stringify(await exportAccount(deps, person), null, 2);
    logAccountChange(c, deps, 'account_exported', person);
    return c.body(data, 200, { 'Content-Type': 'application/json', 'Content-Disposition': 'attachment; filename="talewood-account.json"' });
  });
  app.delete(urls.api('/account'), async (c) => {
    const person = await guards.person(c);
    const { current } = await readBody(c, Confirmation);
    await deleteAccount(deps, person, await confirmPassword(deps, c, person, current));
    c.header('Set-Cookie', clearSessionCookie(publicUrl), { append: true });
    c.header('Clear-Site-Data', '"cache", "storage"');
    return done(c, deps, 'account_deleted', person);
  });
  app.route('/', newsletterRoutes(deps, guards));
  app.route('/', twoFactorRoutes(deps, guards));
  app.route('/', passkeyRoutes(deps, guards));
  app.route('/', identityRoutes(deps, guards));
  return app;
}

function newsletterRoutes(deps: AccountRoutesDeps, guards: Guards): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.put(urls.api('/account/newsletter'), async (c) => {
    const person = await guards.person(c);
    const change = await readBody(c, NewsletterChoice);
    if (change.on === true && deps.hasMailServer === false) throw new AppError(409, 'newsletter_closed', NEWSLETTER_DISABLED);
    const newsletter = await saveNewsletter(deps.db, person.id, change);
    if (change.on !== undefined) logAccountChange(c, deps, change.on ? 'newsletter_on' : 'newsletter_off', person);
    return c.json(newsletter);
  });
  return app;
}

/** Omitted fields stay unchanged. */
async function saveProfile(db: Db, person: SessionUser, { name, image }: ProfileChange): Promise<void> {
  const change = { ...(name === undefined ? {} : { name }), ...(image === undefined ? {} : { image }) };
  await db
    .updateTable('users')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', person.id)
    .execute();
}

async function saveSettings(db: Db, person: SessionUser, settings: AccountSettings): Promise<void> {
  await db
    .updateTable('users')
    .set({ settings: JSON.stringify(settings), updated_at: sql`now()` })
    .where('id', '=', person.id)
    .execute();
}

async function noStore(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  c.header('Cache-Control', 'no-store');
}

function done(c: Context<AppEnv>, deps: AccountDeps, event: string, person: SessionUser): Response {
  logAccountChange(c, deps, event, person);
  return c.body(null, 204);
}

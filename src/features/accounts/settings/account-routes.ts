/** One's own account under /api/v1/account: to be looked at, changed, handed out and deleted by its owner alone. */
import { type Context, Hono } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import type { Person } from '../current-person.ts';
import type { AccountDeps } from '../deps.ts';
import { createGuards } from '../guards.ts';
import { clearSessionCookie } from '../session-cookie.ts';
import { endOtherSessions, endSession } from './account-devices.ts';
import { AccountSettings, Confirmation, EmailChange, PasswordChange, ProfileChange } from './account-forms.ts';
import { note } from './account-log.ts';
import { askEmailChange, readNewEmail } from './ask-email-change.ts';
import { changePassword, refuseWeakPassword } from './change-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { factorRoutes } from './factor-routes.ts';
import { getAccount } from './get-account.ts';
import { type NewsletterSettingsDeps, newsletterRoutes } from './newsletter-routes.ts';
import { readId } from './read-id.ts';
import { saveProfile, saveSettings } from './save-profile.ts';

/** The routes; they take JSON alone. */
export function accountRoutes(deps: NewsletterSettingsDeps): Hono<AppEnv> {
  const { db, publicUrl } = deps;
  const guards = createGuards(deps);
  const app = new Hono<AppEnv>();
  app.use(urls.api('/account/*'), sameOrigin(publicUrl), neverKept);

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
    refuseWeakPassword(password, person);
    await changePassword(c, deps, person, await confirmPassword(deps, c, person, current), password);
    return done(c, deps, 'password_changed', person);
  });
  app.post(urls.api('/account/email'), async (c) => {
    const person = await guards.person(c);
    const { current, email } = await readBody(c, EmailChange);
    const wanted = readNewEmail(email, person);
    await confirmPassword(deps, c, person, current);
    await askEmailChange(deps, person, wanted);
    note(c, deps, 'email_change_asked', person);
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
    note(c, deps, 'account_exported', person);
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
  app.route('/', factorRoutes(deps, guards));
  return app;
}

async function neverKept(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  await next();
  c.header('Cache-Control', 'no-store');
}

function done(c: Context<AppEnv>, deps: AccountDeps, event: string, person: Person): Response {
  note(c, deps, event, person);
  return c.body(null, 204);
}

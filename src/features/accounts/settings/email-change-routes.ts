/** The link of a mail to a new address: its page has a button, which posts here. Who presses it need not be signed in. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { answerForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readUnparsed } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { linkPage } from '../account-links.ts';
import type { AccountRouteDeps } from '../deps.ts';
import { createGuards } from '../guards.ts';
import { setNotice } from '../set-notice.ts';
import { confirmEmailChange } from './confirm-email-change.ts';

const LinkPress = z.strictObject({ token: z.string().min(1).max(200), email: z.string().min(1).max(1_000) });

/** PUT /api/v1/email-changes, and the form POST /change-email. */
export function emailChangeRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  const guards = createGuards(deps);
  const press = async (c: Context<AppEnv>, body: unknown) =>
    confirmEmailChange(deps, await guards.find(c), parseBody(LinkPress, body), exchangeOf(c).clientAddress());

  app.put(urls.api('/email-changes'), guard, async (c) => {
    await press(c, await readUnparsed(c));
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  app.post(urls.changeEmail(), guard, (c) => {
    const work = async (fields: Record<string, string>) => {
      await press(c, fields);
      setNotice(c, 'email_changed');
      return urls.settings();
    };
    return answerForm(c, { draw: deps.draw, href: (fields) => linkPage(urls.changeEmail(), fields), keep: [], work });
  });
  return app;
}

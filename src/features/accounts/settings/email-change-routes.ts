/** The link of a mail to a new address: its page has a button, which posts here. Who presses it need not be signed in. */
import { Hono } from 'hono';
import { z } from 'zod';
import { answerForm } from '#src/platform/http/answer-form.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { readBody, readForm } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
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
  app.put(urls.api('/email-changes'), guard, async (c) => {
    await confirmEmailChange(deps, await guards.find(c), await readBody(c, LinkPress));
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  app.post(urls.changeEmail(), guard, async (c) => {
    const { token = '', email = '' } = await readForm(c);
    const href = `${urls.changeEmail()}?${new URLSearchParams({ token, email })}`;
    const work = async () => {
      await confirmEmailChange(deps, await guards.find(c), await readBody(c, LinkPress));
      setNotice(c, 'email_changed');
      return urls.settings();
    };
    return answerForm(c, { draw: deps.draw, href, keep: [], work });
  });
  return app;
}

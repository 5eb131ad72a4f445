/** Forgotten passwords over HTTP: the forms of the pages, and the same as JSON. No GET acts. */
import { type Context, Hono } from 'hono';
import { answerForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readBody } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { linkPage } from './account-links.ts';
import type { AccountRouteDeps } from './deps.ts';
import { askForReset, resetPassword } from './password-reset.ts';
import { AddressBody, ResetBody, ResetPost } from './registration-input.ts';
import { setNotice } from './set-notice.ts';

export function recoveryRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const { draw } = deps;
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);

  app.post(urls.api('/password-resets'), ours, async (c) => {
    const { email } = await readBody(c, AddressBody);
    await askForReset(deps, email, clientOf(c));
    return c.json({}, 202, { 'Cache-Control': 'no-store' });
  });
  app.put(urls.api('/password-resets'), ours, async (c) => {
    await resetPassword(deps, await readBody(c, ResetBody), clientOf(c));
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
  app.post(urls.forgotPassword(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      await askForReset(deps, parseBody(AddressBody, fields).email, clientOf(c));
      return urls.forgotPasswordSent();
    };
    return answerForm(c, { draw, href: urls.forgotPassword(), keep: ['email'], work });
  });
  app.post(urls.resetPassword(), ours, (c) => {
    const work = async (fields: Record<string, string>) => {
      await resetPassword(deps, parseBody(ResetPost, fields), clientOf(c));
      setNotice(c, 'password_changed');
      return urls.login();
    };
    return answerForm(c, { draw, href: (fields) => linkPage(urls.resetPassword(), fields), keep: ['email', 'keepKeys'], work });
  });
  return app;
}

function clientOf(c: Context<AppEnv>): string {
  return exchangeOf(c).clientAddress();
}

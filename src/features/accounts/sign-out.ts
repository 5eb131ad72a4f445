/** Signing out: the session's row goes, and with it what the browser has kept of a person. */
import { type Context, Hono } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import type { AccountDeps } from './deps.ts';
import { hashToken } from './hashed-sessions.ts';
import { clearSessionCookie, readToken, sessionCookie } from './session-cookie.ts';
import { setNotice } from './set-notice.ts';

/** DELETE /api/v1/session, and the form POST /logout. Whoever is not signed in gets the same answer. */
export function signOutRoutes(deps: AccountDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.delete(urls.api('/session'), guard, async (c) => {
    await endSession(c, deps);
    return c.body(null, 204);
  });
  app.post(urls.logout(), guard, async (c) => {
    await endSession(c, deps);
    setNotice(c, 'logged_out');
    return c.redirect(urls.home(), 303);
  });
  return app;
}

async function endSession(c: Context<AppEnv>, { db, publicUrl, log }: AccountDeps): Promise<void> {
  const token = readToken(c.req.header('cookie'), sessionCookie(publicUrl));
  if (token !== undefined) {
    const ended = await db.deleteFrom('sessions').where('token', '=', hashToken(token)).returning('user_id').executeTakeFirst();
    if (ended !== undefined) log.info({ event: 'signed_out', account: ended.user_id }, 'Someone signed out');
  }
  c.header('Set-Cookie', clearSessionCookie(publicUrl), { append: true });
  c.header('Clear-Site-Data', '"cache", "storage"');
  c.header('Cache-Control', 'no-store');
}

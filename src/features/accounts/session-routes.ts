/** Session routes: the current user, every way to sign in, and sign-out. No GET request changes anything. */
import { type Context, Hono } from 'hono';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import type { MeAnswer } from './contract.ts';
import { clearSessionCookie, hashToken, readSessionToken, sessionCookie, setFlashMessage } from './cookies.ts';
import type { AccountDeps, AccountRouteDeps } from './deps.ts';
import { createGuards } from './guards.ts';
import { NO_STORE } from './http-helpers.ts';
import { identitySignInRoutes } from './identities/identity-routes.ts';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { readSettings } from './settings-schemas.ts';
import { passwordSignInRoutes } from './sign-in.ts';
import { linkSignInRoutes } from './sign-in-link.ts';

/** GET /api/v1/me, and the sign-in routes under /api/v1/session, /api/v1/sign-in-links and /login. */
export function sessionRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guards = createGuards(deps);
  app.get(urls.api('/me'), async (c) => {
    const found = await guards.find(c);
    const answer: MeAnswer =
      found === null
        ? { person: null }
        : {
            person: { name: found.name, email: found.email, role: found.role },
            ...{ id: found.id, settings: readSettings(found.settings) },
          };
    return c.json(answer, 200, NO_STORE);
  });
  app.route('/', passwordSignInRoutes(deps));
  app.route('/', secondFactorRoutes(deps));
  app.route('/', linkSignInRoutes(deps));
  app.route('/', passkeySignInRoutes(deps));
  app.route('/', identitySignInRoutes(deps));
  return app;
}

/** DELETE /api/v1/session, and the form POST /logout. The response is the same without a session. */
export function signOutRoutes(deps: AccountDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const guard = sameOrigin(deps.publicUrl);
  app.delete(urls.api('/session'), guard, async (c) => {
    await endSession(c, deps);
    return c.body(null, 204);
  });
  app.post(urls.logout(), guard, async (c) => {
    await endSession(c, deps);
    setFlashMessage(c, 'logged_out');
    return c.redirect(urls.home(), 303);
  });
  return app;
}

async function endSession(c: Context<AppEnv>, { db, publicUrl, log }: AccountDeps): Promise<void> {
  const token = readSessionToken(c.req.header('cookie'), sessionCookie(publicUrl));
  if (token !== undefined) {
    const ended = await db.deleteFrom('sessions').where('token', '=', hashToken(token)).returning('user_id').executeTakeFirst();
    if (ended !== undefined) log.info({ event: 'signed_out', account: ended.user_id }, 'User signed out');
  }
  c.header('Set-Cookie', clearSessionCookie(publicUrl), { append: true });
  c.header('Clear-Site-Data', '"cache", "storage"');
  c.header('Cache-Control', 'no-store');
}

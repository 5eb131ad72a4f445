/** Signing in over HTTP: the forms of its pages, and the same as JSON; and who is signed in. No GET acts. */
import { type Context, Hono } from 'hono';
import { answerForm } from '#src/platform/http/answer-form.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import { parseBody, readBody, readUnparsed } from '#src/platform/http/read-body.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { urls } from '#src/urls.ts';
import { linkPage } from './account-links.ts';
import type { MeAnswer, PersonView, SessionAnswer } from './contract.ts';
import type { AccountRouteDeps } from './deps.ts';
import { createGuards } from './guards.ts';
import type { NoticeCode } from './notices.ts';
import { passkeyOptions, signInWithPasskey } from './passkey-sign-in.ts';
import { returnTo } from './return-to.ts';
import { signInWithCode } from './second-factor.ts';
import { setNotice } from './set-notice.ts';
import { readSettings } from './settings/account-forms.ts';
import { signInWithPassword } from './sign-in.ts';
import { CodeBody, LinkBody, LinkRequest, PasskeyBody, readLogin } from './sign-in-input.ts';
import { sendSignInLink, signInWithLink } from './sign-in-link.ts';

/** /api/v1/me, /api/v1/session and /api/v1/sign-in-links, and the posts of /login and what is below it. */
export function sessionRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.route('/', jsonRoutes(deps));
  app.route('/', formRoutes(deps));
  return app;
}

function jsonRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);
  const guards = createGuards(deps);
  const answer = (c: Context<AppEnv>, body: SessionAnswer) => c.json(body, 200, NOT_KEPT);

  app.get(urls.api('/me'), async (c) => {
    const found = await guards.find(c);
    const person: PersonView | null = found && { name: found.name, email: found.email, role: found.role };
    const answer: MeAnswer = person === null ? { person } : { person, settings: readSettings(found?.settings) };
    return c.json(answer, 200, NOT_KEPT);
  });
  app.post(urls.api('/session'), ours, async (c) => answer(c, await signInWithPassword(c, deps, readLogin(await readUnparsed(c)))));
  app.post(urls.api('/session/code'), ours, async (c) => answer(c, { person: await signInWithCode(c, deps, await readBody(c, CodeBody)) }));
  app.post(urls.api('/sign-in-links'), ours, async (c) => {
    await sendSignInLink(deps, await readBody(c, LinkRequest), clientOf(c));
    return c.json({}, 202, NOT_KEPT);
  });
  app.post(urls.api('/session/link'), ours, async (c) => answer(c, await signInWithLink(c, deps, await readBody(c, LinkBody))));
  app.post(urls.api('/session/passkey/options'), ours, async (c) => c.json(await passkeyOptions(c, deps), 200, NOT_KEPT));
  app.post(urls.api('/session/passkey'), ours, async (c) => {
    const { response } = await readBody(c, PasskeyBody);
    return answer(c, { person: await signInWithPasskey(c, deps, response) });
  });
  return app;
}

function formRoutes(deps: AccountRouteDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const ours = sameOrigin(deps.publicUrl);
  const { draw } = deps;

  app.post(urls.login(), ours, (c) => {
    const work = async (fields: Fields) => {
      const login = readLogin(fields);
      return goOn(c, await signInWithPassword(c, deps, login), login.next, 'logged_in');
    };
    return answerForm(c, { draw, href: ({ next }) => urls.login(returnTo(next)), keep: ['email', 'next'], work });
  });
  app.post(urls.loginCode(), ours, (c) => {
    const work = async (fields: Fields) => {
      const body = parseBody(CodeBody, fields);
      return goOn(c, { person: await signInWithCode(c, deps, body) }, body.next, 'welcome_back');
    };
    return answerForm(c, { draw, href: ({ next }) => urls.loginCode(returnTo(next)), keep: ['next'], work });
  });
  app.post(urls.loginLink(), ours, (c) => {
    const work = async (fields: Fields) => {
      if (fields.token === undefined) {
        await sendSignInLink(deps, parseBody(LinkRequest, fields), clientOf(c));
        return urls.loginLinkSent();
      }
      const body = parseBody(LinkBody, fields);
      return goOn(c, await signInWithLink(c, deps, body), body.next, 'welcome_back');
    };
    return answerForm(c, { draw, href: (fields) => linkPage(urls.loginLink(), fields), keep: ['email', 'next'], work });
  });
  return app;
}

type Fields = Record<string, string>;

const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** Where a form leads: to the code, or to what was asked for, with a notice. */
function goOn(c: Context<AppEnv>, answer: SessionAnswer, next: string | undefined, notice: NoticeCode): string {
  if ('secondFactor' in answer) return urls.loginCode(returnTo(next));
  setNotice(c, notice);
  return returnTo(next);
}

function clientOf(c: Context<AppEnv>): string {
  return exchangeOf(c).clientAddress();
}

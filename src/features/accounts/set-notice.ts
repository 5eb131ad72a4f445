import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { NOTICE_COOKIE, type NoticeCode } from './notices.ts';

/** Lets the next page say something, once: its scripts read the cookie and take it away. It is no secret and grants nothing. */
export function setNotice(c: Context<AppEnv>, code: NoticeCode): void {
  setCookie(c, NOTICE_COOKIE, code, { path: '/', sameSite: 'Lax', maxAge: 60 });
}

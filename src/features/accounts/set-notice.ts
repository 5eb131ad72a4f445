import type { Context } from 'hono';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { writeCookie } from './cookies.ts';
import { NOTICE_COOKIE } from './notice-cookie.ts';
import type { NoticeCode } from './notices.ts';

const SHOWN_WITHIN_SECONDS = 60;

/** Has the browser show a toast on the next page. Set before the answer that leads there. The cookie holds no secret. */
export function setNotice(c: Context<AppEnv>, code: NoticeCode): void {
  const cookie = writeCookie({ name: NOTICE_COOKIE, value: code, maxAge: SHOWN_WITHIN_SECONDS, isSecure: false, isReadable: true });
  c.header('Set-Cookie', cookie, { append: true });
}

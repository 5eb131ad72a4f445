import type { Context } from 'hono';
import { z } from 'zod';
import { ALL_PAGES } from '#src/page-table.ts';
import { notFound } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import type { SessionAnswer } from './contract.ts';
import { setFlashMessage } from './cookies.ts';
import type { AccountDeps } from './deps.ts';
import type { FlashMessageCode } from './flash-messages.ts';
import type { SessionUser } from './guards.ts';
import { safeRedirect } from './safe-redirect.ts';

/** Fields of a form posted without JavaScript. */
export type FormFields = Record<string, string>;

export const NO_STORE = { 'Cache-Control': 'no-store' };

export function clientOf(c: Context<AppEnv>): string {
  return getRequestContext(c).clientAddress();
}

/** The `:id` of a route. @throws AppError 404 unless it is a UUID */
export function readId(c: Context<AppEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw notFound();
  return id.data;
}

/** The part of a request that better-auth needs: its cookies. */
export function sessionHeaders(c: Context<AppEnv>): Headers {
  return new Headers({ cookie: c.req.header('cookie') ?? '' });
}

/** Where a sign-in form redirects to: the page for the code, or `next` with a flash message. */
export function redirectAfterSignIn(
  c: Context<AppEnv>,
  answer: SessionAnswer,
  next: string | undefined,
  message: FlashMessageCode,
): string {
  if ('secondFactor' in answer) return urls.loginCode(safeRedirect(next));
  setFlashMessage(c, message);
  return safeRedirect(next);
}

/** Logs a change that users made to their own account. Contains the id, but no name or address. */
export function logAccountChange(
  c: Context<AppEnv>,
  { log }: Pick<AccountDeps, 'log'>,
  event: string,
  { id }: Pick<SessionUser, 'id'>,
): void {
  log.info({ event, account: id, requestId: getRequestContext(c).id }, 'Account changed by its owner');
}

/** Pages whose URL contains a token or a key, as do preview links. */
const WITH_TOKEN = ALL_PAGES.flatMap(({ path, hasToken }) => (hasToken ? [path.replace(/:.*$/, '')] : []));

/** Middleware for pages, forms and errors: keeps URLs with tokens out of the Referer header and out of caches. */
export function noReferrer() {
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    await next();
    const isBelow = (path: string) => path.endsWith('/') && c.req.path.startsWith(path);
    if (!WITH_TOKEN.some((path) => path === c.req.path || isBelow(path)) && !isBelow(urls.preview(''))) return;
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
  };
}

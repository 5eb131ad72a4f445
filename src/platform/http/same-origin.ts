import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from './request-context.ts';

/** CSRF protection: only pages of this site may change anything. */

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const BODY_TYPES = new Set(['application/json', 'application/x-www-form-urlencoded']);

/** Media types of files that a path accepts. `begin`: their prefix; `refusal`: the message for other types. */
export type FileTypes = { begin: string; refusal: string };

type Options = {
  /** Paths that accept files. Other sites cannot send such types without a preflight request, which is rejected. */
  takesFiles?: (path: string) => FileTypes | undefined;
  /** Accepts requests with an API key without an Origin. Only for routes whose guard ignores the cookie of such requests. */
  takesKeys?: boolean;
};

/**
 * Middleware for routes that change something. Accepts a request whose Origin is the site's and whose Sec-Fetch-Site, if sent, is
 * same-origin; bodies must be JSON or URL-encoded forms. A missing Origin is rejected: every browser sends it with a POST. Pages without a
 * referrer send the Origin `null`, which is accepted with Sec-Fetch-Site.
 * @throws AppError 403 `foreign_origin`, 403 `type_not_taken` for bodies that any site can make a browser send, 415 for wrong file types
 */
export function sameOrigin(publicUrl: string, { takesFiles = () => undefined, takesKeys = false }: Options = {}) {
  const isOwnOrigin = createOriginCheck(publicUrl);
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    if (!SAFE_METHODS.has(c.req.method) && !(takesKeys && hasBearer(c))) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin') ?? '';
      const isOurs = isOwnOrigin(origin) || (origin === 'null' && site === 'same-origin');
      if (!isOurs || (site !== undefined && site !== 'same-origin'))
        throw new AppError(403, 'foreign_origin', 'This request came from another site. Use the pages of this site.');
      const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      if (type !== undefined && !BODY_TYPES.has(type)) {
        const taken = takesFiles(c.req.path);
        if (taken === undefined) throw new AppError(403, 'type_not_taken', 'Send JSON or a URL-encoded form.');
        if (!type.startsWith(taken.begin)) throw new AppError(415, 'type_not_taken', taken.refusal);
      }
    }
    await next();
  };
}

/** Returns a function that tells whether an Origin is the site's. A site on localhost is reached under all of its names. */
export function createOriginCheck(publicUrl: string): (origin: string | undefined) => boolean {
  const { origin: own, protocol, hostname, port } = new URL(publicUrl);
  const names = hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : [];
  const origins = new Set([own, ...names.map((name) => `${protocol}//${name}${port && `:${port}`}`)]);
  return (origin) => origin !== undefined && origins.has(origin);
}

/** Bearer tokens (RFC 6750). A browser never adds this header by itself, and no other site can set it. */

const BEARER = /^bearer(?![\w-])\s*(.*)$/i;

/** Whether the request has a bearer token, valid or not; cookies of such requests are ignored. */
export function hasBearer(c: Context): boolean {
  return bearerIn(c.req.header('authorization')) !== undefined;
}

/** Returns the bearer token of an Authorization header, undefined for none. */
export function bearerIn(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/** Returns the bearer token, '' for none. */
export function bearerOf(c: Context): string {
  return bearerIn(c.req.header('authorization')) ?? '';
}

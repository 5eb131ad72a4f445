/** Only pages of this site change anything here: what another site makes a browser send is refused (CSRF). */
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { hasBearer } from './bearer.ts';
import type { AppEnv } from './exchange.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const TYPES = new Set(['application/json', 'application/x-www-form-urlencoded']);

type Options = {
  /** Paths that take pictures as they are: a page of another site cannot send the type image/… without asking us first, and we say no. */
  takesPictures?: (path: string) => boolean;
};

/**
 * Middleware for routes that change something. Takes a request whose Origin is that of the site and whose Sec-Fetch-Site,
 * where the browser sends it, is same-origin; with a body only JSON or our own forms. A request without Origin is refused
 * too: every browser sends it with a POST. Forms of pages that give no referrer have the Origin `null`: then the browser must say
 * itself that they are ours. Requests with a key are no browser's, and are let through: who takes them looks at no cookie. Throws 403
 * `foreign_origin`, or 403 `type_not_taken` for bodies that any site can make a browser send.
 */
export function sameOrigin(publicUrl: string, { takesPictures = () => false }: Options = {}) {
  const origins = originsOf(new URL(publicUrl));
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    if (!READING.has(c.req.method) && !hasBearer(c)) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin') ?? '';
      const isOurs = origins.has(origin) || (origin === 'null' && site === 'same-origin');
      if (!isOurs || (site !== undefined && site !== 'same-origin'))
        throw new AppError(403, 'foreign_origin', 'This was asked for from another place. Please do it on our own pages.');
      const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      if (type !== undefined && !TYPES.has(type)) {
        if (!takesPictures(c.req.path)) throw new AppError(403, 'type_not_taken', 'This address takes JSON or a form of ours.');
        if (!type.startsWith('image/'))
          throw new AppError(415, 'type_not_taken', 'This file is no picture. Pictures are taken as JPEG, PNG, WebP or AVIF.');
      }
    }
    await next();
  };
}

/** A site of this machine alone is reached under all of its names. */
function originsOf({ origin, protocol, hostname, port }: URL): Set<string> {
  const names = hostname === 'localhost' ? ['127.0.0.1', '[::1]'] : [];
  return new Set([origin, ...names.map((name) => `${protocol}//${name}${port && `:${port}`}`)]);
}

/** Only pages of this site change anything here: what another site makes a browser send is refused (CSRF). */
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import { hasBearer } from './bearer.ts';
import type { AppEnv } from './exchange.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const TYPES = new Set(['application/json', 'application/x-www-form-urlencoded']);

/** What a path takes as it is. `begin`: of the media type; `refusal`: what is said to another one. */
export type FileTypes = { begin: string; refusal: string };

type Options = {
  /** Paths that take files: a page of another site cannot send such a type without asking us first, and we say no. */
  takesFiles?: (path: string) => FileTypes | undefined;
  /** Lets requests with a key through without an Origin. Only for routes whose guard ignores the cookie of such a request. */
  takesKeys?: boolean;
};

/**
 * Middleware for routes that change something. Takes a request whose Origin is that of the site and whose Sec-Fetch-Site,
 * where the browser sends it, is same-origin; with a body only JSON or our own forms. A request without Origin is refused
 * too: every browser sends it with a POST. Forms of pages that give no referrer have the Origin `null`: then the browser must say
 * itself that they are ours. A request with a key is let through where keys are taken, and judged like any other elsewhere. Throws 403
 * `foreign_origin`, or 403 `type_not_taken` for bodies that any site can make a browser send.
 */
export function sameOrigin(publicUrl: string, { takesFiles = () => undefined, takesKeys = false }: Options = {}) {
  const origins = originsOf(new URL(publicUrl));
  return async (c: Context<AppEnv>, next: () => Promise<void>): Promise<void> => {
    if (!READING.has(c.req.method) && !(takesKeys && hasBearer(c))) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin') ?? '';
      const isOurs = origins.has(origin) || (origin === 'null' && site === 'same-origin');
      if (!isOurs || (site !== undefined && site !== 'same-origin'))
        throw new AppError(403, 'foreign_origin', 'This was asked for from another place. Please do it on our own pages.');
      const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
      if (type !== undefined && !TYPES.has(type)) {
        const taken = takesFiles(c.req.path);
        if (taken === undefined) throw new AppError(403, 'type_not_taken', 'This address takes JSON or a form of ours.');
        if (!type.startsWith(taken.begin)) throw new AppError(415, 'type_not_taken', taken.refusal);
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

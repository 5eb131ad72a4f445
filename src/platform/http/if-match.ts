/** Versions of things that several people edit, as HTTP has them: an ETag, and If-Match with each change (RFC 9110, 13.1.1). */
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from './exchange.ts';

/** The ETag of an answer that shows this version. */
export function etagOf(version: string | number): string {
  return `"${version}"`;
}

/** The version that a change was made from. Throws 428 `version_needed` without one. Proxies that compress make the tag a weak one. */
export function readIfMatch(c: Context<AppEnv>): string {
  const [, version] = /^(?:W\/)?"([!#-~]{1,100})"$/.exec(c.req.header('if-match')?.trim() ?? '') ?? [];
  if (version === undefined) throw new AppError(428, 'version_needed', 'Say with If-Match which version this change was made from.');
  return version;
}

/** Throws 412 `changed_since` unless the change was made from what is there now. */
export function refuseOld(read: string, now: string | number): void {
  if (read !== String(now)) throw new AppError(412, 'changed_since', 'Somebody else has changed this since you opened it.');
}

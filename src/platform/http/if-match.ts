import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from './request-context.ts';

/** Optimistic concurrency with ETag and If-Match (RFC 9110, 13.1.1). */

/** Returns the ETag of a version. */
export function etagOf(version: string | number): string {
  return `"${version}"`;
}

/**
 * Returns the version in If-Match. Accepts weak tags, which compressing proxies produce.
 * @throws AppError 428 `version_needed` without a valid header
 */
export function readIfMatch(c: Context<AppEnv>): string {
  const [, version] = /^(?:W\/)?"([!#-~]{1,100})"$/.exec(c.req.header('if-match')?.trim() ?? '') ?? [];
  if (version === undefined) throw new AppError(428, 'version_needed', 'The If-Match header with the version of the record is required.');
  return version;
}

/** @throws AppError 412 `changed_since` when the record has changed since it was read */
export function assertIfMatch(read: string, now: string | number): void {
  if (read !== String(now)) throw new AppError(412, 'changed_since', 'Someone else changed this since you opened it.');
}

/** Returns an ETag value for the order of a list, so that two editors cannot overwrite each other's order. */
export function listEtag(ids: readonly (number | string)[]): string {
  return hash('sha256', ids.join()).slice(0, 16);
}

import type { Context } from 'hono';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';

/** The version of a tale as HTTP knows it: the strong ETag `"7"`. */
export function setVersion(c: Context<AppEnv>, version: number): void {
  c.header('ETag', `"${version}"`);
}

/**
 * The version that `If-Match` names. Throws 428 `version_needed` without one. A proxy that compresses may have made the tag a weak
 * one. Tags that were never ours match nothing: they are version 0.
 */
export function readVersion(c: Context<AppEnv>): number {
  const given = c.req.header('if-match')?.trim() ?? '';
  if (given === '') throw new AppError(428, 'version_needed', 'Say with If-Match which version of the tale this change was made to.');
  const [, version = '0'] = /^(?:W\/)?"(\d{1,9})"$/.exec(given) ?? [];
  return Number(version);
}

import { AppError } from '#src/platform/errors.ts';
import { tooMany } from './account-limits.ts';

/** 429 `too_many` for who has failed too often, with the time to wait in minutes. */
export function tooManyTries(retryAfterSeconds: number): AppError {
  const { status, code, headers } = tooMany(retryAfterSeconds);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return new AppError(status, code, message, { headers });
}

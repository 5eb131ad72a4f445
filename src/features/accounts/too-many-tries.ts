import { AppError } from '#src/platform/errors.ts';
import { tooMany } from './account-limits.ts';

/** 429 `too_many` for who has failed too often, with the time to wait in minutes or hours. */
export function tooManyTries(retryAfterSeconds: number): AppError {
  const { status, code, headers } = tooMany(retryAfterSeconds);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const time = minutes === 1 ? 'a minute' : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  const message = `Too many attempts. Please try again in ${time}.`;
  return new AppError(status, code, message, { headers });
}

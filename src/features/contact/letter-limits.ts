import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { consumeForNetwork } from '#src/platform/limits/limits.ts';

/** By network: a class may write in a lesson, a machine may not go on all night. */
const LETTERS = { points: 10, windowSeconds: 3_600 };

/** Counts one letter of a client's network. Throws 429 `too_many` with Retry-After when there were too many. */
export async function takeLetterTurn(db: Db, address: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, 'contact network', address, LETTERS);
  if (isAllowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `That was a lot of letters at once. Your words are still here: please send them in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  throw new AppError(429, 'too_many', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

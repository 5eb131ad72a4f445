/** How often anyone may ask for the newsletter. How often an address is written to about it: account-limits.ts. */
import { tooManyTries } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { consumeForNetwork, type Limit } from '#src/platform/limits/limits.ts';

const HOUR = 3_600;

/** Schools and libraries share a network. */
const FROM_NETWORK: Limit = { points: 30, windowSeconds: HOUR };

/** Counts one request of a client's network. Throws 429 `too_many` with the time to wait, in words too. */
export async function takeSignUpTurn(db: Db, client: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, 'newsletter network', client, FROM_NETWORK);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
}

/** How often anyone may ask for the letter, and how often an address is written to about it. */
import { tooManyTries } from '#src/features/accounts/accounts.ts';
import type { Db } from '#src/platform/db/db.ts';
import { consume, giveBack, type Limit } from '#src/platform/limits/limits.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';

const HOUR = 3_600;

/** Schools and libraries share a network. */
const FROM_NETWORK: Limit = { points: 30, windowSeconds: HOUR };

/** Whoever types the address of someone else sends them one mail, not many. */
const TO_ADDRESS: { window: string; limit: Limit }[] = [
  { window: 'hour', limit: { points: 1, windowSeconds: HOUR } },
  { window: 'week', limit: { points: 5, windowSeconds: 7 * 24 * HOUR } },
];

/** Counts one request of a client's network. Throws 429 `too_many` with the time to wait, in words too. */
export async function takeSignUpTurn(db: Db, client: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consume(db, `newsletter network ${networkOf(client)}`, FROM_NETWORK);
  if (!isAllowed) throw tooManyTries(retryAfterSeconds);
}

/** Runs what queues a mail to the address when it may have one now, and returns whether it may. What fails is not counted. */
export async function withLetterTurn(db: Db, email: string, queue: () => Promise<void>): Promise<boolean> {
  const taken: { key: string; limit: Limit }[] = [];
  const undo = async () => {
    for (const { key, limit } of taken) await giveBack(db, key, limit);
  };
  for (const { window, limit } of TO_ADDRESS) {
    const key = `newsletter mail ${window} ${email}`;
    if (!(await consume(db, key, limit)).isAllowed) {
      await undo();
      return false;
    }
    taken.push({ key, limit });
  }
  try {
    await queue();
    return true;
  } catch (error) {
    await undo();
    throw error;
  }
}

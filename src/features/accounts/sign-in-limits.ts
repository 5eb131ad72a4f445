import type { Db } from '#src/platform/db/db.ts';
import { consume, giveBack, type Limit, type Verdict } from '#src/platform/limits/limits.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';
import { canonicalEmail } from './canonical-email.ts';

/**
 * How often someone may fail to sign in. A try is taken before the password is looked at and given back when it was right, so
 * that many at once cannot slip through; what was not given back is a failure.
 */

export type SignInTry = {
  /** As it was typed. */
  email: string;
  /** Address of the client, as the trusted proxies tell it. */
  address: string;
  /** The browser has signed in to this very account before, proven by something that nobody can forge. */
  isKnownDevice: boolean;
};

const MINUTES = 60;
const ACCOUNT_AND_NETWORK: Limit = { points: 5, windowSeconds: 15 * MINUTES };
const NETWORK: Limit = { points: 20, windowSeconds: 15 * MINUTES };
const ACCOUNT: Limit = { points: 100, windowSeconds: 60 * MINUTES };

/**
 * Takes a try at signing in; when it is not allowed, the password must not be looked at. It makes no difference whether there is
 * such an account.
 */
export async function takeSignInTry(db: Db, attempt: SignInTry): Promise<Verdict> {
  const taken: LimitedKey[] = [];
  for (const each of limitsOf(attempt)) {
    const verdict = await consume(db, each.key, each.limit);
    if (!verdict.isAllowed) {
      // What one limit refuses is no failure for the others: a network that is stopped must not use up the account's hundred.
      await giveAllBack(db, taken);
      return verdict;
    }
    taken.push(each);
  }
  return { isAllowed: true, retryAfterSeconds: 0 };
}

/** Gives a taken try back: the password was right, or could not be looked at because we were too busy. */
export async function returnSignInTry(db: Db, attempt: SignInTry): Promise<void> {
  await giveAllBack(db, limitsOf(attempt));
}

type LimitedKey = { key: string; limit: Limit };

/**
 * A known device is counted by itself: strangers can use up neither its tries nor, from the same network, those of its owner.
 * It is no way around, as only who has signed in to the account has one, and it too has five tries.
 */
function limitsOf({ email, address, isKnownDevice }: SignInTry): LimitedKey[] {
  const account = canonicalEmail(email);
  const network = networkOf(address);
  if (isKnownDevice) return [{ key: `sign-in known device ${network} ${account}`, limit: ACCOUNT_AND_NETWORK }];
  return [
    { key: `sign-in account and network ${network} ${account}`, limit: ACCOUNT_AND_NETWORK },
    { key: `sign-in network ${network}`, limit: NETWORK },
    { key: `sign-in account ${account}`, limit: ACCOUNT },
  ];
}

async function giveAllBack(db: Db, taken: LimitedKey[]): Promise<void> {
  for (const { key, limit } of taken) await giveBack(db, key, limit);
}

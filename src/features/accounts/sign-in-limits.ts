import type { Db } from '#src/platform/db/db.ts';
import { consumeAll, giveBackAll, type Limit, type LimitedKey, networkLimits, type Verdict } from '#src/platform/limits/limits.ts';
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
  /** The owner has signed in from this network within a year (known-networks.ts). */
  isKnownNetwork?: boolean;
};

const MINUTES = 60;
const ACCOUNT_AND_NETWORK: Limit = { points: 5, windowSeconds: 15 * MINUTES };
const NETWORK: Limit = { points: 20, windowSeconds: 15 * MINUTES };
const ACCOUNT: Limit = { points: 100, windowSeconds: 60 * MINUTES };

/**
 * Takes a try at signing in; when it is not allowed, the password must not be looked at. It makes no difference whether there is
 * such an account.
 */
export function takeSignInTry(db: Db, attempt: SignInTry): Promise<Verdict> {
  return consumeAll(db, limitsOf(attempt));
}

/** Gives a taken try back: the password was right, or could not be looked at because we were too busy. */
export function returnSignInTry(db: Db, attempt: SignInTry): Promise<void> {
  return giveBackAll(db, limitsOf(attempt));
}

/**
 * A known device is counted by itself: strangers can use up neither its tries nor, from the same network, those of its owner.
 * It is no way around, as only who has signed in to the account has one, and it too has five tries. From a known network only the limit
 * over all networks does not count: strangers elsewhere cannot use up what the owner has there.
 */
function limitsOf({ email, address, isKnownDevice, isKnownNetwork }: SignInTry): LimitedKey[] {
  const account = canonicalEmail(email);
  if (isKnownDevice) return networkLimits(`sign-in known device ${account}`, address, ACCOUNT_AND_NETWORK);
  return [
    ...networkLimits(`sign-in account and network ${account}`, address, ACCOUNT_AND_NETWORK),
    ...networkLimits('sign-in network', address, NETWORK),
    ...(isKnownNetwork ? [] : [{ key: `sign-in account ${account}`, limit: ACCOUNT }]),
  ];
}

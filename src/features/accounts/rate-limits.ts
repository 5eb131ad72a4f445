/** Rate limits of sign-in attempts, requested emails and links in emails. Counted in the database, for all processes. */
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import {
  consumeAll,
  consumeForSubnet,
  type LimitedKey,
  type RateLimit,
  type RateLimitResult,
  refundAll,
  subnetLimits,
} from '#src/platform/rate-limit/rate-limit.ts';
import { canonicalEmail } from './email-address.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** By network. Schools and libraries share one: a whole class may register in a lesson. */
const NETWORK_LIMITS = {
  register: { points: 60, windowSeconds: HOUR },
  'ask for a mail': { points: 30, windowSeconds: 15 * MINUTE },
  'use a link': { points: 60, windowSeconds: 15 * MINUTE },
  'log in with a provider': { points: 60, windowSeconds: 15 * MINUTE },
} satisfies Record<string, RateLimit>;

/**
 * Counts a request of the client's network.
 * @throws AppError 429 `too_many` with Retry-After
 */
export async function consumeNetworkLimit(db: Db, action: keyof typeof NETWORK_LIMITS, address: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForSubnet(db, `${action} network`, address, NETWORK_LIMITS[action]);
  if (!isAllowed) throw tooManyRequests(retryAfterSeconds);
}

/** Emails that can be requested for any address. */
type RequestedEmail = 'verify' | 'reset' | 'already-registered' | 'sign-in' | 'change-email' | 'newsletter' | 'invitation';

/**
 * Emails of all kinds to one address. Also protects links: a new link revokes the older one, so unlimited requests could keep
 * revoking someone else's. Emails that only the owner of an account can cause (password changed, passkey added) are not counted.
 */
const ADDRESS_LIMIT: RateLimit = { points: 5, windowSeconds: HOUR };

/** Additional limits by kind. */
const KIND_LIMITS: Record<RequestedEmail, RateLimit[]> = {
  verify: [{ points: 1, windowSeconds: MINUTE }],
  reset: [{ points: 1, windowSeconds: MINUTE }],
  'already-registered': [{ points: 1, windowSeconds: MINUTE }],
  'sign-in': [{ points: 1, windowSeconds: MINUTE }],
  // Also limited by user (settings/email-change.ts).
  'change-email': [],
  invitation: [{ points: 1, windowSeconds: 10 }],
  newsletter: [
    { points: 1, windowSeconds: HOUR },
    { points: 5, windowSeconds: 7 * 24 * HOUR },
  ],
};

/**
 * Runs `queue` if the address may get an email now. Returns whether it may; the response must not reveal it. Emails that fail to
 * queue, or whose `queue` resolves to false, are not counted.
 */
export async function withMailLimit(
  db: Db,
  { kind, email }: { kind: RequestedEmail; email: string },
  queue: () => Promise<unknown>,
): Promise<boolean> {
  const limits = [
    ...KIND_LIMITS[kind].map((limit) => ({ key: `mail ${kind} ${limit.windowSeconds} ${email}`, limit })),
    { key: `mail to address ${email}`, limit: ADDRESS_LIMIT },
  ];
  if (!(await consumeAll(db, limits)).isAllowed) return false;
  try {
    if ((await queue()) === false) await refundAll(db, limits);
    return true;
  } catch (error) {
    await refundAll(db, limits);
    throw error;
  }
}

type SignInAttempt = {
  email: string;
  /** Client address, as reported by trusted proxies. */
  address: string;
  /** The browser has a valid mark for this account (known-devices.ts). */
  isKnownDevice: boolean;
  /** The account has signed in from this network (known-devices.ts). */
  isKnownNetwork?: boolean;
};

const ATTEMPTS_BY_ACCOUNT_AND_NETWORK: RateLimit = { points: 5, windowSeconds: 15 * MINUTE };
const ATTEMPTS_BY_NETWORK: RateLimit = { points: 20, windowSeconds: 15 * MINUTE };
const ATTEMPTS_BY_ACCOUNT: RateLimit = { points: 100, windowSeconds: HOUR };

/**
 * Consumes a sign-in attempt. Call before checking the password, and refund when it is correct: then parallel requests cannot
 * exceed the limit, and only failures count. Works the same whether or not the account exists.
 */
export function consumeSignInAttempt(db: Db, attempt: SignInAttempt): Promise<RateLimitResult> {
  return consumeAll(db, signInLimits(attempt));
}

/** Refunds an attempt whose password was correct or could not be checked. */
export function refundSignInAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  return refundAll(db, signInLimits(attempt));
}

/**
 * A known device has its own five attempts, which strangers cannot use up, even from the same network. A known network is exempt
 * from the limit over all networks, so that strangers elsewhere cannot lock it out.
 */
function signInLimits({ email, address, isKnownDevice, isKnownNetwork }: SignInAttempt): LimitedKey[] {
  const account = canonicalEmail(email);
  if (isKnownDevice) return subnetLimits(`sign-in known device ${account}`, address, ATTEMPTS_BY_ACCOUNT_AND_NETWORK);
  return [
    ...subnetLimits(`sign-in account and network ${account}`, address, ATTEMPTS_BY_ACCOUNT_AND_NETWORK),
    ...subnetLimits('sign-in network', address, ATTEMPTS_BY_NETWORK),
    ...(isKnownNetwork ? [] : [{ key: `sign-in account ${account}`, limit: ATTEMPTS_BY_ACCOUNT }]),
  ];
}

/** 429 `too_many` with Retry-After. */
export function tooManyRequests(retryAfterSeconds: number): AppError {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new AppError(429, 'too_many', 'Too many requests. Please try again in a few minutes.', { headers });
}

/** 429 `too_many` after failed attempts, with the waiting time in the message. */
export function tooManyAttempts(retryAfterSeconds: number): AppError {
  const { status, code, headers } = tooManyRequests(retryAfterSeconds);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const time = minutes === 1 ? 'a minute' : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return new AppError(status, code, `Too many attempts. Please try again in ${time}.`, { headers });
}

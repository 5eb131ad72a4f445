/** How often anyone may ask for mails, and use what came with them. Signing in has limits of its own (sign-in-limits.ts). */
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { consumeAll, consumeForNetwork, giveBackAll, type Limit } from '#src/platform/limits/limits.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** By network. Schools and libraries share one: a class may register in a lesson. */
const NETWORK = {
  register: { points: 60, windowSeconds: HOUR },
  'ask for a mail': { points: 30, windowSeconds: 15 * MINUTE },
  'use a link': { points: 60, windowSeconds: 15 * MINUTE },
} satisfies Record<string, Limit>;

/** Counts one request of a client's network. Throws 429 `too_many` with Retry-After when there were too many. */
export async function takeNetworkTurn(db: Db, what: keyof typeof NETWORK, address: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await consumeForNetwork(db, `${what} network`, address, NETWORK[what]);
  if (!isAllowed) throw tooMany(retryAfterSeconds);
}

export function tooMany(retryAfterSeconds: number): AppError {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new AppError(429, 'too_many', 'That was a lot at once. Please try again in a little while.', { headers });
}

/** Mails to an address that anyone may type. */
export type MailKind = 'verify' | 'reset' | 'already-registered' | 'sign-in' | 'change-email' | 'newsletter';

/**
 * However many kinds are asked for, an address gets five such mails in an hour. Also, as a newer link ends the older one, nobody can
 * keep ending the links of someone else. What only the owner of an account can cause (a changed password, a new passkey) is not counted.
 */
const ADDRESS: Limit = { points: 5, windowSeconds: HOUR };

/** By kind, beside that. */
const BY_KIND: Record<MailKind, Limit[]> = {
  verify: [{ points: 1, windowSeconds: MINUTE }],
  reset: [{ points: 1, windowSeconds: MINUTE }],
  'already-registered': [{ points: 1, windowSeconds: MINUTE }],
  'sign-in': [{ points: 1, windowSeconds: MINUTE }],
  // Who asks is signed in, and counted by person too (ask-email-change.ts).
  'change-email': [],
  newsletter: [
    { points: 1, windowSeconds: HOUR },
    { points: 5, windowSeconds: 7 * 24 * HOUR },
  ],
};

/**
 * Runs what queues a mail when the address may have one now, and returns whether it may. What fails, or resolves to false as there was
 * nothing to queue, is not counted; what is refused is told to nobody.
 */
export async function withMailTurn(
  db: Db,
  { kind, email }: { kind: MailKind; email: string },
  queue: () => Promise<unknown>,
): Promise<boolean> {
  const limits = [
    ...BY_KIND[kind].map((limit) => ({ key: `mail ${kind} ${limit.windowSeconds} ${email}`, limit })),
    { key: `mail to address ${email}`, limit: ADDRESS },
  ];
  if (!(await consumeAll(db, limits)).isAllowed) return false;
  try {
    if ((await queue()) === false) await giveBackAll(db, limits);
    return true;
  } catch (error) {
    await giveBackAll(db, limits);
    throw error;
  }
}

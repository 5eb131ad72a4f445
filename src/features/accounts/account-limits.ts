/** How often anyone may ask for mails, and use what came with them. Signing in has limits of its own (sign-in-limits.ts). */
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import { consume, giveBack, type Limit } from '#src/platform/limits/limits.ts';
import { networkOf } from '#src/platform/limits/network-of.ts';

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
  const { isAllowed, retryAfterSeconds } = await consume(db, `${what} network ${networkOf(address)}`, NETWORK[what]);
  if (!isAllowed) throw tooMany(retryAfterSeconds);
}

export function tooMany(retryAfterSeconds: number): AppError {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new AppError(429, 'too_many', 'That was a lot at once. Please try again in a little while.', { headers });
}

/** Kinds are counted by themselves: who asks for links to sign in must not keep the mails of a registration away. */
export type MailKind = 'verify' | 'reset' | 'already-registered' | 'sign-in';

/**
 * An address gets a mail of a kind once a minute, and five in an hour: also, as a newer link ends the older one, nobody can
 * keep ending the links of someone else.
 */
const MAIL_LIMITS: { window: string; limit: Limit }[] = [
  { window: 'minute', limit: { points: 1, windowSeconds: MINUTE } },
  { window: 'hour', limit: { points: 5, windowSeconds: HOUR } },
];

/**
 * Runs what queues a mail when the address may have one now, and returns whether it may. What fails is not counted; what is refused
 * is told to nobody.
 */
export async function withMailTurn(
  db: Db,
  { kind, email }: { kind: MailKind; email: string },
  queue: () => Promise<void>,
): Promise<boolean> {
  const taken: { key: string; limit: Limit }[] = [];
  const undo = async () => {
    for (const { key, limit } of taken) await giveBack(db, key, limit);
  };
  for (const { window, limit } of MAIL_LIMITS) {
    const key = `mail ${kind} ${window} ${email}`;
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

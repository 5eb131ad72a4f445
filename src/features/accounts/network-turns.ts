import { widestNetworkOf } from '#src/platform/limits/network-of.ts';
import { createTurns } from '#src/platform/turns.ts';

/**
 * A try to sign in counts as a failure until it turns out to be none. So of one network, a school's, only a few are under way at
 * once, and fifty who are right do not use up its twenty. Passwords are hashed two at a time anyway (passwords.ts).
 */
const UNDER_WAY = { running: 3, waiting: 100, retryAfterSeconds: 5 };

type Turns = { take: ReturnType<typeof createTurns>; users: number };
const networks = new Map<string, Turns>();

/** Does the work when it is the turn of this client's network. Throws 503 `busy` when too many of it wait; others are not held up. */
export async function inNetworkTurn<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  const network = widestNetworkOf(address);
  const turns = networks.get(network) ?? { take: createTurns(UNDER_WAY), users: 0 };
  networks.set(network, turns);
  turns.users += 1;
  try {
    return await turns.take(work);
  } finally {
    turns.users -= 1;
    if (turns.users === 0) networks.delete(network);
  }
}

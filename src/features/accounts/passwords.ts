import { hash, type Options, verify } from '@node-rs/argon2';
import { createTurns } from '#src/platform/turns.ts';
import { isTooLong } from './password-limits.ts';

/**
 * Keeps and checks passwords: argon2id (RFC 9106) with 19 MiB, two passes, one lane, as OWASP advises.
 *
 * A password is taken exactly as it was received: not trimmed, not cut, and its Unicode form is not changed on either side.
 * Bringing it to NFC would help someone whose two keyboards write an accent differently, but one forgotten call on one of the
 * many ways in would lock people out.
 */

// Argon2id is 2 in the package's enum, which exists in its types only.
const ARGON2ID = 2;
const COST: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each one fills a core and 19 MiB: two leave the pages their share. A hundred wait about a second.
const inTurn = createTurns({ running: 2, waiting: 100, retryAfterSeconds: 5 });

/**
 * The hash to store, in the PHC format (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`). Judge the password first
 * (`weakPasswordReasons`). Throws the AppError 503 `busy` when too many passwords wait.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Whether the password is the one that was hashed. Give `undefined` for an account that is not there, or has no password: the
 * answer is then false and takes as long. Throws the AppError 503 `busy` when too many passwords wait.
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Nobody can have chosen it, so the quick answer tells nothing of the account.
  if (isTooLong(password)) return false;
  return inTurn(async () => {
    if (stored !== undefined) return verify(stored, password);
    await hash(password, COST);
    return false;
  });
}

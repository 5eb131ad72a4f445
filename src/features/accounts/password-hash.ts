/**
 * Password hashing: argon2id (RFC 9106) with the parameters recommended by OWASP.
 *
 * Passwords are hashed exactly as received: not trimmed, truncated or normalized. Normalizing would help users whose keyboards
 * encode an accent differently, but one code path without it would lock users out.
 */
import { hash, type Options, verify } from '@node-rs/argon2';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import { isTooLong } from './auth-schemas.ts';

// The package's enum exists in its types only.
const ARGON2ID = 2;
const COST: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash uses a whole core and 19 MiB. Two at a time leave room for requests; a queue of 100 takes about a second.
const limit = createLimiter({ running: 2, waiting: 100, retryAfterSeconds: 5 });

/**
 * Returns the hash to store, in PHC format (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`). Check the password with
 * `weakPasswordReasons` first.
 * @throws AppError 503 `busy`
 */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, COST));
}

/**
 * Checks a password against a stored hash. Pass undefined for a missing account or password: returns false after the same time.
 * @throws AppError 503 `busy`
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Nobody can have chosen such a password, so the fast response reveals nothing.
  if (isTooLong(password)) return false;
  return limit(async () => {
    if (stored !== undefined) return verify(stored, password);
    await hash(password, COST);
    return false;
  });
}

import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, exchangeOf } from '#src/platform/http/exchange.ts';
import type { PersonView } from './contract.ts';
import type { AccountDeps } from './deps.ts';
import { hashToken } from './hashed-sessions.ts';
import { knownDeviceCookie } from './known-device.ts';
import { rememberNetwork } from './known-networks.ts';
import { readToken, sessionCookie, writeSessionCookie } from './session-cookie.ts';

type Proof = {
  /** The stored hash that the password was compared with. When it has been changed meanwhile, nobody gets in. */
  passwordHash?: string | undefined;
  /** Token of a session that better-auth has made in proving it: ours takes its place. */
  insteadOf?: string;
};

const LONGEST_USER_AGENT = 1_000;

/**
 * Signs in a person who has proven to be the owner of the account: makes a session (a token of 256 random bits, of which the
 * table holds the SHA-256), removes that of the request's cookie in the same transaction, sets the cookie, and makes the
 * browser and the network known to the account. `deps.db` may be a transaction of the caller. Throws 401 `wrong_credentials` for an account
 * that is gone, disabled or not verified.
 */
export async function startSession(
  c: Context<AppEnv>,
  deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>,
  userId: string,
  { passwordHash, insteadOf }: Proof = {},
): Promise<PersonView> {
  const cookies = c.req.header('cookie');
  const token = randomBytes(32).toString('base64url');
  const old = [readToken(cookies, sessionCookie(deps.publicUrl)), insteadOf].flatMap((each) => (each === undefined ? [] : hashToken(each)));
  const person = await transact(deps.db, async (trx) => {
    // Whoever changes the password or disables the account waits for these locks, and then finds this session to remove. The
    // person's row comes first there too, so that no two wait for each other.
    const found = await sql<PersonView>`
      select name, email, role from profiles where id = ${userId} and email_verified and disabled_at is null for share`.execute(trx);
    if (old.length > 0) await trx.deleteFrom('sessions').where('token', 'in', old).execute();
    const view = found.rows[0];
    if (view === undefined || !(await isStillPassword(trx, userId, passwordHash))) return undefined;
    const userAgent = c.req.header('user-agent')?.slice(0, LONGEST_USER_AGENT) ?? null;
    await trx
      .insertInto('sessions')
      .values({ token: hashToken(token), user_id: userId, user_agent: userAgent, expires_at: sql`now() + interval '14 days'` })
      .execute();
    await rememberNetwork(trx, deps.secret, { userId, address: exchangeOf(c).clientAddress() });
    return view;
  });
  if (person === undefined) throw wrongCredentials();
  c.header('Set-Cookie', writeSessionCookie(token, deps), { append: true });
  c.header('Set-Cookie', knownDeviceCookie(cookies, person.email, deps), { append: true });
  return person;
}

/** One answer for every reason, so that it tells nothing of the account. */
export function wrongCredentials(): AppError {
  return new AppError(401, 'wrong_credentials', 'Wrong email or password. Please try again.');
}

async function isStillPassword(trx: AccountDeps['db'], userId: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash === undefined) return true;
  const { rows } = await sql`
    select 1 from credentials where user_id = ${userId} and provider_id = 'credential' and password = ${passwordHash} for share`.execute(
    trx,
  );
  return rows.length > 0;
}

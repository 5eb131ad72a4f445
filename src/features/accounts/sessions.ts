import { createHmac, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { sql } from 'kysely';
import type { UserView } from '#src/api-client/current-user.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { type AppEnv, getRequestContext } from '#src/platform/http/request-context.ts';
import { hashToken, readSessionToken, sessionCookie, writeCookie } from './cookies.ts';
import type { AccountDeps } from './deps.ts';
import { knownDeviceCookie, rememberNetwork } from './known-devices.ts';
import { revokeTokens } from './one-time-tokens.ts';

/** As long as the longest session. Whether a session has ended is decided by the database. */
const SESSION_MAX_AGE_SECONDS = 90 * 24 * 60 * 60;

type SessionOptions = {
  /** The stored hash that the password matched. If it has changed since, the sign-in fails. */
  passwordHash?: string | undefined;
  /** Token of a session that better-auth created during the sign-in. The new session replaces it. */
  replaces?: string;
};

const MAX_USER_AGENT_LENGTH = 1_000;

/**
 * Signs in the owner of an account: creates a session (a token of 256 random bits, stored as SHA-256), deletes the session of the
 * request's cookie in the same transaction, sets the cookie, and remembers the browser and the network for rate limits.
 * `deps.db` may be a transaction.
 * @throws AppError 401 `wrong_credentials` when the account is deleted, disabled or not verified
 */
export async function startSession(
  c: Context<AppEnv>,
  deps: Pick<AccountDeps, 'db' | 'publicUrl' | 'secret'>,
  userId: string,
  { passwordHash, replaces }: SessionOptions = {},
): Promise<UserView> {
  const cookies = c.req.header('cookie');
  const token = randomBytes(32).toString('base64url');
  const old = [readSessionToken(cookies, sessionCookie(deps.publicUrl)), replaces].flatMap((each) =>
    each === undefined ? [] : hashToken(each),
  );
  const user = await transact(deps.db, async (trx) => {
    // Changing the password or disabling the account waits for these locks, and then deletes this session. Both lock the
    // profile first, so that they cannot deadlock.
    const found = await sql<UserView>`
      select name, email, role from users where id = ${userId} and email_verified and disabled_at is null for share`.execute(trx);
    if (old.length > 0) await trx.deleteFrom('sessions').where('token', 'in', old).execute();
    const view = found.rows[0];
    if (view === undefined || !(await isCurrentPassword(trx, userId, passwordHash))) return undefined;
    const userAgent = c.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
    await trx
      .insertInto('sessions')
      .values({ token: hashToken(token), user_id: userId, user_agent: userAgent, expires_at: sql`now() + interval '14 days'` })
      .execute();
    await rememberNetwork(trx, deps.secret, { userId, address: getRequestContext(c).clientAddress() });
    return view;
  });
  if (user === undefined) throw wrongCredentials();
  c.header('Set-Cookie', writeSessionCookie(token, deps), { append: true });
  c.header('Set-Cookie', knownDeviceCookie(cookies, user.email, deps), { append: true });
  return user;
}

/** The same error for every reason, so that it reveals nothing about the account. */
export function wrongCredentials(): AppError {
  return new AppError(401, 'wrong_credentials', 'Wrong email or password. Please try again.');
}

/**
 * Revokes every way into an account: sessions except `exceptSession`, links in emails, and sign-ins that wait for their second
 * factor. Returns the number of sessions.
 */
export async function revokeAccess(trx: Db, userId: string, exceptSession?: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id is distinct from ${exceptSession ?? null}`)
    .executeTakeFirst();
  // better-auth stores the account of such a sign-in as the value of its challenge.
  await trx.deleteFrom('verifications').where('value', '=', userId).execute();
  await revokeTokens(trx, userId);
  return Number(numDeletedRows);
}

async function isCurrentPassword(trx: Db, userId: string, passwordHash: string | undefined): Promise<boolean> {
  if (passwordHash === undefined) return true;
  const { rows } = await sql`
    select 1 from credentials where user_id = ${userId} and provider_id = 'credential' and password = ${passwordHash} for share`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Returns the Set-Cookie of a session, signed as better-auth expects (HMAC-SHA-256, base64). */
export function writeSessionCookie(token: string, { publicUrl, secret }: { publicUrl: string; secret: string }): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const value = encodeURIComponent(`${token}.${signature}`);
  return writeCookie({ ...sessionCookie(publicUrl), value, maxAge: SESSION_MAX_AGE_SECONDS });
}

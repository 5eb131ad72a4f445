/** Sign-in with better-auth on our tables. Nothing of it is served directly: our own routes call it, after their own checks. */
import { randomBytes } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth } from 'better-auth/minimal';
import type { Db } from '#src/platform/db/db.ts';
import { passkeys, provenSignIn, secondFactor } from './auth-plugins.ts';
import { challengeCookies } from './challenge-cookies.ts';
import { byDatabaseClock, databaseAhead } from './database-clock.ts';
import { hashedSessions } from './hashed-sessions.ts';
import { sessionCookie } from './session-cookie.ts';

type AuthDeps = {
  db: Db;
  /** Where readers reach the site; with https the cookie is bound to this very host. */
  publicUrl: string;
  /** Signs the cookie; the same in all processes. At least 32 characters. */
  secret: string;
  passwords: { hash(password: string): Promise<string>; verify(given: { hash: string; password: string }): Promise<boolean> };
};

const DAY = 24 * 60 * 60;
const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' };

export type Auth = ReturnType<typeof createAuth>;

/** Makes sign-in for our tables. How long a session lasts is said in current-person.ts, by the database's clock. */
export function createAuth({ db, publicUrl, secret, passwords }: AuthDeps) {
  const { name, isSecure } = sessionCookie(publicUrl);
  return betterAuth({
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Ours counts in Postgres, for all processes.
    rateLimit: { enabled: false },
    // Transactions are begun by our own code, which then hands one in as `db`.
    database: byDatabaseClock(hashedSessions(kyselyAdapter(db, { type: 'postgres', transaction: false })), databaseAhead(db)),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 10,
      maxPasswordLength: 256,
      password: passwords,
    },
    user: {
      modelName: 'profiles',
      fields: { emailVerified: 'email_verified', ...STAMPS },
      // `input: false`: nobody makes himself an administrator by asking.
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } },
    },
    session: {
      modelName: 'sessions',
      fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...STAMPS },
      expiresIn: 14 * DAY,
      updateAge: DAY,
      // Whoever adds a passkey is asked for the password by us; how long ago the sign-in was does not matter then.
      freshAge: 0,
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...STAMPS,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...STAMPS }, storeIdentifier: 'hashed' },
    plugins: [secondFactor(), provenSignIn(), passkeys(publicUrl)],
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            // 256 bits instead of the library's 190.
            const token = randomBytes(32).toString('base64url');
            return { data: { ...session, token, userAgent: session.userAgent?.slice(0, 1_000) } };
          },
        },
      },
    },
    advanced: {
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookies: {
        session_token: { name, attributes: { secure: isSecure, path: '/' } },
        ...challengeCookies(publicUrl),
      },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
    },
  });
}

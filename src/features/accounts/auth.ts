/** better-auth on our tables. None of its endpoints is served: our own routes call it after their own checks. */

import { createPublicKey, randomBytes, randomInt } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { passkey } from '@better-auth/passkey';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { withDatabaseClock, withHashedSessions } from './auth-adapter.ts';
import { challengeCookies, sessionCookie } from './cookies.ts';

const OFFSET_MAX_AGE_MS = 60_000;

type AuthDeps = {
  db: Db;
  /** The public URL of the site. With https the cookies are bound to its host. */
  publicUrl: string;
  /** Signs the cookies, at least 32 characters. The same in all processes. */
  secret: string;
  passwords: { hash(password: string): Promise<string>; verify(given: { hash: string; password: string }): Promise<boolean> };
};

const DAY = 24 * 60 * 60;
const TIMESTAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' };

export type Auth = ReturnType<typeof createAuth>;

/** Creates better-auth for our tables. How long sessions last is decided by `ACTIVE_SESSION` (guards.ts). */
export function createAuth({ db, publicUrl, secret, passwords }: AuthDeps) {
  const { name, isSecure } = sessionCookie(publicUrl);
  const adapter = kyselyAdapter(db, { type: 'postgres', transaction: false });
  return betterAuth({
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Our rate limits count in Postgres, for all processes.
    rateLimit: { enabled: false },
    // Our code opens the transactions and passes them as `db`.
    database: withDatabaseClock(withHashedSessions(adapter), databaseClockOffset(db)),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 10,
      maxPasswordLength: 256,
      password: passwords,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...TIMESTAMPS },
      // `input: false`: the role cannot be set by a request.
      additionalFields: { role: { type: 'string', input: false, defaultValue: 'user' } },
    },
    session: {
      modelName: 'sessions',
      fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...TIMESTAMPS },
      expiresIn: 14 * DAY,
      updateAge: DAY,
      // Adding a passkey requires the password instead of a recent sign-in.
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
        ...TIMESTAMPS,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...TIMESTAMPS }, storeIdentifier: 'hashed' },
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

const SIGN_IN_PROVEN = '/sign-in/proven';

/** Without characters that look alike. */
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const RECOVERY_CODES = 10;

/**
 * TOTP codes of an authenticator app (RFC 6238: 6 digits, 30 s, SHA-1) and recovery codes. Required after every sign-in except
 * with a passkey.
 */
function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Talewood',
    // Our rate limits count by challenge, account and known device (second-factor.ts).
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: generateRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'second_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    // The plugin itself only handles sign-in with a password.
    matcher: (context: Parameters<typeof hook.matcher>[0]) => context.path === SIGN_IN_PROVEN || hook.matcher(context),
  }));
  return { ...plugin, hooks: { after } };
}

/**
 * Sign-in of a user whose first factor our own routes have checked. Used when a second factor is required: the hook above
 * replaces the session created here by a challenge.
 */
function provenSignIn() {
  return {
    id: 'talewood-proven-sign-in',
    endpoints: {
      signInProven: createAuthEndpoint(SIGN_IN_PROVEN, { method: 'POST', body: z.strictObject({ userId: z.uuid() }) }, async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (user === null) throw new APIError('UNAUTHORIZED');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ signedIn: true });
      }),
      /** Returns the account of the challenge in the request's cookie, without consuming the challenge. */
      findChallenged: createAuthEndpoint('/sign-in/challenged', { method: 'POST' }, async (context) => {
        const { createAuthCookie, internalAdapter, secret } = context.context;
        const identifier = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
        const challenge = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
        return context.json({ userId: challenge?.value ?? null });
      }),
    },
  };
}

/** Passkeys (WebAuthn level 3). User verification is required, so they need no second factor. */
function passkeys(publicUrl: string) {
  const assert = (condition: boolean | undefined, code: string) => {
    if (condition !== true) throw new APIError('UNAUTHORIZED', { code });
  };
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Talewood',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    // 1.7.6 does not enforce user verification, and accepts any credential id and public key.
    registration: {
      afterVerification: async ({ verification: { registrationInfo }, clientData }) => {
        assert(registrationInfo?.userVerified, 'USER_NOT_VERIFIED');
        assert(registrationInfo?.credential.id === clientData.id, 'OTHER_CREDENTIAL');
        assert(registrationInfo && isUsableKey(registrationInfo.credential.publicKey), 'UNUSABLE_KEY');
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => assert(verification.authenticationInfo.userVerified, 'USER_NOT_VERIFIED'),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          userId: 'user_id',
          credentialID: 'credential_id',
          publicKey: 'public_key',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

const CURVES = new Map<number | undefined, string>([
  [cose.COSECRV.P256, 'P-256'],
  [cose.COSECRV.P384, 'P-384'],
  [cose.COSECRV.P521, 'P-521'],
]);

/** False for an elliptic curve key (COSE, RFC 9053) whose point is not on its curve. */
function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey);
  if (!cose.isCOSEPublicKeyEC2(key)) return true;
  const [x, y] = [key.get(cose.COSEKEYS.x), key.get(cose.COSEKEYS.y)].map((bytes) => Buffer.from(bytes ?? []).toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: CURVES.get(key.get(cose.COSEKEYS.crv)) ?? '', x: x ?? '', y: y ?? '' } });
    return true;
  } catch {
    return false;
  }
}

/** Ten codes of three groups of four characters, 59 bits each. */
function generateRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => [group(), group(), group()].join('-'));
}

/**
 * Returns a function for the offset of the database's clock from this process's, in milliseconds. Measured once a minute, and
 * extrapolated with the monotonic clock.
 */
function databaseClockOffset(db: Db): () => Promise<number> {
  let measured: { time: number; at: number } | undefined;
  return async () => {
    if (measured === undefined || performance.now() - measured.at > OFFSET_MAX_AGE_MS) {
      const start = performance.now();
      const { rows } = await sql<{ time: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(db);
      measured = { time: rows[0]?.time ?? Date.now(), at: (start + performance.now()) / 2 };
    }
    return Math.round(measured.time + performance.now() - measured.at - Date.now());
  };
}

/** What better-auth does beside passwords: codes of an authenticator app, recovery codes, passkeys. */
import { randomInt } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { z } from 'zod';

const SIGN_IN_PROVEN = '/sign-in/proven';

/** Letters and digits that nobody takes for others. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const RECOVERY_CODES = 10;

/**
 * Codes of an authenticator app (RFC 6238: six digits, 30 s, SHA-1), and ten recovery codes. The code is asked for after every
 * sign-in that is not by passkey.
 */
export function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Talewood',
    // Ours counts by challenge and account in Postgres, a known device by itself (second-factor.ts).
    accountLockout: { enabled: false },
    backupCodeOptions: { storeBackupCodes: 'encrypted', customBackupCodesGenerate: makeRecoveryCodes },
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
    // It knows sign-in by password only.
    matcher: (context: Parameters<typeof hook.matcher>[0]) => context.path === SIGN_IN_PROVEN || hook.matcher(context),
  }));
  return { ...plugin, hooks: { after } };
}

/**
 * Sign-in of someone whose first factor our own routes have checked. Nothing of better-auth is served, so only they can call it.
 * Used where a second factor is due: the session that is made here is removed again by the hook above, which sets a challenge.
 */
export function provenSignIn() {
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
    },
  };
}

/** Passkeys (WebAuthn level 3). The authenticator must have checked its owner, by finger or PIN, so no further factor is due. */
export function passkeys(publicUrl: string) {
  const needOwner = (isVerified: boolean | undefined) => {
    if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
  };
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Talewood',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    // 1.7.6 lets both pass without a check of the owner, whatever was asked for.
    registration: {
      afterVerification: async ({ verification }) => needOwner(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => needOwner(verification.authenticationInfo.userVerified),
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

/** Twelve of 31 characters, 59 bits, in three groups. */
function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => [group(), group(), group()].join('-'));
}

/** What better-auth does beside passwords: codes of an authenticator app, recovery codes, passkeys. */
import { createPublicKey, randomInt } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
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
      /** The account that the challenge of the request's cookie was made for. Uses nothing up. */
      findChallenged: createAuthEndpoint('/sign-in/challenged', { method: 'POST' }, async (context) => {
        const { createAuthCookie, internalAdapter, secret } = context.context;
        const identifier = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
        const challenge = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
        return context.json({ userId: challenge?.value ?? null });
      }),
    },
  };
}

/** Passkeys (WebAuthn level 3). The authenticator must have checked its owner, by finger or PIN, so no further factor is due. */
export function passkeys(publicUrl: string) {
  const need = (isMet: boolean | undefined, code: string) => {
    if (isMet !== true) throw new APIError('UNAUTHORIZED', { code });
  };
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Talewood',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    // 1.7.6 lets both pass without a check of the owner, whatever was asked for; and names and keys as they come.
    registration: {
      afterVerification: async ({ verification: { registrationInfo: made }, clientData }) => {
        need(made?.userVerified, 'USER_NOT_VERIFIED');
        need(made?.credential.id === clientData.id, 'OTHER_CREDENTIAL');
        need(made && isUsableKey(made.credential.publicKey), 'UNUSABLE_KEY');
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => need(verification.authenticationInfo.userVerified, 'USER_NOT_VERIFIED'),
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

/** False for a key (COSE, RFC 9053) of an elliptic curve whose point does not lie on it. */
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

/** Twelve of 31 characters, 59 bits, in three groups. */
function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => [group(), group(), group()].join('-'));
}

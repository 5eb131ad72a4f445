/** What other features may use of accounts. */

export { lockUnverifiedAccount } from './account-rows.ts';
export { assertNotLastAdministrator, lockAdministrators } from './administrators.ts';
export { clearSessionCookie } from './cookies.ts';
export type { AccountDeps, AccountRouteDeps } from './deps.ts';
export { type AccountDevice, endOtherSessions, endSession, listDevices } from './devices.ts';
export { AddressField, canonicalEmail } from './email-address.ts';
export { parseNewEmail, requestEmailChange } from './email-change.ts';
export type { ConnectedUser, Editor, Guards, SessionUser } from './guards.ts';
export { createGuards, hashKey, mayEdit } from './guards.ts';
export { logAccountChange, readId } from './http-helpers.ts';
export { type AccountIdentity, exportIdentities, hasPassword, identityRoutes, listIdentities } from './identities/linked-identities.ts';
export { consumeToken, createEmailLink, issueToken, linkPagePath, revokeTokens, tokenError } from './one-time-tokens.ts';
export { PublicKeyOptions, Settings } from './openapi.ts';
export { type AccountPasskey, listPasskeys, passkeyRoutes } from './passkeys.ts';
export { assertStrongPassword, type ConfirmedPassword, changePassword, confirmPassword, lockConfirmedPassword } from './password.ts';
export { consumeNetworkLimit, tooManyAttempts, tooManyRequests, withMailLimit } from './rate-limits.ts';
export { revokeAccess } from './sessions.ts';
export { simulateMail } from './timing-decoy.ts';
export { getSecondFactor, type SecondFactor, twoFactorRoutes } from './two-factor.ts';
export { renderVerificationEmail } from './verification-emails.ts';

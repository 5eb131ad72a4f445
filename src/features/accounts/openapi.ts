/** Registration, login and recovery, as the OpenAPI document describes them. Their routes are in `*-routes.ts` beside this file. */

import { z } from 'zod';
import type { UserView } from '#src/api-client/current-user.ts';
import { ROLES } from '#src/permissions.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import { LoginSchema, NextField } from './auth-schemas.ts';
import type { MeAnswer, SessionAnswer } from './contract.ts';
import { AddressBody } from './email-address.ts';
import { IdTokenBody } from './identities/identity-routes.ts';
import { InvitationBody } from './invitations.ts';
import { PasskeyBody } from './passkey-sign-in.ts';
import { ResetBody } from './password-reset.ts';
import { AddressChangeBody, RegistrationBody } from './registration.ts';
import { CodeBody } from './second-factor.ts';
import { AccountSettings } from './settings-schemas.ts';
import { LinkBody } from './sign-in-link.ts';
import { VerificationBody } from './verification.ts';

const Person = z
  .object({ name: z.string(), email: z.string(), role: z.enum(ROLES) })
  .meta({ id: 'Person', description: 'A logged-in person.' }) satisfies z.ZodType<UserView>;

export const Settings = AccountSettings.meta({ id: 'AccountSettings', description: 'Settings that follow a person to each device.' });

const Me = z
  .union([
    z.object({ person: z.null() }),
    z.object({ person: Person, id: z.uuid().describe('Names the realtime channel of the account, `account:{id}`.'), settings: Settings }),
  ])
  .meta({ id: 'Me', description: 'The person who is logged in, with their settings; `person` is null for nobody.' });
/** The schema and the type of the routes must agree. */
Me satisfies z.ZodType<MeAnswer>;

const SignedIn = z.object({ person: Person }).meta({ id: 'SignedIn', description: 'The person who has logged in.' });

const SessionResult = z
  .union([SignedIn, z.object({ secondFactor: z.literal(true) })])
  .meta({ id: 'SessionResult', description: 'The person who has logged in, or a request for the code of the second factor.' });
SessionResult satisfies z.ZodType<SessionAnswer>;

const Accepted = z.object({}).meta({ id: 'Accepted', description: 'An empty object: the request was accepted.' });

export const PublicKeyOptions = z
  .record(z.string(), z.unknown())
  .meta({ id: 'PublicKeyOptions', description: 'Options for `navigator.credentials`, as JSON of WebAuthn level 3.' });

const TOO_MANY = { 429: 'Too many attempts; see `Retry-After`' };
const LINK_ERRORS = {
  400: 'The link was sent to another address (`other_address`)',
  410: 'The link has expired or was used (`link_faded`)',
};
const SAME_FOR_ALL = 'The response is the same whether or not there is an account with this address.';

/** Operations that need no session; they are accepted from pages of the site only. */
export const signInOperations: readonly Operation[] = [
  describeOperation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    summary: 'Get the logged-in person',
    description: 'Who is logged in by the session cookie, if anybody, and the settings that follow them to each device.',
    response: Me,
  }),
  describeOperation({
    id: 'logIn',
    method: 'POST',
    path: '/session',
    summary: 'Log in with a password',
    description: 'Sets the session cookie, or asks for the code of the second factor.',
    body: LoginSchema.extend({ next: NextField }),
    response: SessionResult,
    errors: {
      401: 'Wrong email or password (`wrong_credentials`)',
      403: 'The email address is not verified (`not_verified`)',
      ...TOO_MANY,
    },
  }),
  describeOperation({
    id: 'logInWithCode',
    method: 'POST',
    path: '/session/code',
    summary: 'Log in with a second-factor code',
    description: 'Completes a login with a six-digit code of the authenticator app or a recovery code.',
    body: CodeBody,
    response: SignedIn,
    errors: { 401: 'The code is wrong, or the login has expired', ...TOO_MANY },
  }),
  describeOperation({
    id: 'acceptInvitation',
    method: 'POST',
    path: '/invitations',
    summary: 'Accept an invitation',
    description: 'Creates the account of an invited person with the token of their link, and logs them in.',
    body: InvitationBody,
    response: SignedIn,
    errors: { ...LINK_ERRORS, 409: 'The address already has an account (`has_account`)', ...TOO_MANY },
  }),
  describeOperation({
    id: 'requestLoginLink',
    method: 'POST',
    path: '/sign-in-links',
    summary: 'Request a login link',
    description: `Sends an email with a login link. ${SAME_FOR_ALL}`,
    body: AddressBody,
    response: Accepted,
    status: 202,
    errors: TOO_MANY,
  }),
  describeOperation({
    id: 'logInWithLink',
    method: 'POST',
    path: '/session/link',
    summary: 'Log in with a login link',
    description: 'Exchanges the token of a login link for a session.',
    body: LinkBody,
    response: SessionResult,
    errors: LINK_ERRORS,
  }),
  describeOperation({
    id: 'createPasskeyLoginOptions',
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Start a login with a passkey',
    description: 'Options for `navigator.credentials.get`. Sets the cookie of the challenge, which expires after five minutes.',
    response: PublicKeyOptions,
    errors: TOO_MANY,
  }),
  describeOperation({
    id: 'logInWithPasskey',
    method: 'POST',
    path: '/session/passkey',
    summary: 'Log in with a passkey',
    description: 'Verifies the response of the authenticator and sets the session cookie.',
    body: PasskeyBody,
    response: SignedIn,
    errors: { 401: 'The passkey is not valid (`passkey_refused`)' },
  }),
  describeOperation({
    id: 'logInWithIdToken',
    method: 'POST',
    path: '/session/id-token',
    summary: 'Log in with an ID token of a provider',
    description:
      'For native applications: verifies an ID token (OpenID Connect) of a configured provider, at most ten minutes old, and sets the session cookie. Each token works once. Send the `Origin` of the site.',
    body: IdTokenBody,
    response: SessionResult,
    errors: {
      401: 'The token is not valid for this site (`identity_refused`)',
      403: 'The address has to be confirmed first, by our email (`confirm_email`)',
      404: 'Unknown provider (`no_provider`)',
      409: 'The address has an account, which is not linked (`link_first`)',
      422: 'Invalid input, or no email address in the token (`no_email`)',
      503: 'The provider does not answer (`provider_down`)',
      ...TOO_MANY,
    },
  }),
  describeOperation({
    id: 'logOut',
    method: 'DELETE',
    path: '/session',
    summary: 'Log out',
    description: 'Ends the session and clears what the browser has stored. Also 204 if nobody was logged in.',
  }),
  describeOperation({
    id: 'register',
    method: 'POST',
    path: '/registrations',
    summary: 'Register',
    description: `Creates an account and sends an email to verify the address. ${SAME_FOR_ALL}`,
    body: RegistrationBody,
    response: Accepted,
    status: 202,
    errors: { 422: 'Invalid input, or a weak password (`weak_password`)', ...TOO_MANY },
  }),
  describeOperation({
    id: 'resendVerification',
    method: 'POST',
    path: '/registrations/resend',
    summary: 'Resend the verification email',
    description: `Sends the verification email again. ${SAME_FOR_ALL}`,
    body: AddressBody,
    response: Accepted,
    status: 202,
    errors: TOO_MANY,
  }),
  describeOperation({
    id: 'correctRegistrationEmail',
    method: 'POST',
    path: '/registrations/address',
    summary: 'Correct the address of a registration',
    description: 'Changes an email address that is not verified yet, and sends the verification email there.',
    body: AddressChangeBody,
    response: Accepted,
    status: 202,
    errors: TOO_MANY,
  }),
  describeOperation({
    id: 'verifyEmail',
    method: 'POST',
    path: '/verifications',
    summary: 'Verify an email address',
    description: 'Verifies the address with the token of the verification email, and logs in.',
    body: VerificationBody,
    response: SignedIn,
    errors: LINK_ERRORS,
  }),
  describeOperation({
    id: 'requestPasswordReset',
    method: 'POST',
    path: '/password-resets',
    summary: 'Request a password reset',
    description: `Sends an email with a link to choose a new password. ${SAME_FOR_ALL}`,
    body: AddressBody,
    response: Accepted,
    status: 202,
    errors: TOO_MANY,
  }),
  describeOperation({
    id: 'resetPassword',
    method: 'PUT',
    path: '/password-resets',
    summary: 'Reset a password',
    description: 'Sets a new password with the token of the email. Ends all sessions, and revokes API keys unless `keepKeys` is true.',
    body: ResetBody,
    errors: { ...LINK_ERRORS, 422: 'Invalid input, or a weak password (`weak_password`)' },
  }),
  describeOperation({
    id: 'confirmEmailChange',
    method: 'PUT',
    path: '/email-changes',
    summary: 'Confirm a new email address',
    description: 'Completes a change of address with the token of the email. No session is needed.',
    body: z.strictObject({ token: z.string().min(1).max(200), email: z.string().min(1).max(1_000) }),
    errors: { ...LINK_ERRORS, 409: 'Another account has this address now (`email_taken`)' },
  }),
];

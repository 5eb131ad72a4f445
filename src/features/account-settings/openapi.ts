/** The account of the logged-in person, as the OpenAPI document describes it. */

import { z } from 'zod';
import {
  type AccountDevice,
  type AccountIdentity,
  type AccountPasskey,
  PublicKeyOptions,
  Settings,
} from '#src/features/accounts/accounts.ts';
import {
  AVATARS,
  CodeConfirmation,
  Confirmation,
  EmailChange,
  IdentityLink,
  NewPasskey,
  PasskeyName,
  PasswordChange,
  ProfileChange,
} from '#src/features/accounts/settings-schemas.ts';
import { ROLES } from '#src/permissions.ts';
import { describeOperation, type Operation } from '#src/platform/http/endpoint.ts';
import type { AccountExport } from './account-data.ts';
import { NewsletterChoice } from './account-routes.ts';
import type { AccountView } from './get-account.ts';

const Passkey = z
  .object({ id: z.string(), name: z.string(), created: z.string() })
  .meta({ id: 'Passkey', description: 'A passkey of the account.' }) satisfies z.ZodType<AccountPasskey>;

const Identity = z.object({ id: z.string(), provider: z.string().describe('The name of the provider.'), linked: z.string() }).meta({
  id: 'LinkedIdentity',
  description: 'A login with a provider that is linked to the account.',
}) satisfies z.ZodType<AccountIdentity>;

const Device = z
  .object({
    id: z.string(),
    browser: z.string(),
    system: z.string(),
    created: z.string(),
    lastSeen: z.string().describe('Last request of the session, ISO 8601 in UTC.'),
    isThisOne: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'Device', description: 'A session of the account: where the person is logged in.' }) satisfies z.ZodType<AccountDevice>;

const NewsletterSettings = z
  .object({
    isOn: z.boolean().describe('Whether the person is subscribed.'),
    since: z.string().nullable().describe('When they subscribed, ISO 8601 in UTC; null when not subscribed.'),
    frequency: z.enum(['weekly', 'monthly']),
    stopped: z.enum(['bounce', 'complaint']).nullable().describe('Why nothing is sent in spite of the subscription; null otherwise.'),
  })
  .meta({ id: 'NewsletterSettings', description: 'The newsletter subscription of the account.' });

const Account = z
  .object({
    name: z.string(),
    email: z.string(),
    joined: z.string().describe('When the account was created, ISO 8601 in UTC.'),
    role: z.enum(ROLES),
    image: z.enum(AVATARS).nullable().describe('The avatar; null shows initials.'),
    settings: Settings,
    newsletter: NewsletterSettings,
    pendingEmail: z.string().nullable().describe('The new address that waits for its confirmation.'),
    reading: z
      .object({ tales: z.int(), minutes: z.int(), shelves: z.int() })
      .describe('Tales read to the end, the minutes they take, and the number of own shelves.'),
    devices: z.array(Device),
    secondFactor: z
      .object({ isOn: z.boolean(), recoveryCodesLeft: z.int() })
      .describe('Login with a code; `recoveryCodesLeft` is 0 when off.'),
    passkeys: z.array(Passkey),
    hasPassword: z.boolean().describe('False for an account that was created by a login with a provider.'),
    identities: z.array(Identity),
  })
  .meta({ id: 'Account', description: 'The account of the logged-in person.' });
/** The schema and the type of the routes must agree. */
Account satisfies z.ZodType<AccountView>;

const list = (text: string) => z.array(z.record(z.string(), z.unknown())).describe(text);
const Export = z
  .object({
    exported: z.string().describe('When, ISO 8601 in UTC.'),
    account: Account,
    bookshelf: z.record(z.string(), z.array(z.unknown())).describe('Favourites, shelves and reading positions.'),
    sharedLists: list('Shelves shared by a link.'),
    newsletter: list('Newsletter subscriptions.'),
    letters: list('Newsletter issues that were sent.'),
    drafts: list('Unsaved drafts of tales.'),
    suggestions: list('Suggested changes of tales, with their text.'),
    submissions: list('Submitted tales with their versions and comments.'),
    reviewComments: list('Comments that the person wrote on submissions.'),
    files: list('Files that the person added to the file library: name, folder, size and when.'),
    messages: list("Contact messages sent with the person's address, with their answers."),
    identities: list('Logins with providers: issuer and subject.'),
    keys: list('API keys, without the keys themselves.'),
    invitations: list('Invitations by the person that were not accepted yet.'),
    mails: list('Emails sent to the person, without their text.'),
    administration: list('Actions of administrators on this account, and of the person as an administrator.'),
  })
  .meta({ id: 'AccountExport', description: 'All data stored about a person, without hashes, tokens and secrets.' });
Export satisfies z.ZodType<{ [Key in keyof AccountExport]: unknown }>;

const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', description: 'Codes that each work once instead of the authenticator app. Returned only here.' });

const PASSWORD = { 403: 'The password is wrong (`wrong_password`)' };
const LAST_METHOD = { 409: 'It is the only way to log in (`last_method`)' };
const CURRENT = '`current` is the current password.';

/** Operations of the logged-in person on their own account. */
export const accountOperations: readonly Operation[] = [
  describeOperation({
    ...{ id: 'getAccount', method: 'GET', path: '/account', summary: 'Get your account' },
    description: 'Profile, settings, newsletter, devices and login methods of the logged-in person.',
    response: Account,
  }),
  describeOperation({
    ...{ id: 'updateAccount', method: 'PATCH', path: '/account', summary: 'Update your profile' },
    description: 'Changes the name or the avatar; omitted fields stay unchanged.',
    ...{ body: ProfileChange, response: Account },
  }),
  describeOperation({
    ...{ id: 'deleteAccount', method: 'DELETE', path: '/account', summary: 'Delete your account' },
    description: `Deletes the account and all its data. ${CURRENT}`,
    ...{ body: Confirmation, errors: { ...PASSWORD, 409: 'The only administrator cannot be deleted (`last_admin`)' } },
  }),
  describeOperation({
    ...{ id: 'updateAccountSettings', method: 'PUT', path: '/account/settings', summary: 'Update your settings' },
    description: 'Saves theme, typography and hidden age groups.',
    ...{ body: Settings, response: Settings },
  }),
  describeOperation({
    ...{ id: 'updateNewsletterSubscription', method: 'PUT', path: '/account/newsletter', summary: 'Update your newsletter subscription' },
    description: 'Subscribes, unsubscribes or changes the frequency. `on: true` also clears `stopped`.',
    ...{ body: NewsletterChoice, response: NewsletterSettings, errors: { 409: 'No mail server is configured (`newsletter_closed`)' } },
  }),
  describeOperation({
    ...{ id: 'changePassword', method: 'POST', path: '/account/password', summary: 'Change your password' },
    description: `Sets a new password and ends all other sessions. ${CURRENT}`,
    ...{ body: PasswordChange, errors: { ...PASSWORD, 422: 'Invalid input, or a weak password (`weak_password`)' } },
  }),
  describeOperation({
    ...{ id: 'requestEmailChange', method: 'POST', path: '/account/email', summary: 'Change your email address' },
    description: `Sends a confirmation link to the new address; until it is opened the old address stays. ${CURRENT}`,
    ...{ body: EmailChange, status: 202, errors: { ...PASSWORD, 429: 'Too many emails to this address; see `Retry-After`' } },
  }),
  describeOperation({
    ...{ id: 'endSession', method: 'DELETE', path: '/account/sessions/{id}', summary: 'Log out a device' },
    description: 'Ends one session of the account.',
    params: z.strictObject({ id: z.string() }),
  }),
  describeOperation({
    ...{ id: 'endOtherSessions', method: 'DELETE', path: '/account/sessions', summary: 'Log out all other devices' },
    description: 'Ends all sessions of the account except this one.',
  }),
  describeOperation({
    ...{ id: 'startSecondFactor', method: 'POST', path: '/account/second-factor', summary: 'Set up two-factor authentication' },
    description: `Returns the key for an authenticator app. It is active once a code is confirmed. ${CURRENT}`,
    body: Confirmation,
    response: z.object({ uri: z.string().describe('An `otpauth:` URI for a QR code.') }),
    errors: { ...PASSWORD, 409: 'It is on already (`second_factor_on`), or the account has no password (`no_password`)' },
  }),
  describeOperation({
    ...{ id: 'confirmSecondFactor', method: 'PUT', path: '/account/second-factor', summary: 'Turn on two-factor authentication' },
    description: 'Confirms the set-up with a code of the app. Ends all other sessions.',
    ...{ body: CodeConfirmation, response: RecoveryCodes, errors: { 409: 'The set-up was not started (`not_begun`)' } },
  }),
  describeOperation({
    ...{ id: 'disableSecondFactor', method: 'DELETE', path: '/account/second-factor', summary: 'Turn off two-factor authentication' },
    description: CURRENT,
    ...{ body: Confirmation, errors: { ...PASSWORD, 409: 'It is off already (`second_factor_off`)' } },
  }),
  describeOperation({
    ...{ id: 'createRecoveryCodes', method: 'POST', path: '/account/recovery-codes', summary: 'Create new recovery codes' },
    description: `Replaces all recovery codes. ${CURRENT}`,
    ...{
      body: Confirmation,
      response: RecoveryCodes,
      errors: { ...PASSWORD, 409: 'Two-factor authentication is off (`second_factor_off`)' },
    },
  }),
  describeOperation({
    ...{ id: 'createPasskeyOptions', method: 'POST', path: '/account/passkeys/options', summary: 'Start adding a passkey' },
    description: `Options for \`navigator.credentials.create\`. Sets the cookie of the challenge, which expires after five minutes. ${CURRENT}`,
    ...{ body: Confirmation, response: PublicKeyOptions, errors: { ...PASSWORD, 409: 'Too many passkeys (`too_many_passkeys`)' } },
  }),
  describeOperation({
    ...{ id: 'addPasskey', method: 'POST', path: '/account/passkeys', summary: 'Add a passkey' },
    description: 'Verifies and saves what the browser has created for the options.',
    ...{ body: NewPasskey, response: Passkey, status: 201 },
    errors: { 409: 'Too many passkeys (`too_many_passkeys`)', 422: 'Invalid input, or the passkey is not valid (`passkey_refused`)' },
  }),
  describeOperation({
    ...{ id: 'renamePasskey', method: 'PATCH', path: '/account/passkeys/{id}', summary: 'Rename a passkey' },
    description: 'Changes the name under which the passkey is listed.',
    ...{ params: z.strictObject({ id: z.string() }), body: PasskeyName },
  }),
  describeOperation({
    ...{ id: 'removePasskey', method: 'DELETE', path: '/account/passkeys/{id}', summary: 'Remove a passkey' },
    description: `The passkey no longer works for login. ${CURRENT}`,
    ...{ params: z.strictObject({ id: z.string() }), body: Confirmation, errors: { ...PASSWORD, ...LAST_METHOD } },
  }),
  describeOperation({
    ...{ id: 'linkIdentity', method: 'POST', path: '/account/identities', summary: 'Start linking a login with a provider' },
    description: `Returns the URL of the provider where the person logs in, and sets the cookie of the attempt, which expires after ten minutes. ${CURRENT}`,
    ...{ body: IdentityLink, response: z.object({ url: z.string() }) },
    errors: { ...PASSWORD, 404: 'Unknown provider (`no_provider`)', 503: 'The provider does not answer (`provider_down`)' },
  }),
  describeOperation({
    ...{ id: 'unlinkIdentity', method: 'DELETE', path: '/account/identities/{id}', summary: 'Unlink a login with a provider' },
    description: `The login no longer opens the account. ${CURRENT}`,
    ...{ params: z.strictObject({ id: z.string() }), body: Confirmation, errors: { ...PASSWORD, ...LAST_METHOD } },
  }),
  describeOperation({
    ...{ id: 'exportAccount', method: 'GET', path: '/account/export', summary: 'Export your data' },
    description: 'All data stored about the logged-in person, as a file.',
    response: Export,
  }),
];

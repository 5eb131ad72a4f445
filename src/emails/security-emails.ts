import { displayName, type EmailContent, type RichText, richText } from './email-content.ts';
import type { EmailData } from './emails.ts';

type IdentityChange = Extract<EmailData, { kind: 'identity-linked' | 'identity-unlinked' }>;
type CredentialAdded = Extract<EmailData, { kind: 'passkey-added' | 'passkey-removed' | 'api-key-created' }>;
type SecurityChange = Extract<EmailData, { kind: 'email-changed' | 'password-changed' | 'second-factor' | 'second-factor-failed' }>;

/** Notifies the owner of an account that the ways to access it changed, or that someone tried to get in. */
export function securityEmail(data: CredentialAdded | IdentityChange | SecurityChange, siteName: string): Omit<EmailContent, 'greeting'> {
  if (data.kind === 'passkey-added' || data.kind === 'passkey-removed') return { ...passkeyChange(data), reason: REASON };
  if (data.kind === 'identity-linked' || data.kind === 'identity-unlinked') return { ...identityChange(data), reason: REASON };
  if (data.kind === 'api-key-created') {
    const key = displayName(data.key);
    const permissions =
      data.scope === 'write'
        ? 'It can read and change the tales of this site.'
        : 'It can read the tales of this site, but not change them.';
    return {
      subject: 'An API key was created with your account',
      preheader: 'If that was not you, revoke it and change your password.',
      title: 'New API key',
      body: [
        key === undefined
          ? [`An API key was created with your account. ${permissions}`]
          : [...richText`An API key named “${key}” was created with your account. `, permissions],
        ['If that was you, there is nothing to do. If not, revoke the key and change your password now:'],
      ],
      button: { label: 'Manage API keys', href: data.keysLink },
      reason: REASON,
    };
  }
  return { ...securityChange(data, siteName), button: { label: 'Choose a new password', href: data.resetLink }, reason: REASON };
}

function passkeyChange({
  kind,
  passkey,
  settingsLink,
}: Exclude<CredentialAdded, { kind: 'api-key-created' }>): Omit<EmailContent, 'greeting' | 'reason'> {
  const name = displayName(passkey);
  const button = { label: 'Open settings', href: settingsLink };
  if (kind === 'passkey-added')
    return {
      subject: 'A passkey was added to your account',
      preheader: 'If that was not you, remove it in your settings.',
      title: 'New passkey',
      body: [
        name === undefined
          ? ['A passkey was added to your account. It can be used to log in without a password.']
          : richText`A passkey named “${name}” was added to your account. It can be used to log in without a password.`,
        ['If that was you, there is nothing to do. If not, remove it and change your password now:'],
      ],
      button,
    };
  return {
    subject: 'A passkey was removed from your account',
    preheader: 'If that was not you, change your password.',
    title: 'Passkey removed',
    body: [
      name === undefined
        ? ['A passkey was removed from your account. It can no longer be used to log in.']
        : richText`The passkey “${name}” was removed from your account. It can no longer be used to log in.`,
      ['If that was you, there is nothing to do. If not, change your password now:'],
    ],
    button,
  };
}

function identityChange({ kind, provider, settingsLink }: IdentityChange): Omit<EmailContent, 'greeting' | 'reason'> {
  const button = { label: 'Open settings', href: settingsLink };
  if (kind === 'identity-linked')
    return {
      subject: `Your account can now be opened with ${provider}`,
      preheader: 'If that was not you, unlink it in your settings.',
      title: `${provider} linked`,
      body: [
        [`A login with ${provider} was linked to your account. It can be used instead of your password.`],
        ['If that was you, there is nothing to do. If not, unlink it and change your password now:'],
      ],
      button,
    };
  return {
    subject: `${provider} was unlinked from your account`,
    preheader: 'If that was not you, change your password.',
    title: `${provider} unlinked`,
    body: [
      [`The login with ${provider} was unlinked from your account. It can no longer be used to log in.`],
      ['If that was you, there is nothing to do. If not, change your password now:'],
    ],
    button,
  };
}

function securityChange(data: SecurityChange, siteName: string): Omit<EmailContent, 'greeting' | 'reason'> {
  if (data.kind === 'email-changed')
    return {
      subject: 'Your email address was changed',
      preheader: 'If that was not you, choose a new password now.',
      title: 'Your email address was changed',
      body: [
        [
          ...richText`The email address of your account is now ${data.newEmail}. `,
          `You log in with it, and emails from ${siteName} are sent to it.`,
        ],
        NOT_YOU,
      ],
    };
  if (data.kind === 'password-changed')
    return {
      subject: 'Your password was changed',
      preheader: 'If that was not you, choose a new password now.',
      title: 'Your password was changed',
      body: [[`Your ${siteName} account has a new password.`], ...(data.apiKeys ? [[API_KEYS[data.apiKeys]]] : []), NOT_YOU],
    };
  if (data.kind === 'second-factor-failed')
    return {
      subject: 'Wrong login codes were entered for your account',
      preheader: 'The password was correct, the codes were not.',
      title: 'Wrong login codes',
      body: [
        ['Someone logged in with your password today and then entered several wrong codes. They did not get into your account.'],
        ['If that was you, there is nothing to do. If not, someone knows your password: choose a new one now.'],
      ],
    };
  return data.isOn
    ? {
        subject: 'Two-factor authentication is on',
        preheader: 'Logging in now also requires a code.',
        title: 'Two-factor authentication is on',
        body: [['Logging in with your password now also requires a code from your authenticator app.'], NOT_YOU],
      }
    : {
        subject: 'Two-factor authentication is off',
        preheader: 'Your password alone is now enough to log in.',
        title: 'Two-factor authentication is off',
        body: [['Logging in no longer requires a code from your authenticator app. Your password alone is enough.'], NOT_YOU],
      };
}

const REASON = 'You received this email because we report every change to how your account can be accessed.';

const API_KEYS = {
  revoked: 'All your API keys were revoked. Applications that used them have lost access.',
  kept: 'Your API keys still work, because you chose to keep them.',
};

const NOT_YOU: RichText = ['If that was you, there is nothing to do. If not, choose a new password now:'];

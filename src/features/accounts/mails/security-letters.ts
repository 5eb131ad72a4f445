import type { AccountMail } from '../account-mail.ts';
import type { Letter } from './letters.ts';
import { shownName, type Words, words } from './words.ts';

type Access = Extract<AccountMail, { kind: 'passkey-added' | 'passkey-removed' | 'api-key-created' }>;
type Change = Extract<AccountMail, { kind: 'email-changed' | 'password-changed' | 'second-factor' | 'second-factor-failed' }>;

/** What is said to the owner of an account when someone changes how it is opened, or tries to. */
export function writeSecurityLetter(mail: Access | Change): Omit<Letter, 'greeting'> {
  if (mail.kind === 'passkey-added' || mail.kind === 'passkey-removed') return { ...passkeyChange(mail), why: SAFETY };
  if (mail.kind === 'api-key-created') {
    const key = shownName(mail.key);
    const may =
      mail.scope === 'write' ? 'It can read and change the tales of this site.' : 'It can read the tales of this site, but change nothing.';
    return {
      subject: 'An API key was created with your account',
      preheader: 'If that was not you, revoke it and change your password.',
      title: 'A new API key',
      body: [
        key === undefined
          ? [`An API key was created with your account. ${may}`]
          : [...words`An API key named “${key}” was created with your account. `, may],
        ['If that was you, all is well. If not, revoke it and change your password at once:'],
      ],
      button: { label: 'Look at the API keys', href: mail.keysLink },
      why: SAFETY,
    };
  }
  return { ...changeOf(mail), button: { label: 'Choose a new password', href: mail.resetLink }, why: SAFETY };
}

function passkeyChange({ kind, passkey, settingsLink }: Exclude<Access, { kind: 'api-key-created' }>): Omit<Letter, 'greeting' | 'why'> {
  const name = shownName(passkey);
  const button = { label: 'Look at my settings', href: settingsLink };
  if (kind === 'passkey-added')
    return {
      subject: 'A passkey was added to your account',
      preheader: 'If that was not you, remove it in your settings.',
      title: 'A new key on your ring',
      body: [
        name === undefined
          ? ['A passkey was added to your account. It logs in without a password.']
          : words`A passkey named “${name}” was added to your account. It logs in without a password.`,
        ['If that was you, all is well. If not, remove it and change your password at once:'],
      ],
      button,
    };
  return {
    subject: 'A passkey was removed from your account',
    preheader: 'If that was not you, change your password.',
    title: 'A passkey was removed',
    body: [
      name === undefined
        ? ['A passkey was removed from your account. It no longer logs in.']
        : words`The passkey “${name}” was removed from your account. It no longer logs in.`,
      ['If that was you, all is well. If not, change your password at once:'],
    ],
    button,
  };
}

function changeOf(mail: Change): Omit<Letter, 'greeting' | 'why'> {
  if (mail.kind === 'email-changed')
    return {
      subject: 'Your email address was changed',
      preheader: 'If that was not you, act at once.',
      title: 'Your address was changed',
      body: [words`Your account now has the address ${mail.newEmail}. You log in with it, and mails from Talewood go there.`, NOT_YOU],
    };
  if (mail.kind === 'password-changed')
    return {
      subject: 'Your password was changed',
      preheader: 'If that was not you, act at once.',
      title: 'Your password was changed',
      body: [['Your account at Talewood has a new password.'], ...(mail.apiKeys ? [[API_KEYS[mail.apiKeys]]] : []), NOT_YOU],
    };
  if (mail.kind === 'second-factor-failed')
    return {
      subject: 'Wrong login codes were entered for your account',
      preheader: 'Your password was right, the codes were not.',
      title: 'Wrong login codes',
      body: [
        ['Someone logged in with your password today and then entered wrong codes several times. Nobody got in by them.'],
        ['If that was you, all is well. If not, someone knows your password: choose a new one at once.'],
      ],
    };
  return mail.isOn
    ? {
        subject: 'Your second login step is on',
        preheader: 'From now on, logging in asks for a code as well.',
        title: 'Your door has a second lock',
        body: [['Logging in with your password now asks for a code of your authenticator app as well.'], NOT_YOU],
      }
    : {
        subject: 'Your second login step is off',
        preheader: 'From now on, your password alone is enough to log in.',
        title: 'The second lock is off',
        body: [['Logging in no longer asks for a code of your authenticator app: your password alone is enough.'], NOT_YOU],
      };
}

const SAFETY = 'You get this mail because we tell of every change in how an account is opened.';

const API_KEYS = {
  revoked: 'All your API keys were revoked with it: programs that used them are shut out.',
  kept: 'Your API keys still work, as you chose to keep them.',
};

const NOT_YOU: Words = ['If that was you, all is well. If not, choose a new password at once:'];

/** What each mail says. The HTML and the text part are both made of this. */
import type { AccountMail } from '../account-mail.ts';
import { writeMessageLetter } from './message-letters.ts';
import { newsletterLetter } from './newsletter-letters.ts';
import { writeSecurityLetter } from './security-letters.ts';
import { shownName, type Words, words } from './words.ts';

export type Letter = {
  /** Stays in the database and on lock screens: no name, no link. */
  subject: string;
  /** What mail programs show after the subject. */
  preheader: string;
  title: string;
  greeting: Words;
  body: readonly Words[];
  button?: { label: string; href: string; lasts?: string };
  /** A second way, in small. */
  besides?: { text: string; label: string; href: string };
  /** Why this mail came, and what to do for one who did not ask for it. */
  why: string;
};

const DAY = 'This link works once, for 24 hours.';
const HALF_HOUR = 'This link works once, for 30 minutes.';

/** Writes the letter. */
export function writeLetter(mail: AccountMail): Letter {
  const name = 'name' in mail ? shownName(mail.name) : undefined;
  return { greeting: name === undefined ? ['Hello,'] : words`Hello ${name},`, ...contentOf(mail) };
}

function contentOf(mail: AccountMail): Omit<Letter, 'greeting'> {
  switch (mail.kind) {
    case 'verify':
    case 'change-email':
      return confirmation(mail.kind, mail.link);
    case 'reset':
    case 'sign-in':
      return wayIn(mail.kind, mail.link);
    case 'already-registered':
      return {
        subject: 'You already have an account at Talewood',
        preheader: 'Nothing to confirm: just log in.',
        title: 'You have been here before',
        body: [['Someone, perhaps you, wanted to register with this address. It has an account already, so there is nothing to confirm.']],
        button: { label: 'Log in', href: mail.loginLink },
        besides: { text: 'Is the password forgotten?', label: 'Choose a new one', href: mail.resetLink },
        why: 'You get this mail because your address was typed into our register form. If that was not you, do nothing: nobody has got in, and nothing has changed.',
      };
    case 'email-changed':
    case 'password-changed':
    case 'second-factor':
    case 'second-factor-failed':
    case 'passkey-added':
    case 'passkey-removed':
    case 'api-key-created':
      return writeSecurityLetter(mail);
    case 'newsletter-confirm':
    case 'newsletter-already':
      return newsletterLetter(mail);
    case 'account-deleted':
      return {
        subject: 'Your account was deleted',
        preheader: 'Your favourites, shelves and places in the tales are gone with it.',
        title: 'The end',
        body: [
          ['Your account is deleted, and with it your favourites, your shelves and your places in the tales.'],
          ['Thank you for reading with us. The wood stays open, also without an account.'],
        ],
        why: 'You get this mail because this was the address of the account. If it was not you who deleted it, someone knew your password: please change it wherever else you use it.',
      };
    case 'account-disabled':
      return {
        subject: 'Your account was closed',
        preheader: 'An administrator has closed your account. Reading works as before.',
        title: 'Your account is closed',
        body: [
          ['An administrator of Talewood has closed your account. You cannot log in for now; reading works as before.'],
          ['If you think that this is a mistake, please answer this mail.'],
        ],
        why: 'You get this mail because this is the address of the account.',
      };
    case 'message-received':
    case 'message-answered':
      return writeMessageLetter(mail);
  }
}

function confirmation(kind: 'verify' | 'change-email', link: string): Omit<Letter, 'greeting'> {
  if (kind === 'verify')
    return {
      subject: 'Please confirm your email address',
      preheader: 'One press, and your story at Talewood begins. The link works for 24 hours.',
      title: 'Your story begins here',
      body: [
        ['Welcome to Talewood! Please confirm that this address is yours. Then your favourites and shelves wait for you on every device.'],
      ],
      button: { label: 'Confirm my address', href: link, lasts: DAY },
      why: 'You get this mail because someone registered at Talewood with this address. If that was not you, do nothing: nobody can use an account that is not confirmed.',
    };
  return {
    subject: 'Please confirm your new email address',
    preheader: 'One press, and our mails find you here. The link works for 24 hours.',
    title: 'Where shall our letters go?',
    body: [['Please confirm that this is your new address. From then on you log in with it, and mails from Talewood come here.']],
    button: { label: 'Confirm my new address', href: link, lasts: DAY },
    why: 'You get this mail because someone wants to use this address for an account at Talewood. If that was not you, do nothing: nothing changes.',
  };
}

function wayIn(kind: 'reset' | 'sign-in', link: string): Omit<Letter, 'greeting'> {
  if (kind === 'reset')
    return {
      subject: 'Choose a new password',
      preheader: 'The link works for 30 minutes.',
      title: 'A new key for your door',
      body: [['Here you can choose a new password for your account at Talewood. Until you do, the old one stays as it is.']],
      button: { label: 'Choose a new password', href: link, lasts: HALF_HOUR },
      why: 'You get this mail because someone asked for a new password for this address. If that was not you, do nothing: your password stays as it is.',
    };
  return {
    subject: 'Your link to log in',
    preheader: 'It opens once, within 30 minutes.',
    title: 'A door that opens once',
    body: [['Here you log in to Talewood without a password. Please keep this mail to yourself: whoever has the link can use it.']],
    button: { label: 'Log in', href: link, lasts: HALF_HOUR },
    why: 'You get this mail because someone asked for a link to log in with this address. If that was not you, do nothing, and hand the link on to nobody.',
  };
}

import type { AccountMail } from '../account-mail.ts';
import type { Letter } from './letters.ts';

type NewsletterMail = Extract<AccountMail, { kind: 'newsletter-confirm' | 'newsletter-already' }>;

/** What is said to an address that was typed where one asks for the weekly letter. */
export function newsletterLetter(mail: NewsletterMail): Omit<Letter, 'greeting'> {
  if (mail.kind === 'newsletter-confirm')
    return {
      subject: 'Please confirm that you want our letter',
      preheader: 'One press, and the weekly letter comes to you. The link works for seven days.',
      title: 'Shall the raven come?',
      body: [['You asked for our weekly letter: a few tales, and a word about each. Please confirm that it shall come to this address.']],
      button: { label: 'Yes, send me the letter', href: mail.link, lasts: 'This link works once, for seven days.' },
      why: 'You get this mail because this address was typed into the form for our weekly letter. If that was not you, do nothing: no letter comes, and in 30 days we forget the address.',
    };
  return {
    subject: 'Our letter comes to you already',
    preheader: 'Nothing to confirm: the weekly letter finds you here.',
    title: 'The raven knows the way',
    body: [['This address was typed into the form for our weekly letter. The letter comes to it already, so there is nothing to confirm.']],
    button: { label: 'Choose how often it comes', href: mail.preferencesLink },
    why: 'You get this mail because this address was typed into the form for our weekly letter. If that was not you, do nothing: nothing has changed.',
  };
}

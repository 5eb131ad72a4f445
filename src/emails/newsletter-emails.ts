import type { EmailContent } from './email-content.ts';
import type { EmailData } from './emails.ts';

type NewsletterEmailData = Extract<EmailData, { kind: 'newsletter-confirm' | 'newsletter-already' }>;

/** The reply to a newsletter sign-up: the double opt-in, or a note that the address is already subscribed. */
export function newsletterEmail(data: NewsletterEmailData): Omit<EmailContent, 'greeting'> {
  if (data.kind === 'newsletter-confirm')
    return {
      subject: 'Please confirm your newsletter subscription',
      preheader: 'Confirm it to receive our weekly newsletter. The link works for 7 days.',
      title: 'Confirm your subscription',
      body: [
        [
          'You asked for our weekly newsletter: a few tales, with a few words about each. Please confirm that it should be sent to this address.',
        ],
      ],
      button: { label: 'Confirm subscription', href: data.link, validity: 'This link works once, for 7 days.' },
      reason:
        'You received this email because this address was entered in our newsletter form. If that was not you, ignore this email: you will not be subscribed, and we delete the address after 30 days.',
    };
  return {
    subject: 'You are already subscribed to our newsletter',
    preheader: 'There is nothing to confirm.',
    title: 'You are already subscribed',
    body: [['This address was entered in our newsletter form. It is already subscribed, so there is nothing to confirm.']],
    button: { label: 'Change frequency', href: data.preferencesLink },
    reason:
      'You received this email because this address was entered in our newsletter form. If that was not you, ignore this email: nothing has changed.',
  };
}

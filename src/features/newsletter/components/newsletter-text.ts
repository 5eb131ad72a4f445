/** Text of the sign-up forms. The server stores it with each consent. */

/** Placeholder for the account's email address, also in stored consents, as the address can change. */
export const EMAIL_PLACEHOLDER = '{email}';

/** In the settings of an account. */
export const ACCOUNT_TEXT = {
  offer: `A few tales, with a short note about each. Sent weekly to ${EMAIL_PLACEHOLDER}. Unsubscribe at any time.`,
  yes: 'Send me the weekly newsletter',
};

/** In the form on the home page. */
export const SIGN_UP_TEXT = {
  eyebrow: 'Weekly newsletter',
  title: 'Tales from the wood, once a week',
  offer: 'A few tales, with a short note about each, and nothing in between.',
  /** Below every form. */
  promise: "We'll email you a link to confirm your address. Unsubscribe at any time.",
  yes: 'Subscribe',
};

export const FREQUENCY_LABELS = {
  weekly: 'Every week',
  monthly: 'Once a month (first issue)',
} as const;

/** Without a mail server. */
export const NEWSLETTER_DISABLED = 'Newsletter opening soon';

export const INVALID_EMAIL = { title: 'Email cannot be empty', text: 'Please enter a valid email address' };

export const EMAIL_SENT = { title: 'Check Your Email', text: "We've sent you a confirmation email" };

/** Text around the sign-up forms and of the preferences, apart from newsletter-text.ts because few pages show it. */

/** Beside the form on the home page. The server stores it with each consent. */
export const SIGN_UP_OFFER = {
  eyebrow: 'Weekly newsletter',
  title: 'Tales from the wood, once a week',
  offer: 'A few tales, with a short note about each, and nothing in between.',
};

/** Where nobody can subscribe, as there is no mail server. */
export const NEWSLETTER_DISABLED = 'The newsletter is closed for now, because this site cannot send email.';

/** Placeholder for the account's email address, also in stored consents, as the address can change. */
export const EMAIL_PLACEHOLDER = '{email}';

/** In the settings of an account. The server stores it with each consent. */
export const ACCOUNT_TEXT = {
  offer: `A few tales, with a short note about each. Sent weekly to ${EMAIL_PLACEHOLDER}. Unsubscribe at any time.`,
  yes: 'Send me the weekly newsletter',
};

export const FREQUENCY_LABELS = {
  weekly: 'Every week',
  monthly: 'Once a month (first issue)',
} as const;

/** Text of the newsletter preferences of accounts and subscribers. */

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

/** What is asked about the weekly letter, and said yes to. The pages show these words and the server keeps them with the yes. */

/** Stands in them for the address of the account, also where they are kept: it may be another one tomorrow. */
export const ADDRESS_MARK = '{email}';

/** Of who has an account. */
export const NEWSLETTER_WORDS = {
  offer: `A few tales, and a word about each, once a week. The letter comes to ${ADDRESS_MARK}, and stops when you say so.`,
  yes: 'Send me the weekly letter',
};

/** Of the form for everyone, at home. */
export const SIGN_UP_WORDS = {
  eyebrow: 'Weekly newsletter',
  title: 'A letter from the wood, once a week',
  offer: 'A few tales, and a word about each. No noise in between.',
  /** In small, at every form. */
  promise: 'We write to confirm your address first. Each letter has a link to leave.',
  yes: 'Subscribe',
};

export const FREQUENCY_WORDS = {
  weekly: 'Every week',
  monthly: 'Only the first letter of a month',
} as const;

/** While there is no mail server. */
export const OPENING_SOON = 'Newsletter opening soon';

/** After a yes was confirmed. */
export const CONFIRMED = { title: 'Subscription successful!', text: 'Thank you for subscribing to our magical newsletter' };

/** What is said of an address that is none: in a message, and at the field. */
export const NO_ADDRESS = { title: 'Email cannot be empty', text: 'Please enter a valid email address' };

/** After the form was taken. */
export const SENT = { title: 'Check Your Email', text: "We've sent you a confirmation email" };

/** Text of the sign-up forms. The server stores it with each consent. */

/** In the form on the home page. */
export const SIGN_UP_TEXT = {
  eyebrow: 'Weekly newsletter',
  title: 'Tales from the wood, once a week',
  offer: 'A few tales, with a short note about each, and nothing in between.',
  /** Below every form. */
  promise: "We'll email you a link to confirm your address. Unsubscribe at any time.",
  yes: 'Subscribe',
};

/** Where nobody can subscribe, as there is no mail server. */
export const NEWSLETTER_DISABLED = 'The newsletter is closed for now, because this site cannot send email.';

export const INVALID_EMAIL = { title: 'Email cannot be empty', text: 'Please enter a valid email address' };

export const EMAIL_SENT = { title: 'Check Your Email', text: "We've sent you a confirmation email" };

/** Text of the sign-up forms. The server stores it with each consent. */

export const SIGN_UP_TEXT = {
  /** Below every form. */
  promise: "We'll email you a link to confirm your address. Unsubscribe at any time.",
  yes: 'Subscribe',
};

export const INVALID_EMAIL = { title: 'Email cannot be empty', text: 'Please enter a valid email address' };

export const EMAIL_SENT = { title: 'Check Your Email', text: "We've sent you a confirmation email" };

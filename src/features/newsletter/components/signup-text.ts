/** Text around the sign-up forms, apart from newsletter-text.ts because few pages show it. */

/** Beside the form on the home page. The server stores it with each consent. */
export const SIGN_UP_OFFER = {
  eyebrow: 'Weekly newsletter',
  title: 'Tales from the wood, once a week',
  offer: 'A few tales, with a short note about each, and nothing in between.',
};

/** Where nobody can subscribe, as there is no mail server. */
export const NEWSLETTER_DISABLED = 'The newsletter is closed for now, because this site cannot send email.';

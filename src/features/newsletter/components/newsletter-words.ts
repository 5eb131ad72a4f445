/** What someone who has an account is asked, and says yes to. The page shows these words and the server keeps them with the yes. */

/** Stands in them for the address of the account, also where they are kept: it may be another one tomorrow. */
export const ADDRESS_MARK = '{email}';

export const NEWSLETTER_WORDS = {
  offer: `The weekly letter is being prepared. Say yes, and it will come to ${ADDRESS_MARK} once it begins.`,
  yes: 'Send me the weekly letter',
};

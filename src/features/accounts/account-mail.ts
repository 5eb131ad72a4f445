/** The mails that the site sends by itself. Links are absolute addresses; names are as their owners wrote them, or '' for none. */
export type AccountMail =
  | { kind: 'verify' | 'reset' | 'sign-in' | 'change-email'; name: string; link: string }
  /** Someone registered with an address that has an account. */
  | { kind: 'already-registered'; name: string; loginLink: string; resetLink: string }
  /** To the old address. */
  | { kind: 'email-changed'; name: string; newEmail: string; resetLink: string }
  | { kind: 'password-changed'; name: string; resetLink: string }
  | { kind: 'second-factor'; name: string; isOn: boolean; resetLink: string }
  | { kind: 'passkey-added'; name: string; passkey: string; settingsLink: string }
  | { kind: 'account-deleted' | 'account-disabled'; name: string }
  /** Someone wants the weekly letter at this address. */
  | { kind: 'newsletter-confirm'; name: string; link: string }
  /** Someone wants it where it comes already. */
  | { kind: 'newsletter-already'; name: string; preferencesLink: string }
  | MessageMail;

/** About what readers write on the contact page: to those who run the site, and the answer to the reader. `text`: the reader's words. */
export type MessageMail =
  | { kind: 'message-received'; name: string; topic: string; tale: string | null; text: string; email: string | null; inboxLink: string }
  | { kind: 'message-answered'; name: string; topic: string; text: string; answer: string; contactLink: string };

/** Draws a mail in the site's look. Done before the transaction that queues it is opened. */
export type RenderMail = (mail: AccountMail) => Promise<{ subject: string; html: string; text: string }>;

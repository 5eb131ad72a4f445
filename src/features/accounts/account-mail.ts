/**
 * The mails that the site sends by itself. Links are absolute addresses.
 *
 * `name` greets the owner of a confirmed address by the name of the account; '' for none. Mails to an address that someone typed and nobody
 * has confirmed have no name: it would be a text of whoever typed it.
 */
export type AccountMail =
  | { kind: 'verify' | 'change-email'; link: string }
  | { kind: 'reset' | 'sign-in'; name: string; link: string }
  /** Someone registered with an address that has an account. */
  | { kind: 'already-registered'; name: string; loginLink: string; resetLink: string }
  /** To the old address. */
  | { kind: 'email-changed'; name: string; newEmail: string; resetLink: string }
  | { kind: 'password-changed'; name: string; resetLink: string; apiKeys?: 'revoked' | 'kept' | undefined }
  | { kind: 'second-factor'; name: string; isOn: boolean; resetLink: string }
  /** Wrong codes came after the right password. */
  | { kind: 'second-factor-failed'; name: string; resetLink: string }
  | { kind: 'passkey-added'; name: string; passkey: string; settingsLink: string }
  | { kind: 'passkey-removed'; name: string; passkey: string; settingsLink: string }
  | { kind: 'api-key-created'; name: string; key: string; scope: 'read' | 'write'; keysLink: string }
  | { kind: 'account-deleted' | 'account-disabled'; name: string }
  /** Someone wants the weekly letter at this address. */
  | { kind: 'newsletter-confirm'; link: string }
  /** Someone wants it where it comes already. */
  | { kind: 'newsletter-already'; preferencesLink: string }
  | MessageMail;

/** About what readers write on the contact page: to those who run the site, and the answer to the reader. `text`: the reader's words. */
export type MessageMail =
  | { kind: 'message-received'; topic: string; tale: string | null; text: string; email: string | null; inboxLink: string }
  | { kind: 'message-answered'; topic: string; text: string; answer: string; contactLink: string };

/** Draws a mail in the site's look. Done before the transaction that queues it is opened. */
export type RenderMail = (mail: AccountMail) => Promise<{ subject: string; html: string; text: string }>;

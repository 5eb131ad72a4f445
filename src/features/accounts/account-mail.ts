/** The mails that accounts cause. Links are absolute addresses; names are as their owners wrote them. */
export type AccountMail =
  | { kind: 'verify' | 'reset' | 'sign-in' | 'change-email'; name: string; link: string }
  /** Someone registered with an address that has an account. */
  | { kind: 'already-registered'; name: string; loginLink: string; resetLink: string }
  /** To the old address. */
  | { kind: 'email-changed'; name: string; newEmail: string; resetLink: string }
  | { kind: 'password-changed'; name: string; resetLink: string }
  | { kind: 'second-factor'; name: string; isOn: boolean; resetLink: string }
  | { kind: 'passkey-added'; name: string; passkey: string; settingsLink: string }
  | { kind: 'account-deleted' | 'account-disabled'; name: string };

/** Draws a mail in the site's look. Done before the transaction that queues it is opened. */
export type RenderMail = (mail: AccountMail) => Promise<{ subject: string; html: string; text: string }>;

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Role } from '#src/permissions.ts';

/**
 * The data of each transactional email. Links are absolute URLs.
 *
 * `name` is the account name for the greeting, or '' for none. Emails to an unconfirmed address have no name: it would be text
 * chosen by whoever typed the address.
 */
export type EmailData =
  | { kind: 'verify' | 'change-email'; link: string }
  | { kind: 'reset' | 'sign-in'; name: string; link: string }
  /** An administrator invites someone who has no account. */
  | { kind: 'invitation'; role: Role; link: string }
  /** Someone registered with an address that already has an account. */
  | { kind: 'already-registered'; name: string; loginLink: string; resetLink: string }
  /** Sent to the old address. */
  | { kind: 'email-changed'; name: string; newEmail: string; resetLink: string }
  | { kind: 'password-changed'; name: string; resetLink: string; apiKeys?: 'revoked' | 'kept' | undefined }
  | { kind: 'second-factor'; name: string; isOn: boolean; resetLink: string }
  /** Wrong codes were entered after the correct password. */
  | { kind: 'second-factor-failed'; name: string; resetLink: string }
  | { kind: 'passkey-added'; name: string; passkey: string; settingsLink: string }
  | { kind: 'passkey-removed'; name: string; passkey: string; settingsLink: string }
  /** `provider`: the name of an identity provider. */
  | { kind: 'identity-linked'; name: string; provider: string; settingsLink: string }
  | { kind: 'identity-unlinked'; name: string; provider: string; settingsLink: string }
  | { kind: 'api-key-created'; name: string; key: string; scope: 'read' | 'write'; keysLink: string }
  /** The site has stopped sending to a webhook. */
  | { kind: 'webhook-disabled'; name: string; host: string; reason: 'gone' | 'failing'; webhookLink: string }
  | { kind: 'account-deleted' | 'account-disabled'; name: string }
  | { kind: 'role-changed'; name: string; role: Role; loginLink: string }
  /** Double opt-in for the newsletter. */
  | { kind: 'newsletter-confirm'; link: string }
  /** Someone subscribed an address that is already subscribed. */
  | { kind: 'newsletter-already'; preferencesLink: string }
  /** All changes that a reader suggested are decided. `note`: the editor's, or ''. */
  | SuggestionEmailData
  | ContactEmailData
  | SubmissionEmailData;

export type SuggestionEmailData = {
  kind: 'suggestion-decided';
  name: string;
  tale: string;
  accepted: number;
  rejected: number;
  note: string;
  link: string;
};

/** Contact page: the message for the administrators, and the reply to the reader. `text` is what the reader wrote; `tale` the title of the tale, or the name of the shared list, that it is about. */
export type ContactEmailData =
  | { kind: 'message-received'; topic: string; tale: string | null; text: string; email: string | null; inboxLink: string }
  | { kind: 'message-answered'; topic: string; text: string; answer: string; contactLink: string };

/** To the author of a submitted tale. `title`: of the tale; `note` and `reason`: what the reviewer wrote; `link`: the submission, or the published tale. */
export type SubmissionEmailData = { name: string; title: string; link: string } & (
  | { kind: 'submission-received' }
  | { kind: 'submission-changes'; note: string; comments: readonly { quote: string; text: string }[] }
  | { kind: 'submission-accepted'; isPublished: boolean }
  | { kind: 'submission-declined'; reason: string }
);

/** The templates: render an email in the name of a site. */
export type RenderTemplate = (data: EmailData, siteName: string) => ReturnType<RenderEmail>;

/** Renders an email. Call it before opening the transaction that queues the email. */
export type RenderEmail = (data: EmailData) => Promise<{ subject: string; html: string; text: string }>;

/**
 * Returns a renderer that loads the built templates (dist/server/emails.js) on first use, which saves memory on sites that send
 * no emails. `root` is the project folder; `siteName` returns the name of the site.
 */
export function loadRenderEmail(root: string, siteName: () => string): RenderEmail {
  const file = pathToFileURL(path.join(root, 'dist/server/emails.js')).href;
  return async (data) => {
    // The compiler does not see the built file.
    const { renderEmail } = (await import(file)) as { renderEmail: RenderTemplate };
    return renderEmail(data, siteName());
  };
}

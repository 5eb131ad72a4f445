/** One mail, ready to go: a bare address to each side, and a Message-ID that is the same at every try. */
export type OutgoingMail = {
  id: string;
  to: string;
  /** Where an answer shall go, a bare address, when not to who the mail comes from. */
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  createdAt: Date;
  /** Of a mail that goes to many, each with a way out of their own. */
  list?: MailingList;
};

/** What tells mail programs of the list that a mail belongs to: addresses of ours, each whole, and nothing of the reader but a key. */
export type MailingList = {
  /** A label of a host name, which stands before that of the site: `newsletter`. */
  name: string;
  /** Takes a POST without asking anything (RFC 8058). */
  unsubscribeUrl: string;
  /** The key in it, which a mail to us may say as well. Letters and digits. */
  unsubscribeKey: string;
  /** Where former mails of the list can be read. */
  archiveUrl: string;
};

export type Transport = {
  /** Resolves when the mail is in other hands. Throws a MailError. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Ends what is kept open between mails. */
  close(): void;
};

/**
 * What a failed try says about the next one. `passing`: the server is away, busy or set up wrongly. `refused`: it does not want
 * this mail, which may be a mistake of its own. `unknown recipient`: nobody is there, and nobody will be.
 */
export type Hindrance = 'passing' | 'refused' | 'unknown recipient';

/** A mail could not be handed over. The message holds codes only: what servers say often quotes addresses. */
export class MailError extends Error {
  override name = 'MailError';
  readonly hindrance: Hindrance;

  constructor(message: string, hindrance: Hindrance = 'passing') {
    super(message);
    this.hindrance = hindrance;
  }
}

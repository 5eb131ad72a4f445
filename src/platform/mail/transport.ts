/** One mail, ready to go: a bare address to each side, and a Message-ID that is the same at every try. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  createdAt: Date;
};

export type Transport = {
  /** Resolves when the mail is in other hands. Throws a MailError. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
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

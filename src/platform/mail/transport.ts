/** One email, ready to send: a single recipient, and a Message-ID that stays the same for retries. */
export type OutgoingEmail = {
  id: string;
  to: string;
  /** Address for replies; by default the sender. */
  replyTo?: string | undefined;
  subject: string;
  html: string;
  text: string;
  createdAt: Date;
  /** For newsletters. */
  list?: MailingList;
};

/** The mailing list that an email belongs to: URLs of the site, and nothing personal but a key. */
export type MailingList = {
  /** A host name label, prefixed to that of the site: `newsletter`. */
  name: string;
  /** Accepts a POST without confirmation (RFC 8058). */
  unsubscribeUrl: string;
  /** The key in that URL, also accepted by email. Letters and digits. */
  unsubscribeKey: string;
  /** URL of past issues. */
  archiveUrl: string;
};

export type Transport = {
  /** Resolves when the email was accepted. Throws a MailError. */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Closes open connections. */
  close(): void;
};

/**
 * Why an attempt failed. `passing`: the server is down, busy or misconfigured. `refused`: it rejects this email, possibly by mistake.
 * `unknown recipient`: the address does not exist.
 */
export type ErrorReason = 'passing' | 'refused' | 'unknown recipient';

/** An email could not be sent. The message has only codes, because servers often quote addresses. */
export class MailError extends Error {
  override name = 'MailError';
  readonly reason: ErrorReason;

  constructor(message: string, reason: ErrorReason = 'passing') {
    super(message);
    this.reason = reason;
  }
}

const MINUTE_MS = 60_000;
const FIRST_DELAY_MS = MINUTE_MS;
/** Plus a tenth: four hours. */
const MAX_DELAY_MS = 218 * MINUTE_MS;
const GROWTH = 3;

/**
 * Attempts within three days: delays of 1, 3, 9, 27 and 81 minutes, then of nearly 4 hours. Rejected emails are retried within two hours.
 */
const MAX_ATTEMPTS: Record<ErrorReason, number> = { passing: 24, refused: 6, 'unknown recipient': 1 };

/**
 * Returns the delay before the next attempt in ms, after `attempts` failed ones; undefined after the last. Adds up to a tenth at random, so
 * that emails that failed together are not retried together.
 */
export function retryDelay(attempts: number, reason: ErrorReason): number | undefined {
  if (attempts >= MAX_ATTEMPTS[reason]) return undefined;
  const delay = Math.min(FIRST_DELAY_MS * GROWTH ** (attempts - 1), MAX_DELAY_MS);
  return Math.round(delay * (1 + 0.1 * Math.random()));
}

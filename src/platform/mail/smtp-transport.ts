import { createTransport } from 'nodemailer';
import { composeMessage, type Letterhead } from './compose.ts';
import { type Hindrance, MailError, type Transport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 allows minutes for the answer to the final dot; a try that gives up sooner would send twice. */
const SILENCE_TIMEOUT_MS = 120_000;
/** Between two letters there is less, and who has no more of them should not hold a place of the server. */
const IDLE_TIMEOUT_MS = 10_000;

type SmtpOptions = Letterhead & {
  /** As smtp://user:password@host:587 (STARTTLS where offered) or smtps://… (TLS from the first byte). */
  url: string;
  /** Milliseconds that the server may be silent. Default 120,000. */
  silenceTimeoutMs?: number;
  /** One connection for all, kept for ten seconds after each, for who sends one after the other. Default: a connection each. */
  isKept?: boolean;
};

/**
 * A kept connection that the server has closed meanwhile is replaced, once, and is no failure: as long as nothing of the mail was
 * on its way.
 */
const KEPT = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: IDLE_TIMEOUT_MS } as const;

/** Hands mails to a mail server. */
export function smtpTransport({ url, silenceTimeoutMs = SILENCE_TIMEOUT_MS, isKept = false, ...letterhead }: SmtpOptions): Transport {
  const { dkim } = letterhead;
  const mailer = createTransport({
    ...(isKept && KEPT),
    ...(dkim !== undefined && { dkim }),
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      try {
        await mailer.sendMail({ ...composeMessage(mail, letterhead), signal });
      } catch (error) {
        throw new MailError(codesOf(error), hindranceIn(error));
      }
    },
    close: () => mailer.close(),
  };
}

/**
 * Judged by RFC 5321 and 3463: 5xx is for good, but to RCPT alone does it speak of the recipient, and there 5.7.x speaks of us
 * (policy, lists of bad senders). Before the mail begins, at the greeting or at AUTH, it is our settings that do not fit.
 */
function hindranceIn(error: unknown): Hindrance {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return 'passing';
  if (command === 'RCPT TO') return statusOf(error)?.startsWith('5.7.') ? 'refused' : 'unknown recipient';
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : 'passing';
}

/** "EENVELOPE, answer 550, 5.1.1": what helps to find the cause and names nobody. */
function codesOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [
    typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : 'failed',
    typeof responseCode === 'number' ? `answer ${responseCode}` : undefined,
    statusOf(error),
  ];
  return codes.filter((part) => part !== undefined).join(', ');
}

/** The RFC 3463 status, which stands at the beginning of an answer. */
function statusOf(error: unknown): string | undefined {
  const { response } = error as { response?: unknown };
  return typeof response === 'string' ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
}

import { createTransport } from 'nodemailer';
import { composeMessage, type Letterhead } from './compose.ts';
import { MailError, type Transport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 allows minutes for the answer to the final dot; a try that gives up sooner would send twice. */
const SILENCE_TIMEOUT_MS = 120_000;

type SmtpOptions = Letterhead & {
  /** As smtp://user:password@host:587 (STARTTLS where offered) or smtps://… (TLS from the first byte). */
  url: string;
};

/** Hands mails to a mail server, a connection each. */
export function smtpTransport({ url, ...letterhead }: SmtpOptions): Transport {
  const mailer = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      try {
        await mailer.sendMail({ ...composeMessage(mail, letterhead), signal });
      } catch (error) {
        throw new MailError(codesOf(error));
      }
    },
  };
}

/** "EENVELOPE, answer 550, 5.1.1": what helps to find the cause and names nobody. */
function codesOf(error: unknown): string {
  const { code, responseCode, response } = error as { code?: unknown; responseCode?: unknown; response?: unknown };
  const codes = [
    typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : 'failed',
    typeof responseCode === 'number' ? `answer ${responseCode}` : undefined,
    // RFC 3463 status codes stand at the beginning of an answer.
    typeof response === 'string' ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined,
  ];
  return codes.filter((part) => part !== undefined).join(', ');
}

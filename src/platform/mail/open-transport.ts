import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Config, MailSender } from '../config.ts';
import { writeFileAtomic } from '../files.ts';
import { siteName } from '../site-name.ts';
import { fileReason, StartError } from '../start-errors.ts';
import { type ErrorReason, MailError, type MailingList, type OutgoingEmail, type Transport } from './transport.ts';

/** RFC 8301: signers should use 2,048 bits. */
const MIN_BITS = 2048;

/** Signed headers. RFC 8058 requires both one-click headers, of which nodemailer's default list has one. */
const SIGNED = [
  ...[
    'From',
    'Sender',
    'Reply-To',
    'To',
    'Cc',
    'Subject',
    'Date',
    'Message-ID',
    'MIME-Version',
    'Content-Type',
    'Content-Transfer-Encoding',
  ],
  ...['Auto-Submitted', 'List-Id', 'List-Archive', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

/** Settings for sending emails. */
export type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir' | 'dkim'>;

/**
 * Returns the transport: the server of SMTP_URL, else the folder `outbox` of DATA_DIR. `isKept`: reuses the connection, for senders of many
 * emails.
 * @throws StartError when the DKIM key cannot be used
 */
export function openTransport({ smtpUrl, mailFrom, publicUrl, dataDir, dkim }: MailSettings, { isKept = false } = {}): Transport {
  const options = { from: mailFrom, publicUrl, dkim: readDkim(dkim) };
  if (smtpUrl !== undefined) return smtpTransport({ url: smtpUrl, isKept, ...options });
  return devMailTransport({ folder: devMailFolder(dataDir), ...options });
}

/** The folder of emails in development. */
export function devMailFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

const CONNECT_TIMEOUT_MS = 10_000;

/** RFC 5321 allows minutes for the response to the final dot; giving up sooner would send twice. */
const SILENCE_TIMEOUT_MS = 120_000;

/** Issues are sent at shorter intervals; afterwards the connection is released. */
const IDLE_TIMEOUT_MS = 10_000;

type SmtpOptions = MessageOptions & {
  /** smtp://user:password@host:587 (STARTTLS where offered) or smtps://… (implicit TLS). */
  url: string;
  /** Timeout without data from the server, ms. Default 120,000. */
  silenceTimeoutMs?: number;
  /** Reuses one connection, for up to ten seconds after each email. Default: one connection each. */
  isKept?: boolean;
};

/** Loaded with the first email, because it takes 12 MB. */
const loadMailer = () => import('nodemailer');

/** A reused connection that the server has closed is replaced once, as long as nothing of the email was sent. */
const POOL_OPTIONS = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: IDLE_TIMEOUT_MS } as const;

/** Sends emails by SMTP. */
export function smtpTransport({ url, silenceTimeoutMs = SILENCE_TIMEOUT_MS, isKept = false, ...options }: SmtpOptions): Transport {
  const { dkim } = options;
  const open = async () =>
    (await loadMailer()).createTransport({
      ...(isKept && POOL_OPTIONS),
      ...(dkim !== undefined && { dkim }),
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: silenceTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let mailer: ReturnType<typeof open> | undefined;
  return {
    async send(mail, signal) {
      mailer ??= open();
      try {
        await (await mailer).sendMail({ ...composeMessage(mail, options), signal });
      } catch (error) {
        throw new MailError(codesOf(error), classifyError(error));
      }
    },
    close: () => void mailer?.then((opened) => opened.close()).catch(() => {}),
  };
}

/**
 * Classifies an error by RFC 5321 and 3463: 5xx is permanent, but only RCPT is about the recipient, and there 5.7.x is about the sender
 * (policy, blocklists). Before MAIL FROM, at the greeting or at AUTH, our settings are wrong.
 */
function classifyError(error: unknown): ErrorReason {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return 'passing';
  if (command === 'RCPT TO') return statusOf(error)?.startsWith('5.7.') ? 'refused' : 'unknown recipient';
  return command === 'MAIL FROM' || command === 'DATA' ? 'refused' : 'passing';
}

/** Returns codes such as "EENVELOPE, answer 550, 5.1.1", without addresses. */
function codesOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [
    typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : 'failed',
    typeof responseCode === 'number' ? `answer ${responseCode}` : undefined,
    statusOf(error),
  ];
  return codes.filter((part) => part !== undefined).join(', ');
}

/** The RFC 3463 status at the start of a response. */
function statusOf(error: unknown): string | undefined {
  const { response } = error as { response?: unknown };
  return typeof response === 'string' ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
}

type OutboxOptions = MessageOptions & {
  /** Created when missing. */
  folder: string;
};

/** Writes each email to `<id>.eml` in a folder that only its owner may read. A retry replaces the file. */
export function devMailTransport({ folder, ...options }: OutboxOptions): Transport {
  const { dkim } = options;
  return {
    async send(mail) {
      const { createTransport } = await loadMailer();
      const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...(dkim !== undefined && { dkim }) });
      const { message } = await mailer.sendMail(composeMessage(mail, options));
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFileAtomic(path.join(folder, `${mail.id}.eml`), message as Buffer);
      } catch (error) {
        throw new MailError(`cannot write to the outbox: ${(error as NodeJS.ErrnoException).code ?? 'failed'}`);
      }
    },
    close() {},
  };
}

/** `dkim`: signs all emails. */
type MessageOptions = { from: MailSender; publicUrl: string; dkim?: Dkim | undefined };

/**
 * Builds the message for nodemailer: addresses as objects, which it does not parse, and headers of fixed text. Date and Message-ID stay the
 * same for retries, so that duplicates are recognised.
 */
function composeMessage(
  { id, to, replyTo, subject, html, text, createdAt, list }: OutgoingEmail,
  { from, publicUrl }: MessageOptions,
): SendMailOptions {
  const host = new URL(publicUrl).hostname.replace(/[[\]:]/g, '');
  return {
    from: { name: from.name ?? siteName(), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    messageId: `<${id}@${host}>`,
    date: createdAt,
    // RFC 3834: no automatic replies, also for lists. `Precedence`, the older header, is not standardised.
    headers: { 'Auto-Submitted': 'auto-generated', ...(list !== undefined && listHeaders(list, from, host)) },
    subject,
    html,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Headers of RFC 2919 (List-Id), 2369 (the others) and 8058 (one-click). Prefolded: nodemailer would fold inside an address. */
function listHeaders({ name, unsubscribeUrl, unsubscribeKey, archiveUrl }: MailingList, from: MailSender, host: string) {
  const asIs = (value: string) => ({ prepared: true, value });
  const [local = '', domain = ''] = from.address.split('@');
  // RFC 6068: the local part may contain characters that are reserved in URIs.
  const mailto = `mailto:${encodeURIComponent(local)}@${domain}?subject=unsubscribe%20${unsubscribeKey}`;
  return {
    'List-Id': asIs(`<${name}.${host}>`),
    'List-Unsubscribe': asIs(`<${unsubscribeUrl}>,\r\n <${mailto}>`),
    'List-Unsubscribe-Post': asIs('List-Unsubscribe=One-Click'),
    'List-Archive': asIs(`<${archiveUrl}>`),
  };
}

/** Options of a DKIM signature (RFC 6376) for nodemailer. */
type Dkim = { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string };

/**
 * Reads the DKIM key. Rejects keys other than RSA, which nodemailer cannot use and would silently leave emails unsigned.
 * @throws StartError, without the contents of the file, when it cannot be read or is not an RSA key of at least 2,048 bits
 */
function readDkim(settings: Config['dkim']): Dkim | undefined {
  if (settings === undefined) return undefined;
  const { domain, selector, keyFile } = settings;
  const key = readKey(keyFile);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) {
    const kind = key.asymmetricKeyType === 'rsa' ? `has ${bits} bits` : `is of type ${key.asymmetricKeyType}`;
    throw new StartError(`DKIM_KEY_FILE (${keyFile}) must be an RSA key of at least ${MIN_BITS} bits; it ${kind}.`);
  }
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED };
}

function readKey(file: string): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new StartError(`DKIM_KEY_FILE (${file}) cannot be read: ${missing ? 'the file does not exist' : fileReason(error)}.`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // OpenSSL's message is not helpful, and could quote the key.
    throw new StartError(`DKIM_KEY_FILE (${file}) is not a PEM private key without a passphrase.`);
  }
}

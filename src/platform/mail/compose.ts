import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SendMailOptions } from 'nodemailer';
import type { Config, MailSender } from '#src/platform/config.ts';
import { fileReason, StartError } from '#src/platform/start-errors.ts';
import type { MailingList, OutgoingEmail } from './transport.ts';

/** `dkim`: signs all emails. */
export type MessageOptions = { from: MailSender; publicUrl: string; dkim?: Dkim | undefined };

/**
 * Builds the message for nodemailer: addresses as objects, which it does not parse, and headers of fixed text. Date and Message-ID stay the
 * same for retries, so that duplicates are recognised.
 */
export function composeMessage(
  { id, to, replyTo, subject, html, text, createdAt, list }: OutgoingEmail,
  { from, publicUrl }: MessageOptions,
): SendMailOptions {
  const host = new URL(publicUrl).hostname.replace(/[[\]:]/g, '');
  return {
    from,
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

/**
 * Reads the DKIM key. Rejects keys other than RSA, which nodemailer cannot use and would silently leave emails unsigned.
 * @throws StartError, without the contents of the file, when it cannot be read or is not an RSA key of at least 2,048 bits
 */
export function readDkim(settings: Config['dkim']): Dkim | undefined {
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

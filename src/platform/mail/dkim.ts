/** The signature of mails (DKIM, RFC 6376): a server that gets one can tell that it comes from the domain, and is as it was sent. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from '#src/platform/config.ts';
import { fileReason, StartError } from '#src/platform/start-errors.ts';

/** As nodemailer takes it. */
export type Dkim = { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string };

/** RFC 8301: signers should use 2,048 bits. */
const LEAST_BITS = 2048;

/**
 * What is signed where it is there. RFC 8058 wants both headers of the one-click way out to be, of which nodemailer's own list
 * has one.
 */
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
 * Reads the key. Throws a StartError, without anything of what is in the file, when it cannot be read or is no RSA key of 2,048
 * bits at least: nodemailer signs with no other kind, and with one that does not fit it leaves mails unsigned without a word.
 */
export function readDkim(settings: Config['dkim']): Dkim | undefined {
  if (settings === undefined) return undefined;
  const { domain, selector, keyFile } = settings;
  const key = readKey(keyFile);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS) {
    const kind = key.asymmetricKeyType === 'rsa' ? `one of ${bits} bits` : `one of the kind ${key.asymmetricKeyType}`;
    throw new StartError(`The key of DKIM_KEY_FILE (${keyFile}) must be an RSA key of ${LEAST_BITS} bits or more, and it is ${kind}.`);
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
    throw new StartError(`The key of DKIM_KEY_FILE (${file}) cannot be read: ${missing ? 'there is no such file' : fileReason(error)}.`);
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // What OpenSSL says of it helps nobody, and could quote it.
    throw new StartError(`The file of DKIM_KEY_FILE (${file}) holds no private key in PEM without a passphrase.`);
  }
}

import path from 'node:path';
import type { Config } from '#src/platform/config.ts';
import { readDkim } from './dkim.ts';
import { outboxTransport } from './outbox-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import type { Transport } from './transport.ts';

/** Those settings that mails need. */
export type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir' | 'dkim'>;

/**
 * The mail server of SMTP_URL; without it the folder `outbox` of DATA_DIR. `isKept`: the connection is kept between mails, for who
 * sends many, one after the other. Throws a StartError when the key of signatures cannot be used.
 */
export function openTransport({ smtpUrl, mailFrom, publicUrl, dataDir, dkim }: MailSettings, { isKept = false } = {}): Transport {
  const letterhead = { from: mailFrom, publicUrl, dkim: readDkim(dkim) };
  if (smtpUrl !== undefined) return smtpTransport({ url: smtpUrl, isKept, ...letterhead });
  return outboxTransport({ folder: outboxFolder(dataDir), ...letterhead });
}

/** Where mails become files. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

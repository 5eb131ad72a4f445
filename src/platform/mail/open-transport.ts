import path from 'node:path';
import type { Config } from '#src/platform/config.ts';
import { outboxTransport } from './outbox-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import type { Transport } from './transport.ts';

/** The mail server of SMTP_URL; without it the folder `outbox` of DATA_DIR. */
export function openTransport({
  smtpUrl,
  mailFrom,
  publicUrl,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>): Transport {
  const letterhead = { from: mailFrom, publicUrl };
  if (smtpUrl !== undefined) return smtpTransport({ url: smtpUrl, ...letterhead });
  return outboxTransport({ folder: outboxFolder(dataDir), ...letterhead });
}

/** Where mails become files. */
export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, 'outbox');
}

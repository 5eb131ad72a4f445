import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { composeMessage, type Letterhead } from './compose.ts';
import { MailError, type Transport } from './transport.ts';

type OutboxOptions = Letterhead & {
  /** Made when it is missing. */
  folder: string;
};

/** Writes each mail to `<id>.eml` in a folder that only its owner may read. A file is whole or absent, and a second try replaces it. */
export function outboxTransport({ folder, ...letterhead }: OutboxOptions): Transport {
  const { dkim } = letterhead;
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...(dkim !== undefined && { dkim }) });
  return {
    async send(mail) {
      const { message } = await mailer.sendMail(composeMessage(mail, letterhead));
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(folder, `${mail.id}.eml`, message as Buffer);
      } catch (error) {
        throw new MailError(`the outbox cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'failed'}`);
      }
    },
    close() {},
  };
}

async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const unfinished = path.join(folder, `.${name}.unfinished`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path.join(folder, name));
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

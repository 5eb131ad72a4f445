/** `talewood mail-in`: processes one email from standard input, piped by a mail server. */
import type { Readable } from 'node:stream';
import { processIncomingEmail } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import { CommandError } from './command.ts';

const MAX_BYTES = 1_000_000;

const RESULT_MESSAGES = {
  bounced: 'Bounce: the address was suppressed.',
  refused: 'Bounce: the delivery was marked as failed; the address stays subscribed.',
  complained: 'Spam complaint: the address was unsubscribed and suppressed.',
  unsubscribed: 'A subscriber was unsubscribed.',
  ignored: 'Ignored: not about an email of this site.',
} as const;

/**
 * Processes the email. Unrelated emails are no failure, because the mail server would return them to the sender.
 * @throws CommandError for unexpected arguments
 */
export async function mailIn(db: Db, args: string[], input: Readable): Promise<string> {
  if (args.length > 0) throw new CommandError('Usage: talewood mail-in < MESSAGE');
  const message = await readMessage(input);
  return message === undefined ? 'Ignored: the message is larger than 1 MB.' : RESULT_MESSAGES[await processIncomingEmail(db, message)];
}

/** Reads to the end even if it is too large: the mail server treats a closed pipe as a failure. */
async function readMessage(input: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(Buffer.from(chunk));
  }
  return bytes > MAX_BYTES ? undefined : Buffer.concat(chunks);
}

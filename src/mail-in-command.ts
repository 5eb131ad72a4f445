/** `talewood mail-in`: one message from standard input, as a mail server hands it to a program. */
import type { Readable } from 'node:stream';
import { takeMail } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';
import { CommandRefused } from './command-refused.ts';

const MOST_BYTES = 1_000_000;

const SAID = {
  bounced: 'A letter came back: no other goes to its address.',
  refused: 'A letter came back, but not because nobody is there, or from an address of before: it counts as failed, and others go out.',
  complained: 'A letter was called unwanted: no other goes to its address.',
  unsubscribed: 'Someone wants no more letters.',
  ignored: 'Nothing to do: this is no report about a letter of ours.',
} as const;

/**
 * Takes the message. What is none of our business is left alone and no failure: the mail server would send it back otherwise.
 * Returns what to say. Throws CommandRefused for words that were not asked for.
 */
export async function mailIn(db: Db, words: string[], input: Readable): Promise<string> {
  if (words.length > 0) throw new CommandRefused('Write: talewood mail-in < message');
  const message = await readMessage(input);
  return message === undefined ? 'Nothing to do: the message is longer than 1 MB.' : SAID[await takeMail(db, message)];
}

/** Read to the end also where it is too long: a mail server that cannot hand over all of it takes that for a failure. */
async function readMessage(input: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(Buffer.from(chunk));
  }
  return bytes > MOST_BYTES ? undefined : Buffer.concat(chunks);
}

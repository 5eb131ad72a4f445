import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { parseMailAddress } from './address.ts';

const Address = z.string().refine((text) => parseMailAddress(text) === text, 'is not an address as parseMailAddress gives it');

const MailSchema = z.strictObject({
  /** As `parseMailAddress` gives it. */
  to: Address,
  /** Where an answer shall go; without it to who the mail comes from. */
  replyTo: Address.optional(),
  /** One line. Stays when the mail has been sent: no links, no codes. */
  subject: z.string().regex(/^\P{Cc}{1,200}$/u, 'must be one line of at most 200 characters'),
  html: z.string().min(1),
  text: z.string().min(1),
  /** Which kind of mail it is, for whoever looks through those that could not be sent. */
  template: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('plain'),
});

export type NewMail = z.input<typeof MailSchema>;

/** The name of the task that sends one mail. */
export const SEND_MAIL = 'send_mail';

/**
 * Queues a mail in the caller's transaction: it is sent after the commit, and never after a rollback. Returns its id.
 * Throws a ZodError, without the values, when it does not fit: addresses are parsed where they come in.
 */
export async function queueMail(trx: Db, mail: NewMail): Promise<string> {
  const { to, replyTo = null, ...rest } = MailSchema.parse(mail);
  const { id } = await trx
    .insertInto('mails')
    .values({ to_address: to, reply_to: replyTo, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addMailJob(trx, id);
  return id;
}

/**
 * A job for a mail that waits already. `triesMade`: since it was queued, or since it was given all its tries again; the pauses
 * between them are ours (send-mail.ts), and a job that fails as such is one whose process or database went away.
 */
export async function addMailJob(
  trx: Db,
  id: string,
  { triesMade = 0, delayMs = 0 }: { triesMade?: number; delayMs?: number } = {},
): Promise<void> {
  await addJob(trx, SEND_MAIL, { mailId: id, triesMade }, { key: mailJobKey(id), delayMs });
}

export function mailJobKey(id: string): string {
  return `mail:${id}`;
}

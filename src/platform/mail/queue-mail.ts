import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { parseMailAddress } from './address.ts';

const MailSchema = z.strictObject({
  /** As `parseMailAddress` gives it. */
  to: z.string().refine((text) => parseMailAddress(text) === text, 'is not an address as parseMailAddress gives it'),
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

/** The last try comes about 16 hours after the first: 3, 7, 20, 55 s, 2.5, 7, 18, 50 min, 2.3, 6, 6 h between them. */
const TRIES = 12;

/**
 * Queues a mail in the caller's transaction: it is sent after the commit, and never after a rollback. Returns its id.
 * Throws a ZodError, without the values, when it does not fit: addresses are parsed where they come in.
 */
export async function queueMail(trx: Db, mail: NewMail): Promise<string> {
  const { to, ...rest } = MailSchema.parse(mail);
  const { id } = await trx
    .insertInto('mails')
    .values({ to_address: to, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addMailJob(trx, id);
  return id;
}

/** A job for a mail that waits already; one that has failed for good begins anew. */
export async function addMailJob(trx: Db, id: string): Promise<void> {
  await addJob(trx, SEND_MAIL, { mailId: id }, { tries: TRIES, key: mailJobKey(id) });
}

export function mailJobKey(id: string): string {
  return `mail:${id}`;
}

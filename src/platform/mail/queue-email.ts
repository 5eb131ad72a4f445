import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { parseEmailAddress } from './address.ts';
import { MailError, retryDelay, type Transport } from './transport.ts';

const Address = z.string().refine((text) => parseEmailAddress(text) === text, 'must be an address returned by parseEmailAddress');

const MailSchema = z.strictObject({
  /** Returned by `parseEmailAddress`. */
  to: Address,
  /** Address for replies; by default the sender. */
  replyTo: Address.optional(),
  /** One line. Stored after sending: no links, no codes. */
  subject: z.string().regex(/^\P{Cc}{1,200}$/u, 'must be one line of at most 200 characters'),
  html: z.string().min(1),
  text: z.string().min(1),
  /** Kind of email, shown in the list of failed ones. */
  template: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('plain'),
});

export type NewEmail = z.input<typeof MailSchema>;

/** Name of the task that sends one email. */
const SEND_EMAIL = 'send_mail';

/**
 * Queues an email in the caller's transaction: it is sent after the commit. Returns its id. Throws a ZodError, without the values, when
 * invalid: addresses are parsed at the input.
 */
export async function queueEmail(trx: Db, mail: NewEmail): Promise<string> {
  const { to, replyTo = null, ...rest } = MailSchema.parse(mail);
  const { id } = await trx
    .insertInto('outbound_emails')
    .values({ to_address: to, reply_to: replyTo, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEmailJob(trx, id);
  return id;
}

/**
 * Adds a job for a queued email. `triesMade`: attempts since it was queued or restarted. Retries are scheduled here, so a job that fails as
 * such is one whose process or database failed.
 */
export async function addEmailJob(
  trx: Db,
  id: string,
  { triesMade = 0, delayMs = 0 }: { triesMade?: number; delayMs?: number } = {},
): Promise<void> {
  await addJob(trx, SEND_EMAIL, { mailId: id, triesMade }, { key: emailJobKey(id), delayMs });
}

export function emailJobKey(id: string): string {
  return `mail:${id}`;
}

// Jobs of earlier versions have no `triesMade`.
const PayloadSchema = z.strictObject({ mailId: z.uuid(), triesMade: z.int().min(0).default(0) });

type SendMailDeps = { db: Db; transport: Transport; log: Pick<Log, 'warn' | 'error'> };
type Mail = NonNullable<Awaited<ReturnType<typeof startAttempt>>>;

/**
 * Creates the task that sends one email. It is sent at least once: when the process dies before the result is stored, it is sent again with
 * the same Message-ID. A failed attempt adds the next job, or leaves the email failed.
 */
export function sendEmailTask({ db, transport, log }: SendMailDeps): Task {
  return defineTask({
    name: SEND_EMAIL,
    payload: PayloadSchema,
    run: async ({ mailId, triesMade }, { signal }) => {
      const mail = await startAttempt(db, mailId);
      if (mail === undefined) return;
      const { id, to_address: to, subject, created_at: createdAt } = mail;
      const replyTo = mail.reply_to ?? undefined;
      try {
        await transport.send({ id, to, replyTo, subject, html: mail.html ?? '', text: mail.text ?? '', createdAt }, signal);
      } catch (error) {
        return await handleFailure(mail, triesMade + 1, error instanceof MailError ? error : new MailError('failed'));
      }
      const sent = { sent_at: sql<Date>`now()`, html: null, text: null, reply_to: null, last_error: null };
      await db.updateTable('outbound_emails').set(sent).where('id', '=', id).execute();
    },
  });

  async function handleFailure({ id, template }: Mail, attempts: number, error: MailError): Promise<void> {
    const { message: reason } = error;
    const pauseMs = retryDelay(attempts, error.reason);
    await transact(db, async (trx) => {
      await trx.updateTable('outbound_emails').set({ last_error: reason }).where('id', '=', id).execute();
      if (pauseMs !== undefined) await addEmailJob(trx, id, { triesMade: attempts, delayMs: pauseMs });
    });
    const facts = { mail: id, template, tries: attempts, reason };
    if (pauseMs === undefined) log.error({ event: 'mail_dead', ...facts }, 'Email could not be sent; giving up');
    else log.warn({ event: 'mail_failed', ...facts, pauseMs }, 'Email could not be sent; it will be retried');
  }
}

/** Counts the attempt before it starts, so that one that kills the process counts too. Undefined when there is nothing to send. */
function startAttempt(db: Db, id: string) {
  return db
    .updateTable('outbound_emails')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['id', 'template', 'to_address', 'reply_to', 'subject', 'html', 'text', 'created_at'])
    .executeTakeFirst();
}

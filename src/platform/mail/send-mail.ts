import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { addMailJob, SEND_MAIL } from './queue-mail.ts';
import { MailError, type Transport } from './transport.ts';
import { pauseAfter } from './tries.ts';

// A job of before tries were counted here has none.
const PayloadSchema = z.strictObject({ mailId: z.uuid(), triesMade: z.int().min(0).default(0) });

type SendMailDeps = { db: Db; transport: Transport; log: Pick<Log, 'warn' | 'error'> };
type Mail = NonNullable<Awaited<ReturnType<typeof startTry>>>;

/**
 * The task that sends one mail. It is sent at least once: when the process dies between the server's answer and our note of
 * it, it goes out again, with the same Message-ID. A try that fails adds the job of the next one, or leaves the mail dead.
 */
export function sendMailTask({ db, transport, log }: SendMailDeps): Task {
  return defineTask({
    name: SEND_MAIL,
    payload: PayloadSchema,
    run: async ({ mailId, triesMade }, { signal }) => {
      const mail = await startTry(db, mailId);
      if (mail === undefined) return;
      const { id, to_address: to, subject, created_at: createdAt } = mail;
      const replyTo = mail.reply_to ?? undefined;
      try {
        await transport.send({ id, to, replyTo, subject, html: mail.html ?? '', text: mail.text ?? '', createdAt }, signal);
      } catch (error) {
        return await settleFailure(mail, triesMade + 1, error instanceof MailError ? error : new MailError('failed'));
      }
      const sent = { sent_at: sql<Date>`now()`, html: null, text: null, reply_to: null, last_error: null };
      await db.updateTable('mails').set(sent).where('id', '=', id).execute();
    },
  });

  async function settleFailure({ id, template }: Mail, made: number, { message: reason, hindrance }: MailError): Promise<void> {
    const pauseMs = pauseAfter(made, hindrance);
    await transact(db, async (trx) => {
      await trx.updateTable('mails').set({ last_error: reason }).where('id', '=', id).execute();
      if (pauseMs !== undefined) await addMailJob(trx, id, { triesMade: made, delayMs: pauseMs });
    });
    const facts = { mail: id, template, tries: made, reason };
    if (pauseMs === undefined) log.error({ event: 'mail_dead', ...facts }, 'A mail could not be sent, and will not be tried again');
    else log.warn({ event: 'mail_failed', ...facts, pauseMs }, 'A mail could not be sent and will be tried again');
  }
}

/** Counts the try before it is made, so that one which ends the process counts too. Undefined when there is nothing to send. */
function startTry(db: Db, id: string) {
  return db
    .updateTable('mails')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['id', 'template', 'to_address', 'reply_to', 'subject', 'html', 'text', 'created_at'])
    .executeTakeFirst();
}

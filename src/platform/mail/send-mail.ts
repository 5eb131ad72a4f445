import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { SEND_MAIL } from './queue-mail.ts';
import { MailError, type Transport } from './transport.ts';

const PayloadSchema = z.strictObject({ mailId: z.uuid() });

/**
 * The task that sends one mail. It is sent at least once: when the process dies between the server's answer and our note of
 * it, it goes out again, with the same Message-ID.
 */
export function sendMailTask({ db, transport }: { db: Db; transport: Transport }): Task {
  return defineTask({
    name: SEND_MAIL,
    payload: PayloadSchema,
    run: async ({ mailId }, { signal }) => {
      const mail = await startTry(db, mailId);
      if (mail === undefined) return;
      const { id, to_address: to, subject, created_at: createdAt } = mail;
      try {
        await transport.send({ id, to, subject, html: mail.html ?? '', text: mail.text ?? '', createdAt }, signal);
      } catch (error) {
        const reason = error instanceof MailError ? error.message : 'failed';
        await db.updateTable('mails').set({ last_error: reason }).where('id', '=', id).execute();
        throw new MailError(reason);
      }
      await db.updateTable('mails').set({ sent_at: sql`now()`, html: null, text: null, last_error: null }).where('id', '=', id).execute();
    },
  });
}

/** Counts the try before it is made, so that one which ends the process counts too. Undefined when there is nothing to send. */
function startTry(db: Db, id: string) {
  return db
    .updateTable('mails')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .returning(['id', 'to_address', 'subject', 'html', 'text', 'created_at'])
    .executeTakeFirst();
}

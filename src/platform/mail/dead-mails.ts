import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addMailJob, mailJobKey } from './queue-mail.ts';

export type DeadMail = {
  id: string;
  to_address: string;
  template: string;
  subject: string;
  created_at: Date;
  attempts: number;
  /** Codes of the mail server or the network, such as "EENVELOPE, answer 550, 5.1.1". */
  last_error: string | null;
};

const PAGE = 100;

/** Mails that no job will try again, newest first, 100 a page; `next`, for the page after it, is handed in as `before`. */
export async function listDeadMails(db: Db, before?: string): Promise<{ rows: DeadMail[]; next: string | null }> {
  const rows = await deadMails(db)
    .select(['id', 'to_address', 'template', 'subject', 'created_at', 'attempts', 'last_error'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null };
}

/** Gives a dead mail all its tries again. False when there is no such mail, or it is not dead. */
export async function retryMail(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const dead = await deadMails(trx).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (dead === undefined) return false;
    await addMailJob(trx, id);
    return true;
  });
}

/** A job that is at work counts as alive, also at its last try. */
function deadMails(db: Db) {
  return db
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .where(sql<boolean>`not exists (
    select from graphile_worker.jobs job
    where job.key = ${sql.lit(mailJobKey(''))} || mails.id::text and (job.attempts < job.max_attempts or job.locked_at is not null))`);
}

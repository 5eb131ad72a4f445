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
const MOST_COUNTED = 10_000;

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

/**
 * How many mails wait or are dead, of the oldest 10,000 that are not sent; and how many were sent in the last day and the last 30, which is as
 * long as they are kept.
 */
export async function countMails(db: Db): Promise<{ waiting: number; failed: number; sentDay: number; sentMonth: number }> {
  const { rows } = await sql<{ waiting: number; failed: number; sentDay: number; sentMonth: number }>`
    with unsent as (select id from mails where sent_at is null order by id limit ${MOST_COUNTED}),
      dead as (${deadMails(db).select('id').orderBy('id').limit(MOST_COUNTED)})
    select (select count(*) from unsent where id not in (select id from dead))::integer as waiting,
      (select count(*) from dead)::integer as failed,
      (select count(*) from mails where sent_at > now() - interval '1 day')::integer as "sentDay",
      (select count(*) from mails where sent_at > now() - interval '30 days')::integer as "sentMonth"`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0, sentDay: 0, sentMonth: 0 };
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

/** Mails that no job will try again, as a query. A job that is at work counts as alive, also at its last try. */
export function deadMails(db: Db) {
  return db
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .where(sql<boolean>`not exists (
    select from graphile_worker.jobs job
    where job.key = ${sql.lit(mailJobKey(''))} || mails.id::text and (job.attempts < job.max_attempts or job.locked_at is not null))`);
}

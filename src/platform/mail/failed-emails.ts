import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addEmailJob, emailJobKey } from './queue-email.ts';

type FailedEmail = {
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
const MAX_COUNTED = 10_000;

/** Lists emails that failed permanently, newest first, 100 per page. Pass `next` as `before` for the next page. */
export async function listFailedEmails(db: Db, before?: string): Promise<{ rows: FailedEmail[]; next: string | null }> {
  const rows = await failedEmails(db)
    .select(['id', 'to_address', 'template', 'subject', 'created_at', 'attempts', 'last_error'])
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null };
}

/**
 * Counts waiting and failed emails among the oldest 10,000 unsent ones, and emails sent in the last day and the last 30 days (the retention
 * period).
 */
export async function countEmails(db: Db): Promise<{ waiting: number; failed: number; sentDay: number; sentMonth: number }> {
  const { rows } = await sql<{ waiting: number; failed: number; sentDay: number; sentMonth: number }>`
    with unsent as (select id from outbound_emails where sent_at is null order by id limit ${MAX_COUNTED}),
      dead as (${failedEmails(db).select('id').orderBy('id').limit(MAX_COUNTED)})
    select (select count(*) from unsent where id not in (select id from dead))::integer as waiting,
      (select count(*) from dead)::integer as failed,
      (select count(*) from outbound_emails where sent_at > now() - interval '1 day')::integer as "sentDay",
      (select count(*) from outbound_emails where sent_at > now() - interval '30 days')::integer as "sentMonth"`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0, sentDay: 0, sentMonth: 0 };
}

/** Restarts a failed email with all attempts. Returns false when there is no such email, or it has not failed. */
export async function retryEmail(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const dead = await failedEmails(trx).select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (dead === undefined) return false;
    await addEmailJob(trx, id);
    return true;
  });
}

/** Returns a query of emails that no job will send. Emails of running jobs are not included, also at the last attempt. */
function failedEmails(db: Db) {
  return db
    .selectFrom('outbound_emails')
    .where('sent_at', 'is', null)
    .where(sql<boolean>`not exists (
    select from graphile_worker.jobs job
    where job.key = ${sql.lit(emailJobKey(''))} || outbound_emails.id::text and (job.attempts < job.max_attempts or job.locked_at is not null))`);
}

const OLD = sql<Date>`clock_timestamp() - interval '30 days'`;

/** Deletes emails, and the addresses in them, 30 days after they were sent or, for failed ones, created. Returns their number. */
export async function removeOldEmails(db: Db): Promise<number> {
  const failed = failedEmails(db).select('id').where('created_at', '<=', OLD);
  const { numDeletedRows } = await db
    .deleteFrom('outbound_emails')
    .where(({ or, eb }) => or([eb('sent_at', '<=', OLD), eb('id', 'in', failed)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

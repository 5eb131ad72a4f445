import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { LogEntry, LogPage, LogQuery } from './contract.ts';
import { cutPage, pageAfter } from './page-by-id.ts';

/** What can be cast. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

type Row = {
  id: string;
  at: Date;
  actor: string | null;
  bySite: boolean;
  action: string;
  kind: string;
  subjectId: string;
  subjectName: string | null;
  details: LogEntry['details'];
};

/** What administrators did, newest first, 50 a page. Names are those of now. */
export async function listLog(db: Db, { after }: LogQuery): Promise<LogPage> {
  const { rows } = await sql<Row>`
    select e.id, e.at, actor.name as actor, e.actor_kind = 'site' as "bySite", e.action, e.subject_kind as kind,
      e.subject_id as "subjectId", subject.name as "subjectName", e.details
    from (select * from audit_log where true ${pageAfter(after, sql`id`)}) e
    left join profiles actor on actor.id = e.actor
    left join profiles subject on subject.id = case when e.subject_kind = 'user' and e.subject_id ~ ${UUID} then e.subject_id::uuid end
    order by e.id desc`.execute(db);
  const page = cutPage(rows);
  return { entries: page.rows.map(toEntry), next: page.next };
}

function toEntry({ at, kind, subjectId, subjectName, ...entry }: Row): LogEntry {
  return { ...entry, at: at.toISOString(), subject: { kind, id: subjectId, name: subjectName } };
}

/** Lists the audit log for administrators; below /api/v1/admin. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { SessionUser } from '#src/features/accounts/accounts.ts';
import { pageByIdClause, splitPage } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ListCursor } from '#src/platform/http/list-query.ts';
import { type LogEntry, LogPage } from './contract.ts';

const LogQuery = z.strictObject({ after: ListCursor });

/** Subject ids that can be cast to uuid. */
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

export function auditLogEndpoints({ db }: { db: Db }): Endpoint<SessionUser>[] {
  return [
    endpoint({
      ...{ id: 'listAuditLog', method: 'GET', path: '/log', summary: 'List the audit log' },
      description: 'Actions of administrators and of the site, newest first.',
      ...{ query: LogQuery, response: LogPage },
      run: ({ query }) => listLog(db, query),
    }),
  ];
}

/** Returns 50 entries, newest first, with the current names of actors and subjects. */
async function listLog(db: Db, { after }: z.infer<typeof LogQuery>): Promise<LogPage> {
  const { rows } = await sql<Row>`
    select e.id, e.at, actor.name as actor, e.actor_kind = 'site' as "bySite", e.action, e.subject_kind as kind,
      e.subject_id as "subjectId", coalesce(subject.name, invitation.email) as "subjectName", e.details
    from (select * from audit_log where true ${pageByIdClause(after, sql`id`)}) e
    left join users actor on actor.id = e.actor
    left join users subject on subject.id = case when e.subject_kind = 'user' and e.subject_id ~ ${UUID} then e.subject_id::uuid end
    left join invitations invitation
      on invitation.id = case when e.subject_kind = 'invitation' and e.subject_id ~ ${UUID} then e.subject_id::uuid end
    order by e.id desc`.execute(db);
  const page = splitPage(rows);
  return { entries: page.rows.map(toEntry), next: page.next };
}

function toEntry({ at, kind, subjectId, subjectName, ...entry }: Row): LogEntry {
  return { ...entry, at: at.toISOString(), subject: { kind, id: subjectId, name: subjectName } };
}

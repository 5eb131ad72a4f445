import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Notes what an import has written, by who asked for it: of how many books how many tales, new and brought up to date. */
export async function auditWritten(trx: Db, id: string, action: 'import.done' | 'import.broken-off'): Promise<void> {
  type Row = { actor: string | null; run: number; books: number; made: number; changed: number };
  const { rows } = await sql<Row>`
    select u.asked_by as actor, u.run_id as run, n.* from import_uploads u cross join lateral (
      select count(*) as books, coalesce(sum((report ->> 'made')::integer), 0)::integer as made, coalesce(sum((report ->> 'changed')::integer), 0)::integer as changed
      from import_upload_books where upload_id = u.id and report ->> 'outcome' = 'read') n
    where u.id = ${id}::uuid and u.run_id is not null`.execute(trx);
  const [row] = rows;
  if (row === undefined) return;
  const { actor, run, ...details } = row;
  await audit(trx, { actor, action, subject: { kind: 'import', id: String(run) }, details });
}

/** The runs of the importer: who brought in what, and when. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Undone } from './undo-run.ts';

/** `tales`: those it made that are still there; `state`: `broken off` may also be one that is still at work. `undone`: what taking it back has done. */
export type Run = {
  id: number;
  startedAt: Date;
  by: string | null;
  books: string[];
  bookCount: number;
  tales: number;
  drafts: number;
  leftOut: number;
  state: 'done' | 'broken off' | 'undone';
  undone: Undone | null;
};

const MOST_NAMES = 3;

export async function beginRun(db: Db, person: string | null = null): Promise<number> {
  const row = await db.insertInto('import_runs').values({ started_by: person }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function endRun(db: Db, id: number): Promise<void> {
  await sql`update import_runs set ended_at = now() where id = ${id}`.execute(db);
}

/** The newest first, at most a hundred; or the one of this number alone. */
export async function listRuns(db: Db, id: number | null = null): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select r.id, r.started_at as "startedAt", p.name as by, array(
        select b.name from imported_books b where b.id in (select book_id from imported_tales where run_id = r.id) order by b.id limit ${MOST_NAMES}
      ) as books,
      (select count(distinct book_id) from imported_tales where run_id = r.id) as "bookCount", n.tales, n.drafts, n.left_out as "leftOut",
      case when r.undone_at is not null then 'undone' when r.ended_at is null then 'broken off' else 'done' end as state, r.undone
    from import_runs r left join profiles p on p.id = r.started_by, lateral (
      select count(t.id) as tales, count(t.id) filter (where t.status = 'draft') as drafts, count(*) filter (where i.left_out) as left_out
      from imported_tales i left join tales t on t.id = i.tale_id where i.run_id = r.id) n
    where ${id}::integer is null or r.id = ${id}
    order by r.id desc limit 100`.execute(db);
  return rows;
}

/** Of the newest run that was not taken back; undefined when there is none. */
export async function findLastRun(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('import_runs')
    .select('id')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

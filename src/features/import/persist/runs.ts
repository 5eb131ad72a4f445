/** Import runs: who imported what and when, and undoing a run. */

import { sql, type Transaction } from 'kysely';
import { purgeTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';

/** `tales`: those it created that still exist; `state`: `interrupted` includes running imports. `undone`: the result of undoing it. */
export type Run = {
  id: number;
  startedAt: Date;
  by: string | null;
  books: string[];
  bookCount: number;
  tales: number;
  drafts: number;
  skipped: number;
  state: 'done' | 'interrupted' | 'undone';
  undone: Undone | null;
};

const MAX_NAMES = 3;

export async function beginRun(db: Db, person: string | null = null): Promise<number> {
  const row = await db.insertInto('import_runs').values({ started_by: person }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function endRun(db: Db, id: number): Promise<void> {
  await sql`update import_runs set ended_at = now() where id = ${id}`.execute(db);
}

/** Returns runs, newest first, at most 100; or the run with that id only. */
export async function listRuns(db: Db, id: number | null = null): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select r.id, r.started_at as "startedAt", p.name as by, array(
        select b.name from imported_books b where b.id in (select book_id from imported_tales where run_id = r.id) order by b.id limit ${MAX_NAMES}
      ) as books,
      (select count(distinct book_id) from imported_tales where run_id = r.id) as "bookCount", n.tales, n.drafts, n.skipped,
      case when r.undone_at is not null then 'undone' when r.ended_at is null then 'interrupted' else 'done' end as state, r.undone
    from import_runs r left join users p on p.id = r.started_by, lateral (
      select count(t.id) as tales, count(t.id) filter (where t.status = 'draft') as drafts, count(*) filter (where i.is_skipped) as skipped
      from imported_tales i left join tales t on t.id = i.tale_id where i.run_id = r.id) n
    where ${id}::integer is null or r.id = ${id}
    order by r.id desc limit 100`.execute(db);
  return rows;
}

/** Returns the newest run that was not undone. */
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

/**
 * `removed`: tales removed, in all attempts; `edited`: titles of kept tales that an editor has changed; `changed`: tales of earlier runs
 * that it updated, which stay updated.
 */
type Undone = { removed: number; edited: string[]; changed: number };

/**
 * Undoes a run, one transaction per book: an interrupted undo continues where it stopped. `signal` interrupts it between two books. Returns
 * undefined for an unknown run.
 */
export async function undoRun(db: Db, run: number, signal?: AbortSignal): Promise<Undone | undefined> {
  const known = await db.selectFrom('import_runs').select('started_at').where('id', '=', run).executeTakeFirst();
  if (known === undefined) return undefined;
  const changed = await db
    .selectFrom('imported_tales')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('updated_run_id', '=', run)
    .where('run_id', '<>', run)
    .executeTakeFirstOrThrow();
  const books = await db.selectFrom('imported_tales').select('book_id').distinct().where('run_id', '=', run).execute();
  const edited: string[] = [];
  for (const { book_id } of books) {
    signal?.throwIfAborted();
    edited.push(...(await transact(db, (trx) => undoBook(trx, { run, since: known.started_at }, book_id))));
  }
  const { rows } = await sql<{ undone: Undone }>`
    update import_runs set undone_at = now(), ended_at = coalesce(ended_at, now()),
      undone = jsonb_build_object('removed', removed, 'edited', ${JSON.stringify(edited)}::jsonb, 'changed', ${changed.count}::integer)
    where id = ${run} returning undone`.execute(db);
  return rows[0]?.undone;
}

/** Returns the titles of tales that stay. */
async function undoBook(trx: Transaction<Database>, { run, since }: { run: number; since: Date }, book: number): Promise<string[]> {
  type Row = { id: string; title: string; isUnedited: boolean };
  const { rows } = await sql<Row>`
    select t.id, t.title, t.version = i.version and t.deleted_at is null as "isUnedited"
    from imported_tales i join tales t on t.id = i.tale_id where i.book_id = ${book} and i.run_id = ${run}
    order by t.id for update of t`.execute(trx);
  const ours = rows.filter(({ isUnedited }) => isUnedited).map(({ id }) => id);
  // Tales that were skipped as their duplicates may be imported in their place.
  await sql`update imported_books set hash = '' where id in (select book_id from imported_tales where duplicate_of = any(${ours}::uuid[]))`.execute(
    trx,
  );
  await purgeTales(trx, ours, since);
  // Rows of edited tales stay, so that importing the book again creates no second copy; the others may be imported again.
  await sql`delete from imported_tales where book_id = ${book} and run_id = ${run} and tale_id is null`.execute(trx);
  await sql`update imported_books set hash = '' where id = ${book}`.execute(trx);
  await sql`delete from imported_books b where id = ${book} and not exists (select from imported_tales where book_id = b.id)`.execute(trx);
  await sql`update import_runs set removed = removed + ${ours.length} where id = ${run}`.execute(trx);
  return rows.filter(({ isUnedited }) => !isUnedited).map(({ title }) => title);
}

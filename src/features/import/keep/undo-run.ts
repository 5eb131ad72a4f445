/** Takes back what a run has brought in. */
import { sql, type Transaction } from 'kysely';
import { withdrawTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';

/** `removed`: tales that are gone by it, this time and before; `edited`: titles of those that an editor has changed, which stay; `changed`: tales of earlier runs that it brought up to date, which stay so. */
export type Undone = { removed: number; edited: string[]; changed: number };

/**
 * One transaction for each book: broken off, it goes on where it was when it is called again; a signal breaks it off between two books.
 * Undefined when there is no such run.
 */
export async function undoRun(db: Db, run: number, signal?: AbortSignal): Promise<Undone | undefined> {
  const known = await db.selectFrom('import_runs').select('started_at').where('id', '=', run).executeTakeFirst();
  if (known === undefined) return undefined;
  const changed = await db
    .selectFrom('imported_tales')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('changed_in', '=', run)
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

/** Returns the titles of those that stay. */
async function undoBook(trx: Transaction<Database>, { run, since }: { run: number; since: Date }, book: number): Promise<string[]> {
  type Row = { id: string; title: string; isOurs: boolean };
  const { rows } = await sql<Row>`
    select t.id, t.title, t.version = i.version and t.deleted_at is null as "isOurs"
    from imported_tales i join tales t on t.id = i.tale_id where i.book_id = ${book} and i.run_id = ${run}
    order by t.id for update of t`.execute(trx);
  const ours = rows.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  // What was left out because of them may come in its place.
  await sql`update imported_books set hash = '' where id in (select book_id from imported_tales where same_as = any(${ours}::uuid[]))`.execute(
    trx,
  );
  await withdrawTales(trx, ours, since);
  // The rows of edited tales stay, so that the same book again does not bring a second one; the others may come again.
  await sql`delete from imported_tales where book_id = ${book} and run_id = ${run} and tale_id is null`.execute(trx);
  await sql`update imported_books set hash = '' where id = ${book}`.execute(trx);
  await sql`delete from imported_books b where id = ${book} and not exists (select from imported_tales where book_id = b.id)`.execute(trx);
  await sql`update import_runs set removed = removed + ${ours.length} where id = ${run}`.execute(trx);
  return rows.filter(({ isOurs }) => !isOurs).map(({ title }) => title);
}

/** Takes back what a run has brought in. */
import { sql, type Transaction } from 'kysely';
import { withdrawTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';

/** `removed`: tales that are gone now; `edited`: titles of those that an editor has changed, which stay; `changed`: tales of earlier runs that it brought up to date, which stay so. */
export type Undone = { removed: number; edited: string[]; changed: number };

/** One transaction for each book: broken off, it goes on where it was when it is called again. Undefined when there is no such run. */
export async function undoRun(db: Db, run: number): Promise<Undone | undefined> {
  const known = await db.selectFrom('import_runs').select('id').where('id', '=', run).executeTakeFirst();
  if (known === undefined) return undefined;
  const changed = await db
    .selectFrom('imported_tales')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('changed_in', '=', run)
    .where('run_id', '<>', run)
    .executeTakeFirstOrThrow();
  const undone: Undone = { removed: 0, edited: [], changed: changed.count };
  const books = await db.selectFrom('imported_tales').select('book_id').distinct().where('run_id', '=', run).execute();
  for (const { book_id } of books) {
    const { removed, edited } = await transact(db, (trx) => undoBook(trx, run, book_id));
    undone.removed += removed;
    undone.edited.push(...edited);
  }
  await sql`update import_runs set undone_at = now(), ended_at = coalesce(ended_at, now()) where id = ${run}`.execute(db);
  return undone;
}

async function undoBook(trx: Transaction<Database>, run: number, book: number): Promise<{ removed: number; edited: string[] }> {
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
  await withdrawTales(trx, ours);
  // The rows of edited tales stay, so that the same book again does not bring a second one; the others may come again.
  await sql`delete from imported_tales where book_id = ${book} and run_id = ${run} and tale_id is null`.execute(trx);
  await sql`update imported_books set hash = '' where id = ${book}`.execute(trx);
  await sql`delete from imported_books b where id = ${book} and not exists (select from imported_tales where book_id = b.id)`.execute(trx);
  return { removed: ours.length, edited: rows.filter(({ isOurs }) => !isOurs).map(({ title }) => title) };
}

import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Near } from './near-index.ts';
import { isNear, type Signature } from './signature.ts';

/** At most so many that share a band with a text are compared: more share it only where a text says next to nothing. */
const MOST = 50;

/**
 * For each text the imported tale of another book that says the same and is still there, oldest first. An index of bands finds
 * them, so that the cost does not grow with what is imported. `bookKey`: of the book that the text stands in.
 */
export async function findNear(db: Db, asked: readonly (Signature & { bookKey: string })[]): Promise<(Near | undefined)[]> {
  const texts = JSON.stringify(asked.map(({ bands, bookKey }, at) => ({ at, bands: `{${bands.join()}}`, key: bookKey })));
  type Row = { at: number; taleId: string; title: string; book: string; signature: number[] };
  const { rows } = await sql<Row>`
    select a.at, i.tale_id as "taleId", t.title, b.name as book, i.signature
    from json_to_recordset(${texts}) a (at integer, bands integer[], key text)
      cross join lateral (
        -- Materialized: for a few rows in the order of their ids the planner would walk all there are.
        with near as materialized (
          select id, book_id, tale_id, signature from imported_tales where bands && a.bands and not left_out and tale_id is not null)
        select * from near order by id limit ${MOST}) i
      join imported_books b on b.id = i.book_id and b.key <> a.key
      join tales t on t.id = i.tale_id and t.deleted_at is null
    order by i.id`.execute(db);
  const found: (Near | undefined)[] = asked.map(() => undefined);
  for (const { at, signature, ...near } of rows) {
    if (found[at] === undefined && isNear(signature, asked[at]?.signature ?? [])) found[at] = near;
  }
  return found;
}

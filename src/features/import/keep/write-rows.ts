/** What is noted of an import, beside the tales. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';
import type { ReadBook } from './import-books.ts';
import type { KnownBook } from './known-books.ts';
import type { Deed } from './plan-book.ts';

type Trx = Transaction<Database>;
type Written = ReadonlyMap<Deed, { taleId: string; version: number }>;
type Book = { read: ReadBook; known: KnownBook | undefined; deeds: Deed[] };

/** A book that could not be written whole is looked at again the next time. */
export async function writeRows(
  trx: Trx,
  run: number,
  books: readonly Book[],
  written: Written,
  problems: ReadonlyMap<Deed, string>,
): Promise<void> {
  const ids = await writeBooks(trx, run, books, problems);
  const rows = books.flatMap(({ read, deeds }) =>
    deeds.flatMap((deed, index) =>
      problems.has(deed) ? [] : [{ ...rowOf(deed, written.get(deed)), book: ids.get(read.book.key), position: index + 1, row: deed.row }],
    ),
  );
  const added = JSON.stringify(rows.filter(({ row }) => row === undefined));
  await sql`
    insert into imported_tales (book_id, position, run_id, tale_id, same_as, left_out, version, hash, title_key, doubts, signature, bands)
    select book, position, ${run}, "taleId", "sameAs", "leftOut", version, hash, "titleKey", doubts, signature, bands
    from json_to_recordset(${added}) r (book integer, position integer, "taleId" uuid, "sameAs" uuid, "leftOut" boolean, version integer,
      hash text, "titleKey" text, doubts text[], signature integer[], bands integer[])`.execute(trx);
  const kept = JSON.stringify(rows.filter(({ row }) => row !== undefined));
  await sql`
    update imported_tales i set position = r.position, run_id = case when r.does = 'make' then ${run} else i.run_id end,
      changed_in = case when r.does = 'change' then ${run} else i.changed_in end,
      tale_id = coalesce(r."taleId", i.tale_id), same_as = r."sameAs", left_out = r."leftOut",
      version = coalesce(r.version, i.version), hash = coalesce(r.hash, i.hash), title_key = r."titleKey", doubts = r.doubts,
      signature = r.signature, bands = r.bands
    from json_to_recordset(${kept}) r (row bigint, does text, position integer, "taleId" uuid, "sameAs" uuid, "leftOut" boolean,
      version integer, hash text, "titleKey" text, doubts text[], signature integer[], bands integer[])
    where i.id = r.row and r.does <> 'nothing'`.execute(trx);
}

async function writeBooks(
  trx: Trx,
  run: number,
  books: readonly Book[],
  problems: ReadonlyMap<Deed, string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = books.map(({ read, deeds }) => ({
    key: read.book.key,
    name: read.book.name.slice(0, 300),
    hash: deeds.some((deed) => problems.has(deed)) ? '' : read.hash,
  }));
  const { rows: written } = await sql<{ id: number; key: string }>`
    insert into imported_books (key, name, hash, run_id)
    select key, name, hash, ${run} from json_to_recordset(${JSON.stringify(rows)}) r (key text, name text, hash text)
    on conflict (key) do update set name = excluded.name, hash = excluded.hash, run_id = excluded.run_id
    returning id, key`.execute(trx);
  return new Map(written.map(({ id, key }) => [key, id]));
}

function rowOf(deed: Deed, written: { taleId: string; version: number } | undefined) {
  const { hash, titleKey, doubts, signature, bands } = deed.ready;
  return {
    does: deed.does,
    taleId: written?.taleId ?? null,
    sameAs: deed.does === 'leave out' ? deed.same.taleId : null,
    leftOut: deed.does === 'leave out',
    version: written?.version ?? 0,
    ...{ hash, titleKey, doubts },
    // As Postgres writes arrays: of numbers one by one in JSON it takes far longer to read.
    ...{ signature: `{${signature.join()}}`, bands: `{${bands.join()}}` },
  };
}

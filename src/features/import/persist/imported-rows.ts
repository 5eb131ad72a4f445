/** Rows of imported books and tales. */
import { sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import type { ReadBook } from './import-books.ts';
import type { TaleAction } from './plan-book.ts';

/** `current`: the tale as it is now; null when deleted or never written. */
export type KnownTale = {
  id: number;
  isSkipped: boolean;
  version: number;
  hash: string;
  titleKey: string;
  current: { id: string; version: number; status: string; isTrashed: boolean } | null;
};
export type KnownBook = { id: number; tales: KnownTale[] };

/** Returns books by key. `lock`: locks their tales until the end of the caller's transaction. */
export async function findKnownBooks(db: Db, keys: string[], { lock }: { lock: boolean }): Promise<Map<string, KnownBook>> {
  const { rows: books } = await sql<{ id: number; key: string }>`select id, key from imported_books where key = any(${keys})`.execute(db);
  if (books.length === 0) return new Map();
  const ids = books.map(({ id }) => id);
  if (lock) {
    // In the order in which all bulk changes lock tales.
    await sql`select from tales where id in (select tale_id from imported_tales where book_id = any(${ids})) order by id for update`.execute(
      db,
    );
  }
  type Row = Omit<KnownTale, 'current'> & { bookId: number; taleId: string | null; now: number; status: string; isTrashed: boolean };
  const { rows } = await sql<Row>`
    select i.id, i.book_id as "bookId", i.is_skipped as "isSkipped", i.version, i.hash, i.title_key as "titleKey", t.id as "taleId",
      t.version as now, t.status, t.deleted_at is not null as "isTrashed"
    from imported_tales i left join tales t on t.id = i.tale_id where i.book_id = any(${ids}) order by i.position`.execute(db);
  const byBook = Map.groupBy(rows, ({ bookId }) => bookId);
  return new Map(
    books.map(({ id, key }) => [
      key,
      {
        id,
        tales: (byBook.get(id) ?? []).map(({ bookId: _, taleId, now, status, isTrashed, ...row }) => ({
          ...row,
          current: taleId === null ? null : { id: taleId, version: now, status, isTrashed },
        })),
      },
    ]),
  );
}

/** Returns the hashes of all imported files, which need not be imported again. */
export async function listHashes(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('imported_books').select('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}

type Trx = Transaction<Database>;
type Written = ReadonlyMap<TaleAction, { taleId: string; version: number }>;
type Book = { read: ReadBook; known: KnownBook | undefined; actions: TaleAction[] };

/** A book with problems is stored without its hash, so that the next import retries it. */
export async function writeRows(
  trx: Trx,
  run: number,
  books: readonly Book[],
  written: Written,
  problems: ReadonlyMap<TaleAction, string>,
): Promise<void> {
  const ids = await writeBooks(trx, run, books, problems);
  const rows = books.flatMap(({ read, actions }) =>
    actions.flatMap((action, index) =>
      problems.has(action)
        ? []
        : [{ ...rowOf(action, written.get(action)), book: ids.get(read.book.key), position: index + 1, row: action.row }],
    ),
  );
  const added = JSON.stringify(rows.filter(({ row }) => row === undefined));
  await sql`
    insert into imported_tales (book_id, position, run_id, tale_id, duplicate_of, is_skipped, version, hash, title_key, warnings, signature, bands)
    select book, position, ${run}, "taleId", "duplicateOf", "isSkipped", version, hash, "titleKey", warnings, signature, bands
    from json_to_recordset(${added}) r (book integer, position integer, "taleId" uuid, "duplicateOf" uuid, "isSkipped" boolean, version integer,
      hash text, "titleKey" text, warnings text[], signature integer[], bands integer[])`.execute(trx);
  const updated = JSON.stringify(rows.filter(({ row }) => row !== undefined));
  await sql`
    update imported_tales i set position = r.position, run_id = case when r.kind = 'create' then ${run} else i.run_id end,
      updated_run_id = case when r.kind = 'update' then ${run} else i.updated_run_id end,
      tale_id = coalesce(r."taleId", i.tale_id), duplicate_of = r."duplicateOf", is_skipped = r."isSkipped",
      version = coalesce(r.version, i.version), hash = coalesce(r.hash, i.hash), title_key = r."titleKey", warnings = r.warnings,
      signature = r.signature, bands = r.bands
    from json_to_recordset(${updated}) r (row bigint, kind text, position integer, "taleId" uuid, "duplicateOf" uuid, "isSkipped" boolean,
      version integer, hash text, "titleKey" text, warnings text[], signature integer[], bands integer[])
    where i.id = r.row and r.kind <> 'none'`.execute(trx);
}

async function writeBooks(
  trx: Trx,
  run: number,
  books: readonly Book[],
  problems: ReadonlyMap<TaleAction, string>,
): Promise<ReadonlyMap<string, number>> {
  const rows = books.map(({ read, actions }) => ({
    key: read.book.key,
    name: read.book.name.slice(0, 300),
    hash: actions.some((action) => problems.has(action)) ? '' : read.hash,
  }));
  const { rows: written } = await sql<{ id: number; key: string }>`
    insert into imported_books (key, name, hash, run_id)
    select key, name, hash, ${run} from json_to_recordset(${JSON.stringify(rows)}) r (key text, name text, hash text)
    on conflict (key) do update set name = excluded.name, hash = excluded.hash, run_id = excluded.run_id
    returning id, key`.execute(trx);
  return new Map(written.map(({ id, key }) => [key, id]));
}

function rowOf(action: TaleAction, written: { taleId: string; version: number } | undefined) {
  const { hash, titleKey, warnings, signature, bands } = action.ready;
  return {
    kind: action.kind,
    taleId: written?.taleId ?? null,
    duplicateOf: action.kind === 'skip' ? action.same.taleId : null,
    isSkipped: action.kind === 'skip',
    version: written?.version ?? 0,
    ...{ hash, titleKey, warnings },
    // Postgres array literals: parsing numbers one by one from JSON is far slower.
    ...{ signature: `{${signature.join()}}`, bands: `{${bands.join()}}` },
  };
}

/** What the database knows of books that were imported before. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** `current`: the tale as it is now, null when it is gone or was never written. */
export type KnownTale = {
  id: number;
  leftOut: boolean;
  version: number;
  hash: string;
  titleKey: string;
  current: { id: string; version: number; status: string; isBinned: boolean } | null;
};
export type KnownBook = { id: number; tales: KnownTale[] };

/** By their keys. `lock`: nobody changes the tales before the caller's transaction ends. */
export async function findKnownBooks(db: Db, keys: string[], { lock }: { lock: boolean }): Promise<Map<string, KnownBook>> {
  const { rows: books } = await sql<{ id: number; key: string }>`select id, key from imported_books where key = any(${keys})`.execute(db);
  if (books.length === 0) return new Map();
  const ids = books.map(({ id }) => id);
  if (lock) {
    // In the order in which all who change many tales lock them.
    await sql`select from tales where id in (select tale_id from imported_tales where book_id = any(${ids})) order by id for update`.execute(
      db,
    );
  }
  type Row = Omit<KnownTale, 'current'> & { bookId: number; taleId: string | null; now: number; status: string; isBinned: boolean };
  const { rows } = await sql<Row>`
    select i.id, i.book_id as "bookId", i.left_out as "leftOut", i.version, i.hash, i.title_key as "titleKey", t.id as "taleId",
      t.version as now, t.status, t.deleted_at is not null as "isBinned"
    from imported_tales i left join tales t on t.id = i.tale_id where i.book_id = any(${ids}) order by i.position`.execute(db);
  const byBook = Map.groupBy(rows, ({ bookId }) => bookId);
  return new Map(
    books.map(({ id, key }) => [
      key,
      {
        id,
        tales: (byBook.get(id) ?? []).map(({ bookId: _, taleId, now, status, isBinned, ...row }) => ({
          ...row,
          current: taleId === null ? null : { id: taleId, version: now, status, isBinned },
        })),
      },
    ]),
  );
}

/** The hashes of all that was imported: of a file with one of these there is nothing to do. */
export async function listHashes(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('imported_books').select('hash').execute();
  return new Set(rows.map(({ hash }) => hash));
}

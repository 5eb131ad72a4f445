import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { isNear, type Signature } from './signature.ts';

/** Compares at most this many candidates per text: more share a band only when a text is nearly empty. */
const MAX_COMPARED = 50;

/**
 * Returns, for each text, the oldest existing imported tale of another book with nearly the same text. An index on bands keeps the cost
 * independent of the number of imported tales. `bookKey`: of the book that contains the text.
 */
export async function findNearDuplicates(
  db: Db,
  queries: readonly (Signature & { bookKey: string })[],
): Promise<(NearDuplicate | undefined)[]> {
  const texts = JSON.stringify(queries.map(({ bands, bookKey }, at) => ({ at, bands: `{${bands.join()}}`, key: bookKey })));
  type Row = { at: number; taleId: string; title: string; book: string; signature: number[] };
  const { rows } = await sql<Row>`
    select a.at, i.tale_id as "taleId", t.title, b.name as book, i.signature
    from json_to_recordset(${texts}) a (at integer, bands integer[], key text)
      cross join lateral (
        -- Materialized: for a few rows in the order of their ids the planner would walk all there are.
        with near as materialized (
          select id, book_id, tale_id, signature from imported_tales where bands && a.bands and not is_skipped and tale_id is not null)
        select * from near order by id limit ${MAX_COMPARED}) i
      join imported_books b on b.id = i.book_id and b.key <> a.key
      join tales t on t.id = i.tale_id and t.deleted_at is null
    order by i.id`.execute(db);
  const found: (NearDuplicate | undefined)[] = queries.map(() => undefined);
  for (const { at, signature, ...near } of rows) {
    if (found[at] === undefined && isNear(signature, queries[at]?.signature ?? [])) found[at] = near;
  }
  return found;
}

/** `taleId`: null for a tale that is not written yet. */
export type NearDuplicate = { taleId: string | null; title: string; book: string };

type IndexedText = NearDuplicate & { bookKey: string; signature: number[] };

const MAX_INDEXED = 20_000;

export class NearDuplicateIndex {
  readonly #byBand = new Map<number, IndexedText[]>();
  #count = 0;

  add({ signature, bands }: Signature, bookKey: string, near: NearDuplicate): void {
    if (this.#count >= MAX_INDEXED) return;
    this.#count += 1;
    const indexed = { ...near, bookKey, signature };
    for (const band of bands) {
      const others = this.#byBand.get(band);
      if (others === undefined) this.#byBand.set(band, [indexed]);
      else others.push(indexed);
    }
  }

  /** Returns the first near-duplicate in another book. */
  find({ signature, bands }: Signature, bookKey: string): NearDuplicate | undefined {
    for (const band of bands) {
      const found = this.#byBand.get(band)?.find((each) => each.bookKey !== bookKey && isNear(each.signature, signature));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

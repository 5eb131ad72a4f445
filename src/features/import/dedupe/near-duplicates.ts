import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/*
 * MinHash (Broder 1997) over runs of three words: the share of equal minimum hashes estimates the share of common runs. Two translations of
 * a tale have hardly any in common.
 */

const HASHES = 72;

/** Values per band. Texts that share 80 % of their runs certainly share a band, those that share 10 % hardly ever. */
const ROWS = 3;
const SHINGLE_WORDS = 3;

/** The same tale in the same words, except for spelling and a few words. */
const NEAR_SIMILARITY = 0.55;

const SIGN = 0x80000000 | 0;
const MAX_INT32 = 0x7fffffff;

const factors = Int32Array.from({ length: HASHES }, (_, index) => Math.imul(index + 1, 0x9e3779b1) | 1);
const offsets = Int32Array.from({ length: HASHES }, (_, index) => Math.imul(index + 1, 0x85ebca6b));

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

/** `signature`: 72 signed 32-bit integers; `bands`: up to 24 hashes, which include the language. */
export type Signature = { signature: number[]; bands: number[] };

export function signatureOf(text: string, language: string): Signature {
  // Signed comparison is a single instruction; XOR with the sign bit preserves unsigned order.
  const least = new Int32Array(HASHES).fill(MAX_INT32);
  for (const run of shinglesOf(text)) {
    for (let index = 0; index < HASHES; index += 1) {
      const value = mixBits(Math.imul(run, factors[index] as number) + (offsets[index] as number)) ^ SIGN;
      if (value < (least[index] as number)) least[index] = value;
    }
  }
  const signature = Array.from(least, (value) => value ^ SIGN);
  const tongue = fnv1a((language.split('-')[0] ?? '').toLowerCase());
  const bands: number[] = [];
  for (let band = 0; band < HASHES / ROWS; band += 1) {
    let hash = mixBits(tongue + band);
    for (let row = 0; row < ROWS; row += 1) hash = mixBits(Math.imul(hash ^ (signature[band * ROWS + row] as number), 0x01000193));
    bands.push(hash);
  }
  return { signature, bands: [...new Set(bands)] };
}

export function isNear(one: readonly number[], other: readonly number[]): boolean {
  return similarity(one, other) >= NEAR_SIMILARITY;
}

/** Returns the estimated share of common word runs, 0 to 1. */
export function similarity(one: readonly number[], other: readonly number[]): number {
  return one.filter((value, index) => value === other[index]).length / HASHES;
}

/** Returns each run of three words once, as a hash: lower case, without accents and punctuation. */
function shinglesOf(text: string): Set<number> {
  const words =
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’-]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = words.map(fnv1a);
  const runs = new Set<number>();
  for (let at = 0; at <= Math.max(0, hashes.length - SHINGLE_WORDS); at += 1) {
    let run = 0;
    for (let index = at; index < at + SHINGLE_WORDS; index += 1) run = mixBits(Math.imul(run, 0x01000193) + (hashes[index] ?? 0));
    runs.add(run);
  }
  return runs;
}

/** FNV-1a. */
function fnv1a(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3; returns a signed 32-bit integer. */
function mixBits(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

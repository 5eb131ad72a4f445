/** Found books into the database: all of them, or nothing, in one transaction. */
import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Classification, Classify } from '#src/features/classification/classification.ts';
import { holdTidying } from '#src/features/search/search.ts';
import { createTales, readNewTale, type TaleInput, updateTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { normalTitle } from '../cut/normal-title.ts';
import type { FoundBook } from '../found-tale.ts';
import { findNear } from '../near/find-near.ts';
import { NearIndex } from '../near/near-index.ts';
import { signatureOf } from '../near/signature.ts';
import { type Proposing, propose } from '../propose/propose.ts';
import { type BookReport, reportOf } from './book-report.ts';
import { findExisting } from './find-existing.ts';
import { findKnownBooks, type KnownBook } from './known-books.ts';
import { type Deed, hashOf, keyOf, planBook, type Ready } from './plan-book.ts';
import { beginRun } from './runs.ts';
import { writeRows } from './write-rows.ts';

type Trx = Transaction<Database>;

/** `hash`: of the file and of how it is imported. */
export type ReadBook = { book: FoundBook; hash: string };

export type Importing = Proposing & {
  classify: Classify;
  /** Tales are brought in even when another book has nearly the same text. */
  keepDuplicates: boolean;
  /** Keys of tales that are left out. */
  exclude?: ReadonlySet<string> | undefined;
  /** The id of who asked for it; nobody at the command line. */
  person?: string;
  /**
   * Told at the end of each transaction of the tales that it has written, so that why they stand where they stand can be kept, and of the
   * number of the run. What it throws takes all of the transaction back.
   */
  onWritten?: (trx: Trx, written: WrittenTale[], run: number) => Promise<void>;
};
export type WrittenTale = { taleId: string; doubts: string[]; classification: Classification };

/** Importers wait here for each other: what the one brings in, the other must see. */
const LOCK = 7_412_025;

/** Milliseconds. A reader's page is drawn by the same process, and what the database has answered is read by it: both wait no longer than that. */
const AT_ONCE_MS = 3;

export type ReadyBook = { read: ReadBook; tales: Ready[] };
type Planned = { read: ReadBook; known: KnownBook | undefined; deeds: Deed[]; gone: number };

/** Writes the books as part of `run`, which begins with them where it has not yet, and reports of each. */
export async function importBooks(
  db: Db,
  run: number | undefined,
  books: readonly ReadyBook[],
  how: Importing,
): Promise<{ run: number; reports: BookReport[] }> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await holdTidying(trx);
    const planned = await plan(trx, books, how, { lock: true, seen: new NearIndex() });
    const number = run ?? (await beginRun(trx, how.person));
    return { run: number, reports: await write(trx, number, planned, how) };
  });
}

/** What importing the books would do; nothing is written. `seen`: what books of the same run have brought before. */
export async function tryBooks(db: Db, books: readonly ReadyBook[], how: Importing, seen: NearIndex): Promise<BookReport[]> {
  const planned = await plan(db, books, how, { lock: false, seen });
  const made = planned.flatMap(({ deeds }) => deeds.filter(({ does }) => does === 'make'));
  const existing = await findExisting(
    db,
    made.map(({ ready }) => ready),
  );
  const looked = new Map(made.map((deed, index) => [deed, existing[index]]));
  return planned.map(({ read, deeds, gone }) => reportOf(read.book, deeds, gone, [], looked));
}

/** What costs time is done before the transaction begins; others are let through every few milliseconds. */
export async function makeReady(books: readonly ReadBook[], how: Importing): Promise<ReadyBook[]> {
  const ready: ReadyBook[] = [];
  let since = performance.now();
  for (const read of books) {
    const tales: Ready[] = [];
    for (const found of read.book.tales) {
      const proposal = propose(found, read.book, how);
      const { title, language = '' } = proposal.proposed;
      const hash = hashOf(proposal);
      if (how.exclude?.has(keyOf({ hash }))) continue;
      const tale = readNewTale(proposal.proposed);
      tales.push({
        ...proposal,
        read: tale,
        ...signatureOf(proposal.text, language),
        hash,
        titleKey: normalTitle(title),
      });
      if (performance.now() - since < AT_ONCE_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    ready.push({ read, tales });
  }
  return ready;
}

async function plan(
  db: Db,
  books: readonly ReadyBook[],
  { keepDuplicates }: Importing,
  { lock, seen }: { lock: boolean; seen: NearIndex },
): Promise<Planned[]> {
  const known = await findKnownBooks(
    db,
    books.map(({ read }) => read.book.key),
    { lock },
  );
  const asked = books.flatMap(({ read, tales }) => tales.map(({ signature, bands }) => ({ signature, bands, bookKey: read.book.key })));
  const near = keepDuplicates ? [] : await findNear(db, asked);
  let at = 0;
  return books.map(({ read, tales }) => {
    const { key, name } = read.book;
    const nearest = tales.map((tale, index) => (keepDuplicates ? undefined : (near[at + index] ?? seen.find(tale, key))));
    at += tales.length;
    const { deeds, gone } = planBook(tales, known.get(key), nearest);
    for (const { does, ready } of deeds) {
      if (does === 'make') seen.add(ready, key, { taleId: null, title: ready.proposed.title, book: name });
    }
    return { read, known: known.get(key), deeds, gone };
  });
}

async function write(trx: Trx, run: number, planned: readonly Planned[], how: Importing): Promise<BookReport[]> {
  const makes = planned.flatMap(({ deeds }) => deeds.filter((deed) => deed.does === 'make'));
  const made = await makeTales(trx, makes);
  const written = new Map<Deed, { taleId: string; version: number }>(made.written);
  const problems = new Map<Deed, string>(made.problems);
  for (const deed of planned.flatMap(({ deeds }) => deeds)) {
    if (deed.does !== 'change') continue;
    const { slug: _, status, ...fields } = deed.ready.proposed;
    // What readers have is not taken from them again.
    const outcome = await updateTale(trx, deed.tale, deed.version, status === 'published' ? { ...fields, status } : fields);
    if (outcome.outcome === 'saved') written.set(deed, { taleId: deed.tale, version: outcome.tale.version });
    else problems.set(deed, outcome.outcome === 'invalid' ? said(outcome.problems) : 'Someone changes it just now.');
  }
  await writeRows(trx, run, planned, written, problems);
  await how.onWritten?.(
    trx,
    Array.from(written, ([{ ready }, { taleId }]) => ({ taleId, doubts: ready.doubts, classification: ready.classification })),
    run,
  );
  return planned.map(({ read, deeds, gone }) => {
    const own = deeds.filter((deed) => problems.has(deed));
    return reportOf(
      read.book,
      deeds.filter((deed) => !problems.has(deed)),
      gone,
      own.map((deed) => `${deed.ready.proposed.title}: ${problems.get(deed)}`),
    );
  });
}

type Make = Extract<Deed, { does: 'make' }>;
type Made = { written: [Deed, { taleId: string; version: number }][]; problems: [Deed, string][] };

/** An address that another tale has is left to it: the tale then gets one of its own. */
async function makeTales(trx: Trx, deeds: readonly Make[], { slugs = true } = {}): Promise<Made> {
  const tales = deeds.map(({ ready: { read, proposed } }) => (slugs ? read : readNewTale(withoutSlug(proposed))));
  const outcomes = await createTales(trx, tales);
  const made: Made = { written: [], problems: [] };
  const again: Make[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const deed = deeds[index] as Make;
    if (outcome.outcome === 'saved') made.written.push([deed, { taleId: outcome.tale.id, version: outcome.tale.version }]);
    else if (slugs && Object.keys(outcome.problems).join() === 'slug') again.push(deed);
    else made.problems.push([deed, said(outcome.problems)]);
  }
  if (again.length === 0) return made;
  const second = await makeTales(trx, again, { slugs: false });
  return { written: [...made.written, ...second.written], problems: [...made.problems, ...second.problems] };
}

function withoutSlug({ slug: _, ...rest }: TaleInput): TaleInput {
  return rest;
}

function said(problems: Record<string, string[]>): string {
  return Object.entries(problems)
    .map(([field, messages]) => `${field}: ${messages.join(', ')}`)
    .join('; ');
}

/** Writes found books to the database, all or nothing, in one transaction. */

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { type Classification, type Classify, saveClassifications } from '#src/features/classification/classification.ts';
import { writeAttachments } from '#src/features/files/files.ts';
import { pauseTidying } from '#src/features/search/search.ts';
import { createTales, readNewTale, type TaleInput, updateTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { findNearDuplicates, NearDuplicateIndex, signatureOf } from '../dedupe/near-duplicates.ts';
import { normalizeTitle } from '../split/titles.ts';
import { type Suggestion, type SuggestOptions, suggestFields } from '../suggest/suggest-fields.ts';
import type { FoundBook, FoundTale } from '../worker-output.ts';
import type { CheckedFiles } from './attached-files.ts';
import { findKnownBooks, type KnownBook, writeRows } from './imported-rows.ts';
import { type BookReport, type PreparedTale, planBook, type TaleAction, taleKey, toReport } from './plan-book.ts';
import { beginRun } from './runs.ts';

type Trx = Transaction<Database>;

/** `hash`: of the file and the settings of its import. `attached`: the files of its tales. */
export type ReadBook = { book: FoundBook; hash: string; attached?: ReadonlyMap<FoundTale, CheckedFiles> };

export type ImportSettings = SuggestOptions & {
  classify: Classify;
  /** Import tales even when another book has nearly the same text. */
  keepDuplicates: boolean;
  /** Keys of tales to skip. */
  exclude?: ReadonlySet<string> | undefined;
  /** The id of the user; undefined on the command line. */
  startedBy?: string;
  /**
   * Called at the end of each transaction with the tales written in it and the number of the run, to save the reasons for their
   * classification. Throwing rolls the transaction back.
   */
  onWritten?: (trx: Trx, written: WrittenTale[], run: number) => Promise<void>;
};
type WrittenTale = { taleId: string; warnings: string[]; classification: Classification };

/** Advisory lock: imports run one after the other, since each must see what the others have written. */
const LOCK = 7_412_025;

/** Milliseconds. Pages are rendered by the same process and must not wait longer. */
const YIELD_AFTER_MS = 3;

export type PreparedBook = { read: ReadBook; tales: PreparedTale[] };
type Planned = { read: ReadBook; known: KnownBook | undefined; actions: TaleAction[]; gone: number };

/** Writes books as part of `run`, which is created when undefined. */
export async function importBooks(
  db: Db,
  run: number | undefined,
  books: readonly PreparedBook[],
  settings: ImportSettings,
): Promise<{ run: number; reports: BookReport[] }> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await pauseTidying(trx);
    const planned = await plan(trx, books, settings, { lock: true, seen: new NearDuplicateIndex() });
    const number = run ?? (await beginRun(trx, settings.startedBy));
    return { run: number, reports: await write(trx, number, planned, settings) };
  });
}

/** Reports what importing the books would do, without writing. `seen`: tales of earlier books of the same run. */
export async function previewBooks(
  db: Db,
  books: readonly PreparedBook[],
  settings: ImportSettings,
  seen: NearDuplicateIndex,
): Promise<BookReport[]> {
  const planned = await plan(db, books, settings, { lock: false, seen });
  const made = planned.flatMap(({ actions }) => actions.filter(({ kind }) => kind === 'create'));
  const existing = await findExisting(
    db,
    made.map(({ ready }) => ready),
  );
  const looked = new Map(made.map((action, index) => [action, existing[index]]));
  return planned.map(({ read, actions, gone }) => toReport(read.book, actions, gone, [], looked));
}

/** Returns the tales with files that would be written. */
export async function listAttaching(db: Db, books: readonly PreparedBook[], settings: ImportSettings): Promise<PreparedTale[]> {
  if (!books.some(({ tales }) => tales.some(({ files }) => files !== undefined))) return [];
  const planned = await plan(db, books, settings, { lock: false, seen: new NearDuplicateIndex() });
  return planned
    .flatMap(({ actions }) => actions)
    .filter(({ kind, ready }) => (kind === 'create' || kind === 'update') && ready.files !== undefined)
    .map(({ ready }) => ready);
}

/** Does the slow work before the transaction begins, and yields every few milliseconds. */
export async function prepareBooks(books: readonly ReadBook[], settings: ImportSettings): Promise<PreparedBook[]> {
  const ready: PreparedBook[] = [];
  let since = performance.now();
  for (const read of books) {
    const tales: PreparedTale[] = [];
    for (const found of read.book.tales) {
      const files = read.attached?.get(found);
      const warnings = [...found.warnings, ...(files?.problems ?? [])];
      const proposal = suggestFields({ ...found, warnings }, read.book, settings);
      const { title, language = '' } = proposal.proposed;
      const hash = proposalHash(proposal, files);
      if (settings.exclude?.has(taleKey({ hash }))) continue;
      const tale = readNewTale(proposal.proposed);
      tales.push({
        ...proposal,
        read: tale,
        ...signatureOf(proposal.text, language),
        hash,
        titleKey: normalizeTitle(title),
        ...(files && { files }),
      });
      if (performance.now() - since < YIELD_AFTER_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    ready.push({ read, tales });
  }
  return ready;
}

async function plan(
  db: Db,
  books: readonly PreparedBook[],
  { keepDuplicates }: ImportSettings,
  { lock, seen }: { lock: boolean; seen: NearDuplicateIndex },
): Promise<Planned[]> {
  const known = await findKnownBooks(
    db,
    books.map(({ read }) => read.book.key),
    { lock },
  );
  const queries = books.flatMap(({ read, tales }) => tales.map(({ signature, bands }) => ({ signature, bands, bookKey: read.book.key })));
  const near = keepDuplicates ? [] : await findNearDuplicates(db, queries);
  let at = 0;
  return books.map(({ read, tales }) => {
    const { key, name } = read.book;
    const nearest = tales.map((tale, index) => (keepDuplicates ? undefined : (near[at + index] ?? seen.find(tale, key))));
    at += tales.length;
    const { actions, gone } = planBook(tales, known.get(key), nearest);
    for (const { kind, ready } of actions) {
      if (kind === 'create') seen.add(ready, key, { taleId: null, title: ready.proposed.title, book: name });
    }
    return { read, known: known.get(key), actions, gone };
  });
}

async function write(trx: Trx, run: number, planned: readonly Planned[], settings: ImportSettings): Promise<BookReport[]> {
  const creations = planned.flatMap(({ actions }) => actions.filter((action) => action.kind === 'create'));
  const made = await insertTales(trx, creations);
  const written = new Map<TaleAction, { taleId: string; version: number }>(made.written);
  const problems = new Map<TaleAction, string>(made.problems);
  for (const action of planned.flatMap(({ actions }) => actions)) {
    if (action.kind !== 'update') continue;
    const { slug: _, status, ...fields } = action.ready.proposed;
    // A published tale is never unpublished by an import.
    const outcome = await updateTale(trx, action.tale, action.version, status === 'published' ? { ...fields, status } : fields);
    if (outcome.outcome === 'saved') written.set(action, { taleId: action.tale, version: outcome.tale.version });
    else problems.set(action, outcome.outcome === 'invalid' ? describeProblems(outcome.problems) : 'It is being edited right now.');
  }
  for (const [{ ready }, { taleId }] of written)
    if (ready.attachments !== undefined) await writeAttachments(trx, { kind: 'tale', id: taleId }, ready.attachments);
  await writeRows(trx, run, planned, written, problems);
  await settings.onWritten?.(
    trx,
    Array.from(written, ([{ ready }, { taleId }]) => ({ taleId, warnings: ready.warnings, classification: ready.classification })),
    run,
  );
  return planned.map(({ read, actions, gone }) => {
    const own = actions.filter((action) => problems.has(action));
    return toReport(
      read.book,
      actions.filter((action) => !problems.has(action)),
      gone,
      own.map((action) => `${action.ready.proposed.title}: ${problems.get(action)}`),
    );
  });
}

type CreateAction = Extract<TaleAction, { kind: 'create' }>;
type Made = { written: [TaleAction, { taleId: string; version: number }][]; problems: [TaleAction, string][] };

/** Creates tales. When a slug is taken, the tale gets a generated one. */
async function insertTales(trx: Trx, actions: readonly CreateAction[], { slugs = true } = {}): Promise<Made> {
  const tales = actions.map(({ ready: { read, proposed } }) => (slugs ? read : readNewTale(withoutSlug(proposed))));
  const outcomes = await createTales(trx, tales);
  const made: Made = { written: [], problems: [] };
  const again: CreateAction[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const action = actions[index] as CreateAction;
    if (outcome.outcome === 'saved') made.written.push([action, { taleId: outcome.tale.id, version: outcome.tale.version }]);
    else if (slugs && Object.keys(outcome.problems).join() === 'slug') again.push(action);
    else made.problems.push([action, describeProblems(outcome.problems)]);
  }
  if (again.length === 0) return made;
  const second = await insertTales(trx, again, { slugs: false });
  return { written: [...made.written, ...second.written], problems: [...made.problems, ...second.problems] };
}

function withoutSlug({ slug: _, ...rest }: TaleInput): TaleInput {
  return rest;
}

function describeProblems(problems: Record<string, string[]>): string {
  return Object.entries(problems)
    .map(([field, messages]) => `${field}: ${messages.join(', ')}`)
    .join('; ');
}

/** Saves why each tale is a draft and why it has its classification. For `onWritten`. */
export async function saveReasons(trx: Db, written: readonly WrittenTale[]): Promise<void> {
  const classified = written.map(({ taleId, warnings, classification }) => ({
    taleId,
    reasons: [...warnings.map((why) => ({ what: 'Doubt', why })), ...classification.reasons],
  }));
  await saveClassifications(trx, classified);
}

/** An existing tale with the title or text of a found one. */
export type Existing = { title: string; slug: string; same: 'title' | 'text' };

/** Shorter texts are not compared. */
const MIN_WORDS = 20;

/** Returns an existing tale for each found one, preferably with the same text. Reads only tales with the same number of words. */
async function findExisting(db: Db, tales: readonly PreparedTale[]): Promise<(Existing | undefined)[]> {
  const queries = JSON.stringify(
    tales.map(({ proposed, read }, at) => {
      const { words = 0, content_text: text = '' } = read.text?.columns ?? {};
      return { at, title: proposed.title, words: words < MIN_WORDS ? -1 : words, hash: createHash('md5').update(text).digest('hex') };
    }),
  );
  const { rows } = await sql<Existing & { at: number }>`
    with queries as materialized (select * from json_to_recordset(${queries}) a (at integer, title text, words integer, hash text)),
      as_long as materialized (
        select a.at, a.hash, t.id from queries a join tales t on t.words = a.words where t.deleted_at is null)
    select l.at, t.title, t.slug, 'text' as same from as_long l join tales t on t.id = l.id where md5(t.content_text) = l.hash
    union all
    select a.at, t.title, t.slug, 'title' from queries a join tales t on lower(t.title) = lower(a.title) where t.deleted_at is null`.execute(
    db,
  );
  const found: (Existing | undefined)[] = tales.map(() => undefined);
  for (const { at, ...existing } of rows) if (found[at] === undefined || existing.same === 'text') found[at] = existing;
  return found;
}

/** Neither the position of a tale in its book nor its status counts. */
function proposalHash({ proposed }: Suggestion, attached: CheckedFiles | undefined): string {
  const { status: _, ...written } = proposed;
  const files = attached?.files.map(({ path: _path, found: _found, bytes: _bytes, ...file }) => file) ?? [];
  return createHash('sha256')
    .update(JSON.stringify(files.length === 0 ? written : { ...written, files }))
    .digest('base64url');
}

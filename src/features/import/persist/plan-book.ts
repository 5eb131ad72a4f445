/** Decides what to do with each tale of a book. */
import type { ReadTale } from '#src/features/tales/tales.ts';
import type { NearDuplicate, Signature } from '../dedupe/near-duplicates.ts';
import type { Suggestion } from '../suggest/suggest-fields.ts';
import type { FoundBook } from '../worker-output.ts';
import type { Attachment, CheckedFiles } from './attached-files.ts';
import type { Existing } from './import-books.ts';
import type { KnownBook, KnownTale } from './imported-rows.ts';

/** A tale ready to be written: with suggested fields, validated, signed and hashed. */
export type PreparedTale = Suggestion &
  Signature & { read: ReadTale; hash: string; titleKey: string } & {
    files?: CheckedFiles;
    /** Its files in the library; undefined for a tale without any, whose attachments stay. */
    attachments?: Attachment[];
  };

/**
 * `isDraft`: the status now or after the import. `edited`: changed or moved to the trash by an editor since; `deleted`: deleted since.
 * Neither is touched.
 */
export type TaleAction =
  | { kind: 'create'; ready: PreparedTale; row: number | undefined }
  | { kind: 'update'; ready: PreparedTale; row: number; tale: string; version: number; isDraft: boolean }
  | { kind: 'skip'; ready: PreparedTale; row: number | undefined; same: NearDuplicate }
  | { kind: 'none'; ready: PreparedTale; row: number; why: 'unchanged' | 'edited' | 'deleted'; isDraft: boolean };

/** Short enough for lists of hundreds. */
export function taleKey({ hash }: Pick<PreparedTale, 'hash'>): string {
  return hash.slice(0, 16);
}

/**
 * Plans the import of a book. `known`: the book as imported before; `nearest`: for each tale its near-duplicate in another book. `gone`:
 * number of tales that the book no longer has; they are kept.
 */
export function planBook(
  tales: readonly PreparedTale[],
  known: KnownBook | undefined,
  nearest: readonly (NearDuplicate | undefined)[],
): { actions: TaleAction[]; gone: number } {
  const matches = matchTales(tales, known?.tales ?? []);
  const actions = tales.map((ready, index) => actionFor(ready, matches[index], nearest[index]));
  const met = new Set(matches.map((match) => match?.id));
  return { actions, gone: (known?.tales ?? []).filter(({ id, current }) => current !== null && !met.has(id)).length };
}

function actionFor(ready: PreparedTale, match: KnownTale | undefined, same: NearDuplicate | undefined): TaleAction {
  const row = match?.id;
  if (match === undefined || row === undefined || match.isSkipped) {
    return same === undefined ? { kind: 'create', ready, row } : { kind: 'skip', ready, row, same };
  }
  const { current } = match;
  if (current === null) return { kind: 'none', ready, row, why: 'deleted', isDraft: false };
  const isDraft = current.status === 'draft';
  const isPublishedNow = ready.proposed.status === 'published' && isDraft;
  if (match.hash === ready.hash && !isPublishedNow) return { kind: 'none', ready, row, why: 'unchanged', isDraft };
  if (current.isTrashed || current.version !== match.version) return { kind: 'none', ready, row, why: 'edited', isDraft };
  return { kind: 'update', ready, row, tale: current.id, version: current.version, isDraft: isDraft && !isPublishedNow };
}

/** Matches tales by hash, else by title; of several with the same title by order. */
function matchTales(tales: readonly PreparedTale[], known: readonly KnownTale[]): (KnownTale | undefined)[] {
  const matches: (KnownTale | undefined)[] = tales.map(() => undefined);
  const free = new Set(known);
  for (const same of ['hash', 'titleKey'] as const) {
    const waiting = Map.groupBy(free, (each) => each[same]);
    for (const [index, ready] of tales.entries()) {
      if (matches[index] !== undefined) continue;
      const found = waiting.get(ready[same])?.shift();
      if (found === undefined) continue;
      matches[index] = found;
      free.delete(found);
    }
  }
  return matches;
}

/**
 * `left_alone`: changed in the book, but edited or deleted since the last import. `why`: warnings that make it a draft, or why it is
 * skipped.
 */
export type TaleReport = {
  title: string;
  action: 'new' | 'changed' | 'unchanged' | 'left_alone' | 'duplicate';
  isDraft: boolean;
  why: string[];
  /** The files that are attached. */
  files: string[];
  /** Identifies the tale within its book, by what would be written. */
  key: string;
  /** An existing tale with the same title or text; only in dry runs, for new tales. */
  existing: Existing | null;
  /** Sanitized HTML; only in dry runs. */
  content: string | null;
};
/** Existing tales that a dry run has found. */
type DryRunFindings = ReadonlyMap<TaleAction, Existing | undefined>;

export type BookReport = {
  name: string;
  /** Number of tales in the book. */
  found: number;
  made: number;
  changed: number;
  unchanged: number;
  left: number;
  /** Tales of an earlier import that the book no longer has; they are kept. */
  gone: number;
  /** Tales saved as drafts, and why. */
  doubtful: { title: string; why: string[] }[];
  /** Skipped tales, and the existing tale with the same text. */
  duplicates: { title: string; of: string; book: string }[];
  /** The planned or completed action for each tale, in the order of the book. */
  tales: TaleReport[];
  /** Column names of a table; else empty. */
  columns: string[];
  /** Messages on what was skipped in the file. */
  notes: string[];
  /** Messages for tales that could not be written. */
  problems: string[];
  /** Paths of the files that its tales attach. */
  attached: string[];
};

export function toReport(
  { name, tales, notes, columns = [] }: FoundBook,
  actions: readonly TaleAction[],
  gone: number,
  problems: string[],
  looked?: DryRunFindings,
): BookReport {
  const all = actions.map((action) => ({
    ...taleOf(action),
    files: action.kind === 'create' || action.kind === 'update' ? (action.ready.files?.shown ?? []) : [],
    key: taleKey(action.ready),
    existing: looked?.get(action) ?? null,
    content: looked === undefined ? null : (action.ready.proposed.content ?? ''),
  }));
  const count = (...wanted: TaleReport['action'][]) => all.filter(({ action }) => wanted.includes(action)).length;
  return {
    name,
    found: tales.length,
    made: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    left: count('left_alone'),
    gone,
    doubtful: actions.flatMap(({ kind, ready }) =>
      (kind === 'create' || kind === 'update') && ready.warnings.length > 0 ? [{ title: ready.proposed.title, why: ready.warnings }] : [],
    ),
    duplicates: actions.flatMap((action) =>
      action.kind === 'skip' ? [{ title: action.ready.proposed.title, of: action.same.title, book: action.same.book }] : [],
    ),
    tales: all,
    columns,
    notes,
    problems,
    attached: actions.flatMap(({ ready }) => ready.files?.files.map(({ found }) => found) ?? []),
  };
}

function taleOf(action: TaleAction): Omit<TaleReport, 'key' | 'existing' | 'content' | 'files'> {
  const { title, status } = action.ready.proposed;
  const { warnings } = action.ready;
  switch (action.kind) {
    case 'create':
      return { title, action: 'new', isDraft: status === 'draft', why: status === 'draft' ? warnings : [] };
    case 'update':
      return { title, action: 'changed', isDraft: action.isDraft, why: action.isDraft ? warnings : (action.ready.files?.problems ?? []) };
    case 'skip':
      return {
        title,
        action: 'duplicate',
        isDraft: false,
        why: [`“${action.same.title}” in “${action.same.book}” has nearly the same text.`],
      };
    case 'none':
      if (action.why === 'unchanged') return { title, action: 'unchanged', isDraft: action.isDraft, why: [] };
      return { title, action: 'left_alone', isDraft: action.isDraft, why: [SKIPPED_BECAUSE[action.why]] };
  }
}

const SKIPPED_BECAUSE = {
  edited: 'Changed or moved to the trash by an editor since the last import.',
  deleted: 'Deleted since the last import.',
};

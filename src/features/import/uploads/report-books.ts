/** Converts outcomes to API reports, bounded whatever untrusted files contain. */
import type { BookFile, BookReport, FileOutcome, TaleReport } from '#src/features/import/import.ts';
import type { ImportBook, ImportTale } from './contract.ts';
import { ACTION_FIELD } from './tale-action.ts';
import type { WorkProgress } from './upload-rows.ts';
import type { PlacedBook } from './work-rows.ts';

const MAX_TALES = 300;
const MAX_LINES = 50;
const MAX_LINE = 500;
const MAX_COLUMNS = 200;
/** Characters of tale texts stored for the preview; texts of further books are not stored. */
const MAX_TEXT = 50_000_000;
/** Characters of tale details of all books as JSON; further books get counts only. */
const MAX_DETAIL = 8_000_000;

type Reporter = {
  add(outcome: FileOutcome): void;
  /** Returns what was added since the last call, and the total progress. */
  drain(): { done: WorkProgress; books: PlacedBook[] };
  restore(books: readonly PlacedBook[]): void;
};

/** `names`: names of the uploaded files, by path. */
export function createReporter(files: readonly BookFile[], names: ReadonlyMap<string, string>): Reporter {
  const positions = new Map(files.map((file, index) => [file, index]));
  const done: WorkProgress = {
    files: files.length,
    files_done: 0,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    bytes_done: 0,
    tales: 0,
  };
  let waiting: PlacedBook[] = [];
  let [detail, text] = [0, 0];
  return {
    add(outcome) {
      const { file } = outcome;
      done.files_done += 1;
      done.bytes_done += file.size;
      const report = toBook(outcome, file.inside === undefined ? file.name : `${names.get(file.path)}/${file.name}`);
      const texts = textsOf(outcome, new Set(report.tales.map(({ key }) => key)));
      text += JSON.stringify(texts).length;
      done.tales += report.found;
      detail += JSON.stringify([report.tales, report.notes, report.problems, report.columns]).length;
      const shown = detail > MAX_DETAIL ? { ...report, tales: [], notes: [], problems: report.problems.slice(0, 1), columns: [] } : report;
      waiting.push({ position: positions.get(file) ?? 0, report: shown, texts: text > MAX_TEXT ? {} : texts });
    },
    drain() {
      const books = waiting;
      waiting = [];
      return { done: { ...done }, books };
    },
    restore(books) {
      waiting = [...books, ...waiting];
    },
  };
}

function textsOf(outcome: FileOutcome, shown: ReadonlySet<string | undefined>): PlacedBook['texts'] {
  if (outcome.outcome !== 'done') return {};
  return Object.fromEntries(
    outcome.report.tales.flatMap(({ key, title, content }) =>
      content === null || !shown.has(key) ? [] : [[key, { title: lineOf(title, 300), content: storable(content) }]],
    ),
  );
}

const EMPTY_BOOK = {
  found: 0,
  made: 0,
  changed: 0,
  unchanged: 0,
  left_alone: 0,
  gone: 0,
  drafts: 0,
  doubtful: 0,
  duplicates: 0,
  notes: [],
  problems: [],
  tales: [],
  columns: [],
};

function toBook(outcome: FileOutcome, file: string): ImportBook {
  const name = lineOf(file);
  if (outcome.outcome === 'unchanged') return { ...EMPTY_BOOK, file: name, name, outcome: 'unchanged', problem: null };
  if (outcome.outcome === 'failed')
    return { ...EMPTY_BOOK, file: name, name, outcome: 'failed', problem: lineOf(outcome.why, 2000), columns: columnsOf(outcome) };
  return { file: name, ...reportedBook(outcome.report) };
}

function reportedBook(report: BookReport): Omit<ImportBook, 'file'> {
  const { name, found, made, changed, unchanged, left, gone, duplicates, tales, notes, problems } = report;
  return {
    ...{ name: lineOf(name), outcome: 'read', problem: null, found, made, changed, unchanged, left_alone: left, gone },
    drafts: tales.filter(isWrittenDraft).length,
    doubtful: tales.filter(hasWarnings).length,
    duplicates: duplicates.length,
    notes: linesOf(notes),
    problems: linesOf(problems),
    tales: tales
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MAX_TALES)
      .map(toTale),
    columns: columnsOf(report),
  };
}

function isWrittenDraft({ isDraft, action }: TaleReport): boolean {
  return isDraft && (action === 'new' || action === 'changed');
}

function hasWarnings(tale: TaleReport): boolean {
  return isWrittenDraft(tale) && tale.why.length > 0;
}

/** Tales that need attention first. */
function rankOf(tale: TaleReport): number {
  return hasWarnings(tale) ? 0 : { duplicate: 1, left_alone: 2, changed: 3, new: 4, unchanged: 5 }[tale.action];
}

function toTale({ title, action, isDraft, why, files, key, existing }: TaleReport): ImportTale {
  return {
    title: lineOf(title, 300),
    [ACTION_FIELD]: action,
    is_draft: isDraft,
    why: why.slice(0, 10).map((each) => lineOf(each)),
    files: files.map((each) => lineOf(each)),
    key,
    existing,
  };
}

/** Long names are dropped, since a mapping must repeat them exactly. */
function columnsOf({ columns }: { columns: readonly string[] }): string[] {
  return columns.filter((column) => column.length <= MAX_LINE && !/[\0\p{Cs}]/u.test(column)).slice(0, MAX_COLUMNS);
}

function linesOf(lines: readonly string[]): string[] {
  const more = lines.length > MAX_LINES ? [`And ${(lines.length - MAX_LINES).toLocaleString('en')} more.`] : [];
  return [...lines.slice(0, MAX_LINES).map((line) => lineOf(line)), ...more];
}

/** Shortens a line to what the database accepts: no NUL, no lone surrogates. */
function lineOf(text: string, most = MAX_LINE): string {
  const line = storable(text);
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

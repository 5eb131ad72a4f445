/** What becomes of each book, for editors: bounded, however much strangers have put into their files. */
import type { BookFile, BookReport, FileOutcome, TaleReport } from '#src/features/import/import.ts';
import type { ImportBook, ImportTale } from './contract.ts';
import type { Done } from './upload-rows.ts';
import type { PlacedBook } from './work-rows.ts';

const MOST_TALES = 300;
const MOST_LINES = 50;
const LONGEST_LINE = 500;
const MOST_COLUMNS = 200;
/** Characters of the texts that are kept to be read; those of further books are not. */
const MAX_TEXT = 50_000_000;
/** Of the tales of all books together, as JSON: then only numbers are told. */
const MOST_DETAIL = 8_000_000;

type Reporter = {
  add(outcome: FileOutcome): void;
  /** What was added since the last time, and how far all is. */
  take(): { done: Done; books: PlacedBook[] };
  giveBack(books: readonly PlacedBook[]): void;
};

/** `names`: of the files that were sent, by where they lie. */
export function createReporter(files: readonly BookFile[], names: ReadonlyMap<string, string>): Reporter {
  const positions = new Map(files.map((file, index) => [file, index]));
  const done: Done = { files: files.length, files_done: 0, bytes: files.reduce((sum, { size }) => sum + size, 0), bytes_done: 0, tales: 0 };
  let waiting: PlacedBook[] = [];
  let [detail, text] = [0, 0];
  return {
    add(outcome) {
      const { file } = outcome;
      done.files_done += 1;
      done.bytes_done += file.size;
      const report = bookOf(outcome, file.inside === undefined ? file.name : `${names.get(file.path)}/${file.name}`);
      const texts = textsOf(outcome, new Set(report.tales.map(({ key }) => key)));
      text += JSON.stringify(texts).length;
      done.tales += report.found;
      detail += JSON.stringify([report.tales, report.notes, report.problems, report.columns]).length;
      const shown = detail > MOST_DETAIL ? { ...report, tales: [], notes: [], problems: report.problems.slice(0, 1), columns: [] } : report;
      waiting.push({ position: positions.get(file) ?? 0, report: shown, texts: text > MAX_TEXT ? {} : texts });
    },
    take() {
      const books = waiting;
      waiting = [];
      return { done: { ...done }, books };
    },
    giveBack(books) {
      waiting = [...books, ...waiting];
    },
  };
}

function textsOf(outcome: FileOutcome, shown: ReadonlySet<string | undefined>): PlacedBook['texts'] {
  if (outcome.outcome !== 'done') return {};
  return Object.fromEntries(
    outcome.report.tales.flatMap(({ key, title, content }) =>
      content === null || !shown.has(key) ? [] : [[key, { title: lineOf(title, 300), content: kept(content) }]],
    ),
  );
}

const NOTHING = {
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

function bookOf(outcome: FileOutcome, file: string): ImportBook {
  const name = lineOf(file);
  if (outcome.outcome === 'unchanged') return { ...NOTHING, file: name, name, outcome: 'unchanged', problem: null };
  if (outcome.outcome === 'failed')
    return { ...NOTHING, file: name, name, outcome: 'failed', problem: lineOf(outcome.why, 2000), columns: columnsOf(outcome) };
  return { file: name, ...reportedBook(outcome.report) };
}

function reportedBook(report: BookReport): Omit<ImportBook, 'file'> {
  const { name, found, made, changed, unchanged, left, gone, duplicates, tales, notes, problems } = report;
  return {
    ...{ name: lineOf(name), outcome: 'read', problem: null, found, made, changed, unchanged, left_alone: left, gone },
    drafts: tales.filter(isWrittenDraft).length,
    doubtful: tales.filter(isDoubtful).length,
    duplicates: duplicates.length,
    notes: linesOf(notes),
    problems: linesOf(problems),
    tales: tales
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MOST_TALES)
      .map(taleOf),
    columns: columnsOf(report),
  };
}

function isWrittenDraft({ isDraft, deed }: TaleReport): boolean {
  return isDraft && (deed === 'new' || deed === 'changed');
}

function isDoubtful(tale: TaleReport): boolean {
  return isWrittenDraft(tale) && tale.why.length > 0;
}

/** Those that deserve a look come first. */
function rankOf(tale: TaleReport): number {
  return isDoubtful(tale) ? 0 : { duplicate: 1, left_alone: 2, changed: 3, new: 4, unchanged: 5 }[tale.deed];
}

function taleOf({ title, deed, isDraft, why, key, existing }: TaleReport): ImportTale {
  return { title: lineOf(title, 300), deed, is_draft: isDraft, why: why.slice(0, 10).map((each) => lineOf(each)), key, existing };
}

/** They must be said again as they are, so one that is too long is left out. */
function columnsOf({ columns }: { columns: readonly string[] }): string[] {
  return columns.filter((column) => column.length <= LONGEST_LINE && !/[\0\p{Cs}]/u.test(column)).slice(0, MOST_COLUMNS);
}

function linesOf(lines: readonly string[]): string[] {
  const more = lines.length > MOST_LINES ? [`And ${(lines.length - MOST_LINES).toLocaleString('en')} more.`] : [];
  return [...lines.slice(0, MOST_LINES).map((line) => lineOf(line)), ...more];
}

/** As it may be kept: the database takes no NUL and no halves of characters. */
function lineOf(text: string, most = LONGEST_LINE): string {
  const line = kept(text);
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}

function kept(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

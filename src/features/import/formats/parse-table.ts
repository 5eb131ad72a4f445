import { FileFault, quoteList } from '../faults.ts';
import { MAX_COLUMNS, MAX_ENTRY, MAX_ROWS, MAX_TALES } from '../limits.ts';
import { decodeLenient } from '../sources/decode-book.ts';
import type { FoundTale } from '../worker-output.ts';
import { completeMapping, type MappedField, type Mapping } from './column-mapping.ts';
import { bookOf, contentKey, type ParsedFile, titleFromName } from './parsed-file.ts';
import { contentOfRows } from './table-text.ts';
import { readFields, type TaleField, warningsOf } from './tale-fields.ts';

/**
 * Parses the tales of a CSV or JSON file. `name` selects the format and is the fallback title of a single tale. `given`: the configured
 * mapping; the rest is guessed.
 * @throws FileFault
 */
export function parseTable(name: string, bytes: Uint8Array, given: Mapping = new Map()): ParsedFile {
  if (bytes.length > MAX_ENTRY) throw new FileFault(name, 'tables can be up to 20 MB.');
  const text = decodeLenient(bytes);
  const { columns, rows } = /\.(json|jsonl|ndjson)$/i.test(name) ? readJson(name, text) : readCsv(name, text);
  const mapping = completeMapping(name, columns, given);
  const groups = gatherRows(rows, mapping);
  if (groups.length > MAX_TALES) throw new FileFault(name, `more than ${MAX_TALES.toLocaleString('en')} tales.`);
  const tales: FoundTale[] = [];
  const used = new Set(mapping.values());
  const unused = new Set(columns.filter((column) => !used.has(column)));
  const empty: string[] = [];
  for (const group of groups) {
    const content = contentOf(name, group, mapping);
    if (content === '') empty.push(String(group[0]?.at));
    else tales.push(taleOf(name, group, content, { mapping, of: groups.length, unused }));
  }
  if (tales.length === 0) throw new FileFault(name, 'no rows with text.');
  const notes = unused.size === 0 ? [] : [`Columns not used, or missing in some rows: ${quoteList([...unused])}.`];
  if (empty.length > 0) notes.push(`Rows without text: ${quoteList(empty)}.`);
  return { book: { ...bookOf(contentKey('table', bytes), name, tales), columns }, notes };
}

function contentOf(name: string, group: readonly Row[], mapping: Mapping): string {
  const column = mapping.get('content') ?? '';
  const values = group.map((row) => row.values.get(column));
  const content = contentOfRows(column, values);
  if (content === undefined) throw new FileFault(name, `the tale in row ${group[0]?.at} has more than 2 MB, or more than 20,000 lines.`);
  return content;
}

/** `of`: the number of tales in the file. Adds columns without usable values to `unused`. */
function taleOf(
  name: string,
  group: readonly Row[],
  content: string,
  { mapping, of, unused }: { mapping: Mapping; of: number; unused: Set<string> },
): FoundTale {
  const given = [...mapping].filter(([field]) => isTaleField(field)).map(([field, each]) => [field, group[0]?.values.get(each)] as const);
  const reading = readFields(given);
  const columnOf = (field: string) => mapping.get(field as TaleField) ?? field;
  for (const field of reading.unused) unused.add(columnOf(field));
  const warnings = warningsOf({ ...reading, unread: reading.unread.map(columnOf) });
  const { title } = reading.fields;
  if (title === undefined) warnings.push(of === 1 ? 'The title is taken from the file name.' : 'The title is missing in the file.');
  const own = titleFromName(name);
  return { ...reading.fields, title: title ?? (of === 1 ? own : `${own} ${group[0]?.at}`), content, warnings };
}

function isTaleField(field: MappedField): field is TaleField {
  return field !== 'content' && field !== 'group' && field !== 'order';
}

/**
 * Groups the rows of each tale. With a group column: all rows with the same value. Without: consecutive rows that differ only in text and
 * order, which is how a table repeats itself.
 */
function gatherRows(rows: readonly Row[], mapping: Mapping): Row[][] {
  const group = mapping.get('group');
  const groups =
    group === undefined ? groupConsecutive(rows, mapping) : [...Map.groupBy(rows, ({ values }) => keyOf(values.get(group))).values()];
  return groups.map((each) => sortRows(each, mapping.get('order')));
}

function groupConsecutive(rows: readonly Row[], mapping: Mapping): Row[][] {
  const columns = [...mapping].filter(([field]) => field !== 'content' && field !== 'order').map(([, column]) => column);
  const groups: Row[][] = [];
  let before: string | undefined;
  for (const row of rows) {
    const key = keyOf(columns.map((column) => row.values.get(column) ?? ''));
    if (key === before) groups.at(-1)?.push(row);
    else groups.push([row]);
    before = key;
  }
  return groups;
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : JSON.stringify(value ?? '');
}

/** By number, when every row has one. */
function sortRows(rows: Row[], column: string | undefined): Row[] {
  if (column === undefined) return rows;
  const numbers = new Map(rows.map((row) => [row, numberOf(row.values.get(column))]));
  if ([...numbers.values()].some(Number.isNaN)) return rows;
  return rows.toSorted((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0));
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** A row of a table in CSV or JSON. */
type Row = {
  /** The line of a CSV file or the index in a JSON array, from 1. */
  at: number;
  /** By column. A map, since the keys are untrusted. */
  values: ReadonlyMap<string, unknown>;
};
type Table = { columns: string[]; rows: Row[] };

/**
 * Reads CSV (RFC 4180) as spreadsheets write it: separated by commas, semicolons or tabs, quoted fields over several lines. The first
 * non-empty line names the columns. `text`: with `\n` line ends.
 * @throws FileFault
 */
export function readCsv(name: string, text: string): Table {
  const [head, ...records] = [...recordsOf(name, text, separatorOf(text))];
  if (head === undefined) throw new FileFault(name, 'the file is empty.');
  const columns = head.fields.map((column) => column.trim());
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw new FileFault(name, `two columns are named “${twice.slice(0, 60)}”.`, { line: head.at });
  return { columns, rows: records.map((record) => rowOf(name, record, columns)) };
}

type CsvRecord = { at: number; fields: string[] };

function rowOf(name: string, { at, fields }: CsvRecord, columns: readonly string[]): Row {
  if (fields.slice(columns.length).some((field) => field.trim() !== ''))
    throw new FileFault(name, `this row has ${fields.length} fields, the header ${columns.length}.`, { line: at });
  return { at, values: new Map(columns.map((column, index) => [column, fields[index] ?? ''])) };
}

/** The most frequent separator in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((separator) => [separator, bare.split(separator).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** Yields records, without empty lines. `at`: the line where the record begins. */
function* recordsOf(name: string, text: string, separator: string): Generator<CsvRecord> {
  const special = new RegExp(`["\\n${separator}]`, 'g');
  let [line, at, count] = [1, 0, 0];
  while (at < text.length) {
    const record: CsvRecord = { at: line, fields: [] };
    for (let isLast = false; !isLast; ) {
      const { value, end } = text[at] === '"' ? quoted(at) : plain(at);
      line += value.split('\n').length - 1;
      record.fields.push(value);
      if (record.fields.length > MAX_COLUMNS) throw new FileFault(name, `more than ${MAX_COLUMNS} columns.`, { line: record.at });
      isLast = end >= text.length || text[end] === '\n';
      at = end + 1;
    }
    line += 1;
    if (record.fields.length === 1 && record.fields[0]?.trim() === '') continue;
    count += 1;
    // The first record names the columns.
    if (count > MAX_ROWS + 1) throw new FileFault(name, `more than ${MAX_ROWS.toLocaleString('en')} rows.`, { line: record.at });
    yield record;
  }

  /** A quote inside an unquoted field is an ordinary character. */
  function plain(from: number): { value: string; end: number } {
    special.lastIndex = from;
    let match = special.exec(text);
    while (match?.[0] === '"') match = special.exec(text);
    const end = match?.index ?? text.length;
    return { value: text.slice(from, end), end };
  }

  /** Text between the closing quote and the separator belongs to the field. */
  function quoted(from: number): { value: string; end: number } {
    let value = '';
    for (let start = from + 1; ; ) {
      const close = text.indexOf('"', start);
      if (close === -1) throw new FileFault(name, 'the quote opened here is never closed.', { line });
      value += text.slice(start, close);
      if (text[close + 1] !== '"') {
        const { value: rest, end } = plain(close + 1);
        return { value: value + rest, end };
      }
      value += '"';
      start = close + 2;
    }
  }
}

/**
 * Reads an array of objects, an object with one list of objects (such as JSON Feed), or JSON Lines.
 * @throws FileFault
 */
function readJson(name: string, text: string): Table {
  const values = valuesOf(name, text);
  if (values.length > MAX_ROWS) throw new FileFault(name, `more than ${MAX_ROWS.toLocaleString('en')} rows.`);
  const rows = values.map((value, index): Row => {
    if (!isRecord(value)) throw new FileFault(name, `entry ${index + 1} of the list is not an object.`);
    return { at: index + 1, values: new Map(Object.entries(value)) };
  });
  const columns = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  if (columns.length > MAX_COLUMNS) throw new FileFault(name, `more than ${MAX_COLUMNS} different keys.`);
  return { columns, rows };
}

function valuesOf(name: string, text: string): unknown[] {
  if (/\.(jsonl|ndjson)$/i.test(name)) return linesOf(name, text);
  const value = parse(name, text);
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw new FileFault(name, 'neither a list nor an object.');
  const lists = Object.entries(value).filter(([, each]) => Array.isArray(each) && each.length > 0 && each.every(isRecord));
  const [only, ...others] = lists;
  if (others.length > 0) throw new FileFault(name, `several lists: ${quoteList(lists.map(([key]) => key))}. Keep only the list of tales.`);
  return only === undefined ? [value] : (only[1] as unknown[]);
}

function linesOf(name: string, text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parse(name, line, index + 1)]));
}

function parse(name: string, text: string, line?: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = / at position (\d+)/.exec(String(cause))?.[1];
    const found = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    throw new FileFault(name, 'invalid JSON.', { line: line ?? found, cause });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

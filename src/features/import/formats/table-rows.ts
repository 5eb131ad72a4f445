import { FileFault, quoteList } from '../faults.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../limits.ts';

/** A row of a table in CSV or JSON. */
export type Row = {
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
export function readJson(name: string, text: string): Table {
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

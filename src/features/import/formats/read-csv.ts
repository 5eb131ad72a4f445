import { FileFault } from './file-fault.ts';
import { MOST_COLUMNS, MOST_ROWS } from './limits.ts';
import type { Row, Table } from './table.ts';

/**
 * CSV after RFC 4180, with what spreadsheets make of it: commas, semicolons or tabs between the fields, quoted fields over several
 * lines. The first line that is not empty names the columns. `text`: line ends are `\n`. Throws a FileFault.
 */
export function readCsv(name: string, text: string): Table {
  const [head, ...records] = [...recordsOf(name, text, separatorOf(text))];
  if (head === undefined) throw new FileFault(name, 'it is empty.');
  const columns = head.fields.map((column) => column.trim());
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined) throw new FileFault(name, `two columns are named “${twice.slice(0, 60)}”.`, { line: head.at });
  return { columns, rows: records.map((record) => rowOf(name, record, columns)) };
}

type Record = { at: number; fields: string[] };

function rowOf(name: string, { at, fields }: Record, columns: readonly string[]): Row {
  if (fields.slice(columns.length).some((field) => field.trim() !== ''))
    throw new FileFault(name, `this row has ${fields.length} fields, the first ${columns.length}.`, { line: at });
  return { at, values: new Map(columns.map((column, index) => [column, fields[index] ?? ''])) };
}

/** Whatever stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((separator) => [separator, bare.split(separator).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** Lines without anything on them are passed over. `at`: the line where the record begins. */
function* recordsOf(name: string, text: string, separator: string): Generator<Record> {
  const special = new RegExp(`["\\n${separator}]`, 'g');
  let [line, at, count] = [1, 0, 0];
  while (at < text.length) {
    const record: Record = { at: line, fields: [] };
    for (let isLast = false; !isLast; ) {
      const { value, end } = text[at] === '"' ? quoted(at) : plain(at);
      line += value.split('\n').length - 1;
      record.fields.push(value);
      if (record.fields.length > MOST_COLUMNS) throw new FileFault(name, `it has more than ${MOST_COLUMNS} columns.`, { line: record.at });
      isLast = end >= text.length || text[end] === '\n';
      at = end + 1;
    }
    line += 1;
    if (record.fields.length === 1 && record.fields[0]?.trim() === '') continue;
    count += 1;
    // The first names the columns.
    if (count > MOST_ROWS + 1) throw new FileFault(name, `it has more than ${MOST_ROWS.toLocaleString('en')} rows.`, { line: record.at });
    yield record;
  }

  /** A quote within a field that does not begin with one is a letter like others. */
  function plain(from: number): { value: string; end: number } {
    special.lastIndex = from;
    let match = special.exec(text);
    while (match?.[0] === '"') match = special.exec(text);
    const end = match?.index ?? text.length;
    return { value: text.slice(from, end), end };
  }

  /** What follows the closing quote, up to the separator, belongs to the field. */
  function quoted(from: number): { value: string; end: number } {
    let value = '';
    for (let start = from + 1; ; ) {
      const close = text.indexOf('"', start);
      if (close === -1) throw new FileFault(name, 'the quotes that open here are never closed.', { line });
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

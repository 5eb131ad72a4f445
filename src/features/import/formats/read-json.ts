import { FileFault, listed } from './file-fault.ts';
import { MOST_COLUMNS, MOST_ROWS } from './limits.ts';
import type { Row, Table } from './table.ts';

/**
 * An array of objects; an object in which one list of objects stands, as a JSON Feed has its items; or JSON Lines, an object on each line.
 * Throws a FileFault.
 */
export function readJson(name: string, text: string): Table {
  const values = valuesOf(name, text);
  if (values.length > MOST_ROWS) throw new FileFault(name, `it has more than ${MOST_ROWS.toLocaleString('en')} rows.`);
  const rows = values.map((value, index): Row => {
    if (!isRecord(value)) throw new FileFault(name, `entry ${index + 1} of its list is no object.`);
    return { at: index + 1, values: new Map(Object.entries(value)) };
  });
  const columns = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  if (columns.length > MOST_COLUMNS) throw new FileFault(name, `its objects have more than ${MOST_COLUMNS} different keys.`);
  return { columns, rows };
}

function valuesOf(name: string, text: string): unknown[] {
  if (/\.(jsonl|ndjson)$/i.test(name)) return linesOf(name, text);
  const value = parse(name, text);
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw new FileFault(name, 'it holds neither a list nor an object.');
  const lists = Object.entries(value).filter(([, each]) => Array.isArray(each) && each.length > 0 && each.every(isRecord));
  const [only, ...others] = lists;
  if (others.length > 0)
    throw new FileFault(name, `it has several lists: ${listed(lists.map(([key]) => key))}. Keep the one of the tales.`);
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
    throw new FileFault(name, 'this is not JSON.', { line: line ?? found, cause });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { FileFault, quoteList } from '../faults.ts';
import { MAX_ENTRY, MAX_TALES } from '../limits.ts';
import { decodeLenient } from '../sources/decode-book.ts';
import type { FoundTale } from '../worker-output.ts';
import { completeMapping, type MappedField, type Mapping } from './column-mapping.ts';
import { bookOf, contentKey, type ParsedFile, titleFromName } from './parsed-file.ts';
import { type Row, readCsv, readJson } from './table-rows.ts';
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

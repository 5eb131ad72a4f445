import { MOST_ENTRY } from '../reader/limits.ts';
import { decodeBook } from '../source/decode-book.ts';
import { FileFault, listed } from './file-fault.ts';
import { gatherRows } from './gather-rows.ts';
import { MOST_TALES } from './limits.ts';
import { completeMapping, type MappedField, type Mapping } from './mapping.ts';
import { readCsv } from './read-csv.ts';
import { bookOf, hashOf, type ReadFile } from './read-file.ts';
import { readJson } from './read-json.ts';
import { rowsContent } from './rows-content.ts';
import type { Row } from './table.ts';
import { doubtsOf, readFields, type TaleField } from './tale-fields.ts';
import { titleFromName } from './title-from-name.ts';

/**
 * The tales of a CSV or JSON file. `name` decides which of the two it is, and is the title of a file that is one tale and does not say how
 * it is called. `said`: which columns are which fields; the rest is guessed. Throws a FileFault.
 */
export function parseTable(name: string, bytes: Uint8Array, said: Mapping = new Map()): ReadFile {
  if (bytes.length > MOST_ENTRY) throw new FileFault(name, 'a file of rows may have at most 20 MB.');
  const text = decodeBook(bytes);
  const { columns, rows } = /\.(json|jsonl|ndjson)$/i.test(name) ? readJson(name, text) : readCsv(name, text);
  const mapping = completeMapping(name, columns, said);
  const groups = gatherRows(rows, mapping);
  if (groups.length > MOST_TALES) throw new FileFault(name, `it has more than ${MOST_TALES.toLocaleString('en')} tales.`);
  const used = new Set(mapping.values());
  const unused = columns.filter((column) => !used.has(column));
  const notes = unused.length === 0 ? [] : [`Columns not used: ${listed(unused)}.`];
  const tales = groups.flatMap((group) => {
    const tale = taleOf(name, group, mapping, groups.length);
    if (tale === undefined) notes.push(`Row ${group[0]?.at} has no text.`);
    return tale ?? [];
  });
  if (tales.length === 0) throw new FileFault(name, 'it has no rows with text.');
  return { book: bookOf(hashOf('table', bytes), name, tales), notes };
}

function taleOf(name: string, group: readonly Row[], mapping: Mapping, of: number): ReadFile['book']['tales'][number] | undefined {
  const column = mapping.get('content') ?? '';
  const content = rowsContent(
    column,
    group.map(({ values }) => values.get(column)),
  );
  if (content === undefined) throw new FileFault(name, `the tale in row ${group[0]?.at} has more than 2 MB, or more than 20,000 lines.`);
  if (content === '') return undefined;
  const said = [...mapping].filter(([field]) => isTaleField(field)).map(([field, each]) => [field, group[0]?.values.get(each)] as const);
  const reading = readFields(said);
  const doubts = doubtsOf({ ...reading, unread: reading.unread.map((field) => mapping.get(field as TaleField) ?? field) });
  const { title } = reading.fields;
  if (title === undefined)
    doubts.push(of === 1 ? 'Its title was made from the name of the file.' : 'The file does not say how it is called.');
  const own = titleFromName(name);
  return { ...reading.fields, title: title ?? (of === 1 ? own : `${own} ${group[0]?.at}`), content, doubts };
}

function isTaleField(field: MappedField): field is TaleField {
  return field !== 'content' && field !== 'group' && field !== 'order';
}

import type { FoundTale } from '../found-tale.ts';
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
  const tales: FoundTale[] = [];
  const used = new Set(mapping.values());
  const unused = new Set(columns.filter((column) => !used.has(column)));
  const empty: string[] = [];
  for (const group of groups) {
    const content = contentOf(name, group, mapping);
    if (content === '') empty.push(String(group[0]?.at));
    else tales.push(taleOf(name, group, content, { mapping, of: groups.length, unused }));
  }
  if (tales.length === 0) throw new FileFault(name, 'it has no rows with text.');
  const notes = unused.size === 0 ? [] : [`Columns not used, or not in every row: ${listed([...unused])}.`];
  if (empty.length > 0) notes.push(`Rows without text: ${listed(empty)}.`);
  return { book: { ...bookOf(hashOf('table', bytes), name, tales), columns }, notes };
}

function contentOf(name: string, group: readonly Row[], mapping: Mapping): string {
  const column = mapping.get('content') ?? '';
  const values = group.map((row) => row.values.get(column));
  const content = rowsContent(column, values);
  if (content === undefined) throw new FileFault(name, `the tale in row ${group[0]?.at} has more than 2 MB, or more than 20,000 lines.`);
  return content;
}

/** `of`: how many tales the file has. Adds to `unused` the columns that say nothing that can be taken. */
function taleOf(
  name: string,
  group: readonly Row[],
  content: string,
  { mapping, of, unused }: { mapping: Mapping; of: number; unused: Set<string> },
): FoundTale {
  const said = [...mapping].filter(([field]) => isTaleField(field)).map(([field, each]) => [field, group[0]?.values.get(each)] as const);
  const reading = readFields(said);
  const columnOf = (field: string) => mapping.get(field as TaleField) ?? field;
  for (const field of reading.unused) unused.add(columnOf(field));
  const doubts = doubtsOf({ ...reading, unread: reading.unread.map(columnOf) });
  const { title } = reading.fields;
  if (title === undefined)
    doubts.push(of === 1 ? 'Its title was made from the name of the file.' : 'The file does not say how it is called.');
  const own = titleFromName(name);
  return { ...reading.fields, title: title ?? (of === 1 ? own : `${own} ${group[0]?.at}`), content, doubts };
}

function isTaleField(field: MappedField): field is TaleField {
  return field !== 'content' && field !== 'group' && field !== 'order';
}

/** Maps the columns of a table to fields of a tale: as configured, the rest guessed by name. */
import { FileFault, quoteList } from '../faults.ts';
import { fieldNamed, normalizeName, TALE_FIELDS, type TaleField } from './tale-fields.ts';

/** `group`: rows with equal values form one tale. `order`: the number of a row within its tale. */
export type MappedField = TaleField | 'content' | 'group' | 'order';
/** Column names by field. */
export type Mapping = ReadonlyMap<MappedField, string>;

const SPECIAL_FIELDS: readonly string[] = ['content', 'group', 'order'] satisfies MappedField[];
/** In order of preference. */
const CONTENT_COLUMNS = [
  ...['content', 'content_html', 'html', 'content_markdown', 'markdown', 'body', 'text', 'lines', 'content_text', 'story', 'tale'],
  ...['full_text', 'plain_text', 'story_text', 'tale_text', 'paragraph'],
];
/** Equal in all rows of a tale; also used as the title where there is no other. */
const GROUP_COLUMNS = ['group', 'book', 'story_name', 'tale_name', 'story_id', 'tale_id', 'book_title', 'file_name', 'filename'];
const ORDER_COLUMNS = ['order', 'position', 'section', 'part', 'line_no', 'line_number', 'row', 'index', 'number'];
const TITLE_COLUMNS = ['name', 'story', 'tale'];

/**
 * Parses `title=name,content=text,group=book`.
 * @throws FileFault
 */
export function parseMapping(text: string): Mapping {
  const mapping = new Map<MappedField, string>();
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, given = '', column = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const field = SPECIAL_FIELDS.includes(given) ? (given as MappedField) : fieldNamed(given);
    if (field === undefined) {
      const known = [...SPECIAL_FIELDS, ...TALE_FIELDS].join(', ');
      throw new FileFault('--map', `“${part.trim()}” is not a field. Use title=name,content=text; the fields are ${known}.`);
    }
    if (column === '') throw new FileFault('--map', `“${part.trim()}” has no column.`);
    if (mapping.has(field)) throw new FileFault('--map', `${field} is assigned twice.`);
    mapping.set(field, column);
  }
  return mapping;
}

/**
 * Completes the mapping for a file. `name`: the file name, for messages.
 * @throws FileFault for a missing column or when no column can be the text
 */
export function completeMapping(name: string, columns: readonly string[], given: Mapping): Mapping {
  const missing = [...given.values()].filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new FileFault(name, `no column ${quoteList(missing)} among: ${quoteList(columns)}.`, { columns });
  const mapping = new Map(given);
  const free = () => columns.filter((column) => ![...mapping.values()].includes(column));
  const guess = (field: MappedField, names: readonly string[]) => {
    const column = names.flatMap((each) => free().find((one) => normalizeName(one) === each) ?? [])[0];
    if (!mapping.has(field) && column !== undefined) mapping.set(field, column);
  };
  guess('content', CONTENT_COLUMNS);
  if (!mapping.has('content')) throw new FileFault(name, `no text column found among: ${quoteList(columns)}.`, { columns });
  for (const column of free()) {
    const field = fieldNamed(column);
    if (field !== undefined && !mapping.has(field)) mapping.set(field, column);
  }
  if (!mapping.has('title')) {
    guess('group', GROUP_COLUMNS);
    guess('title', TITLE_COLUMNS);
    const group = mapping.get('group');
    if (!mapping.has('title') && group !== undefined && !/_?id$/.test(normalizeName(group))) mapping.set('title', group);
  }
  guess('order', ORDER_COLUMNS);
  return mapping;
}

/** Which column of a table is which field of a tale: as it was said, and guessed by the names for what was not. */
import { FileFault, listed } from './file-fault.ts';
import { fieldNamed, nameOf, TALE_FIELDS, type TaleField } from './tale-fields.ts';

/** `group`: rows in which it is the same are one tale. `order`: a number by which they stand in it. */
export type MappedField = TaleField | 'content' | 'group' | 'order';
/** By the field, the name of its column. */
export type Mapping = ReadonlyMap<MappedField, string>;

const OWN: readonly string[] = ['content', 'group', 'order'] satisfies MappedField[];
/** In the order in which they are preferred. */
const CONTENT = [
  ...['content', 'content_html', 'html', 'content_markdown', 'markdown', 'body', 'text', 'lines', 'content_text', 'story', 'tale'],
  ...['full_text', 'plain_text', 'story_text', 'tale_text', 'paragraph'],
];
/** The same in every row of a tale; a title too, where there is no other. */
const GROUP = ['group', 'book', 'story_name', 'tale_name', 'story_id', 'tale_id', 'book_title', 'file_name', 'filename'];
const ORDER = ['order', 'position', 'section', 'part', 'line_no', 'line_number', 'row', 'index', 'number'];
const TITLE = ['name', 'story', 'tale'];

/** Reads `title=name,content=text,group=book`. Throws a FileFault. */
export function parseMapping(text: string): Mapping {
  const mapping = new Map<MappedField, string>();
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, said = '', column = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const field = OWN.includes(said) ? (said as MappedField) : fieldNamed(said);
    if (field === undefined) {
      const known = [...OWN, ...TALE_FIELDS].join(', ');
      throw new FileFault('--map', `“${part.trim()}” names no field. It is written as title=name,content=text; the fields are ${known}.`);
    }
    if (column === '') throw new FileFault('--map', `“${part.trim()}” names no column.`);
    if (mapping.has(field)) throw new FileFault('--map', `${field} is named twice.`);
    mapping.set(field, column);
  }
  return mapping;
}

/** The whole mapping of a file. `name`: of the file, for the FileFaults that this throws: a column is missing, or none can be the text. */
export function completeMapping(name: string, columns: readonly string[], said: Mapping): Mapping {
  const missing = [...said.values()].filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new FileFault(name, `it has no column ${listed(missing)}, only ${listed(columns)}.`, { columns });
  const mapping = new Map(said);
  const free = () => columns.filter((column) => ![...mapping.values()].includes(column));
  const guess = (field: MappedField, names: readonly string[]) => {
    const column = names.flatMap((each) => free().find((one) => nameOf(one) === each) ?? [])[0];
    if (!mapping.has(field) && column !== undefined) mapping.set(field, column);
  };
  guess('content', CONTENT);
  if (!mapping.has('content'))
    throw new FileFault(name, `none of its columns (${listed(columns)}) can be told to be the text.`, { columns });
  for (const column of free()) {
    const field = fieldNamed(column);
    if (field !== undefined && !mapping.has(field)) mapping.set(field, column);
  }
  if (!mapping.has('title')) {
    guess('group', GROUP);
    guess('title', TITLE);
    const group = mapping.get('group');
    if (!mapping.has('title') && group !== undefined && !/_?id$/.test(nameOf(group))) mapping.set('title', group);
  }
  guess('order', ORDER);
  return mapping;
}

/** Column mapping of tables, as choices in the form and as text for the importer (`title=name,content=text`). */
import { FIELD_NAMES } from '#src/features/tales/field-values.ts';
import { taleFields } from '#src/features/tales/fields.ts';

/** Fields that a column can be mapped to, with labels, frequent ones first. */
export const COLUMN_FIELDS: Readonly<Record<string, string>> = {
  content: 'The text',
  title: taleFields.title.label,
  author: taleFields.author.label,
  group: 'Group (rows with the same value form one tale)',
  order: 'Order of the row in its tale',
  subtitle: 'Subtitle',
  translator: 'Translator',
  ...Object.fromEntries(FIELD_NAMES.filter((name) => name !== 'content').map((name) => [name, taleFields[name].label])),
  draft: 'Draft (yes or no)',
  published: 'Published (yes or no)',
};
type ColumnField = string;
/** Fields by column; each field at most once. */
type ColumnChoices = Readonly<Record<string, ColumnField>>;

/** Returns whether the mapping can name the column: commas separate entries and outer spaces are ignored. */
export function isMappable(column: string): boolean {
  return column !== '' && !column.includes(',') && column.trim() === column;
}

export function formatColumnMap(choices: ColumnChoices): string {
  return Object.entries(choices)
    .map(([column, field]) => `${field}=${column}`)
    .join(',');
}

/** Parses a mapping, ignoring what this form cannot write. */
export function parseColumnMap(map: string): ColumnChoices {
  return Object.fromEntries(
    map.split(',').flatMap((part) => {
      const [, name = '', column = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
      // Mappings of earlier versions use camelCase.
      const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return isField(field) ? [[column, field]] : [];
    }),
  );
}

/** Assigns a field to the column and removes it from others; undefined unassigns it. */
export function assignColumn(choices: ColumnChoices, column: string, field: ColumnField | undefined): ColumnChoices {
  const others = Object.entries(choices).filter(([each, assigned]) => each !== column && assigned !== field);
  return Object.fromEntries(field === undefined ? others : [...others, [column, field]]);
}

export function isField(word: string): boolean {
  return Object.hasOwn(COLUMN_FIELDS, word);
}

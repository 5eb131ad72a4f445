/** Which column of a table is what: as people choose it, and as the importer reads it (`title=name,content=text`). */

/** The fields of the importer, the likely ones first. */
export const COLUMN_FIELDS = {
  content: 'The text',
  title: 'Title',
  author: 'Author',
  group: 'Rows in which it is the same are one tale',
  order: 'Place of the row in its tale',
  subtitle: 'Subtitle',
  translator: 'Translator',
  language: 'Language',
  category: 'Category',
  tags: 'Tags',
  ageBand: 'Age band',
  origin: 'Origin',
  source: 'Source',
  rights: 'Rights',
  retoldFrom: 'Retold from',
  excerpt: 'Excerpt',
  publishDate: 'Publish date',
  status: 'Status: draft or published',
  draft: 'Draft: yes or no',
  published: 'Published: yes or no',
  taleType: 'Tale type (ATU)',
  contentNotes: 'Content notes',
  motifs: 'Motifs',
  whyItMatters: 'Why it matters',
  questions: 'Questions to talk about',
  slug: 'Address',
  readTime: 'Minutes to read',
  coverImage: 'Cover picture',
} as const;
export type ColumnField = keyof typeof COLUMN_FIELDS;
/** By the name of the column; of a field at most one. */
export type ColumnChoices = Readonly<Record<string, ColumnField>>;

/** Whether a column can be named at all: a comma ends it, and blanks around it are not read. */
export function canBeNamed(column: string): boolean {
  return column !== '' && !column.includes(',') && column.trim() === column;
}

export function mapText(choices: ColumnChoices): string {
  return Object.entries(choices)
    .map(([column, field]) => `${field}=${column}`)
    .join(',');
}

/** What a map says, as far as this page could have written it. */
export function choicesOf(map: string): ColumnChoices {
  return Object.fromEntries(
    map.split(',').flatMap((part) => {
      const [, field = '', column = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
      return isField(field) ? [[column, field]] : [];
    }),
  );
}

/** With this column as this field, which no other is then; undefined takes it back. */
export function withChoice(choices: ColumnChoices, column: string, field: ColumnField | undefined): ColumnChoices {
  const others = Object.entries(choices).filter(([each, said]) => each !== column && said !== field);
  return Object.fromEntries(field === undefined ? others : [...others, [column, field]]);
}

export function isField(word: string): word is ColumnField {
  return Object.hasOwn(COLUMN_FIELDS, word);
}

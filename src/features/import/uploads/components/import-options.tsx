import { useId } from 'react';
import { FIELD_NAMES } from '#src/features/tales/field-values.ts';
import { taleFields } from '#src/features/tales/fields.ts';
import type { ImportBook, ImportHow } from '../contract.ts';

/** Fields that a column can be mapped to, with labels, frequent ones first. */
export const COLUMN_FIELDS: Readonly<Record<string, string>> = {
  content: 'The text',
  title: taleFields.title.label,
  author: taleFields.author.label,
  group: 'Group (rows with the same value form one tale)',
  order: 'Order of the row in its tale',
  subtitle: 'Subtitle',
  ...Object.fromEntries(FIELD_NAMES.filter((name) => name !== 'content').map((name) => [name, taleFields[name].label])),
  draft: 'Draft (yes or no)',
  published: 'Published (yes or no)',
};

const PUBLISHING: readonly { value: ImportHow['publishing']; label: string; hint: string }[] = [
  { value: 'draft', label: 'Save all tales as drafts', hint: 'Readers cannot see them yet. Published tales stay published.' },
  { value: 'sure', label: 'Publish tales without warnings', hint: 'Tales with a warning are saved as drafts.' },
  {
    value: 'publish',
    label: 'Publish tales without rights information too',
    hint: 'You are responsible for the rights. Tales with any other warning are saved as drafts.',
  },
];

type ImportOptionsProps = { how: ImportHow; onChange: (how: ImportHow) => void };

/** The import options. */
export function ImportOptions({ how, onChange }: ImportOptionsProps) {
  const id = useId();
  return (
    <fieldset className="import-options">
      <legend className="label">After import</legend>
      {PUBLISHING.map(({ value, label, hint }) => (
        <div key={value} className="import-option">
          <label className="check">
            <input
              type="radio"
              name={`${id}-publishing`}
              checked={how.publishing === value}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChange({ ...how, publishing: value })}
            />
            {label}
          </label>
          <p className="hint" id={`${id}-${value}`}>
            {hint}
          </p>
        </div>
      ))}
      <div className="import-option is-apart">
        <label className="check">
          <input
            type="checkbox"
            checked={how.keep_duplicates}
            aria-describedby={`${id}-duplicates`}
            onChange={(event) => onChange({ ...how, keep_duplicates: event.target.checked })}
          />
          Import near-duplicates of existing tales
        </label>
        <p className="hint" id={`${id}-duplicates`}>
          Otherwise the existing tale is kept and the new one is skipped.
        </p>
      </div>
    </fieldset>
  );
}

/** The limit of the API. */
const MAX_MAP_LENGTH = 2_000;

type ColumnMappingProps = { books: readonly ImportBook[]; how: ImportHow; onChange: (how: ImportHow) => void };

/** The column mapping of tables; renders nothing without tables. */
export function ColumnMapping({ books, how, onChange }: ColumnMappingProps) {
  const id = useId();
  const tables = books.filter(({ columns }) => columns.length > 0);
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  if (columns.length === 0) return null;
  const choices = parseColumnMap(how.map);
  const isTooLong = how.map.length > MAX_MAP_LENGTH;
  const differ = tables.some((table) => table.columns.length !== columns.length);
  return (
    <details className="import-columns" open={tables.some(({ outcome }) => outcome === 'failed') || how.map !== ''}>
      <summary>Column mapping</summary>
      <p className="hint">
        Choose a field where the column name does not match, then preview again.
        {differ
          ? ' The tables have different columns. A column you choose must exist in all of them; otherwise import them separately.'
          : ''}
      </p>
      <div className="import-column-list">
        {columns.map((column, index) => (
          <div key={column} className="field">
            <label className="label" htmlFor={`${id}-${index}`}>
              <bdi>{column === '' ? '(no name)' : column}</bdi>
            </label>
            <select
              id={`${id}-${index}`}
              className="input select"
              disabled={!isMappable(column)}
              value={choices[column] ?? ''}
              onChange={({ target: { value } }) =>
                onChange({ ...how, map: formatColumnMap(assignColumn(choices, column, isField(value) ? value : undefined)) })
              }
            >
              <option value="">Same as column name</option>
              {Object.entries(COLUMN_FIELDS).map(([field, words]) => (
                <option key={field} value={field}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {isTooLong ? <p className="field-wrong">The column mapping is too long. Choose fewer columns.</p> : null}
    </details>
  );
}

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

function isField(word: string): boolean {
  return Object.hasOwn(COLUMN_FIELDS, word);
}

import { useId } from 'react';
import type { ImportBook, ImportHow } from '../contract.ts';
import { COLUMN_FIELDS, canBeNamed, choicesOf, isField, mapText, withChoice } from './map-text.ts';

/** As much as the server takes. */
const LONGEST = 2_000;

type Props = { books: readonly ImportBook[]; how: ImportHow; onChange: (how: ImportHow) => void };

/** For tables: which column is what. Nothing is shown where there is no table. */
export function ColumnChoice({ books, how, onChange }: Props) {
  const id = useId();
  const tables = books.filter(({ columns }) => columns.length > 0);
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  if (columns.length === 0) return null;
  const choices = choicesOf(how.map);
  const isTooLong = how.map.length > LONGEST;
  const differ = tables.some((table) => table.columns.length !== columns.length);
  return (
    <details className="import-columns" open={tables.some(({ outcome }) => outcome === 'failed') || how.map !== ''}>
      <summary>What the columns of the {tables.length === 1 ? 'table' : 'tables'} are</summary>
      <p className="hint">
        Where the name of a column does not say it, say it here, and look again.
        {differ ? ' These tables have different columns: what you name must be in each of them. If it is not, import them one by one.' : ''}
      </p>
      <div className="import-column-list">
        {columns.map((column, index) => (
          <div key={column} className="field">
            <label className="label" htmlFor={`${id}-${index}`}>
              <bdi>{column === '' ? '(without a name)' : column}</bdi>
            </label>
            <select
              id={`${id}-${index}`}
              className="input select"
              disabled={!canBeNamed(column)}
              value={choices[column] ?? ''}
              onChange={({ target: { value } }) =>
                onChange({ ...how, map: mapText(withChoice(choices, column, isField(value) ? value : undefined)) })
              }
            >
              <option value="">As its name says</option>
              {Object.entries(COLUMN_FIELDS).map(([field, words]) => (
                <option key={field} value={field}>
                  {words}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {isTooLong ? <p className="field-wrong">These names are too long together. Name fewer columns.</p> : null}
    </details>
  );
}

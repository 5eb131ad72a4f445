import { formatLocalTime } from '#src/ui/format.ts';
import { definitionOf, type FieldValues, isListName, toLines } from './field-values.ts';
import type { FieldName } from './fields.ts';

/** Formats a value for comparisons; '' if empty. `nameOf` returns the name of a category. */
export function fieldText(name: FieldName, values: FieldValues, nameOf: (slug: string) => string): string {
  const { kind, options } = definitionOf(name);
  if (isListName(name)) {
    if (kind === 'lines' || kind === 'people') return toLines(values[name]);
    return values[name].map((value) => (options === undefined ? nameOf(value) : (options[value] ?? value))).join(', ');
  }
  const value = values[name];
  if (kind === 'date') return Number.isNaN(Date.parse(String(value))) ? '' : formatLocalTime(String(value));
  if (kind === 'choice') return options?.[value] ?? String(value);
  if (kind === 'reference') return nameOf(String(value));
  if (name === 'read_time') return value === 0 ? 'Calculated from the word count' : `${value} min`;
  return String(value);
}

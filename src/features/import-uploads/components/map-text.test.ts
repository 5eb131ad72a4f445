import { describe, expect, test } from 'vitest';
import { completeMapping, parseMapping } from '#src/features/import/formats/mapping.ts';
import { TALE_FIELDS } from '#src/features/import/formats/tale-fields.ts';
import { COLUMN_FIELDS, canBeNamed, choicesOf, mapText, withChoice } from './map-text.ts';

describe('what is chosen on the page', () => {
  test('offers every field that the importer knows, and no other', () => {
    expect(new Set(Object.keys(COLUMN_FIELDS))).toEqual(new Set([...TALE_FIELDS, 'content', 'group', 'order']));
  });

  test('is what the importer reads, whatever the columns are called', () => {
    const columns = Object.keys(COLUMN_FIELDS).map(
      (field, index) => ['a = b', 'Überschrift', '"x"', 'content=text'][index] ?? `column ${field}`,
    );
    expect(columns.every(canBeNamed)).toBe(true);
    const choices = Object.keys(COLUMN_FIELDS).reduce((all, field, index) => withChoice(all, columns[index] ?? '', field as never), {});
    const read = completeMapping('a.csv', columns, parseMapping(mapText(choices)));
    expect(Object.fromEntries([...read].map(([field, column]) => [column, field]))).toEqual(choices);
    expect(choicesOf(mapText(choices))).toEqual(choices);
  });

  test('is one column a field, and can be taken back', () => {
    const first = withChoice({}, 'name', 'title');
    const moved = withChoice(first, 'headline', 'title');
    expect(mapText(moved)).toBe('title=headline');
    expect(mapText(withChoice(moved, 'headline', undefined))).toBe('');
    expect(choicesOf('')).toEqual({});
  });

  test.each(['a,b', ' a', 'a ', ''])('cannot name the column "%s", which the importer would not find', (column) => {
    expect(canBeNamed(column)).toBe(false);
    expect(() => completeMapping('a.csv', [column], parseMapping(`content=${column}`))).toThrow();
  });
});

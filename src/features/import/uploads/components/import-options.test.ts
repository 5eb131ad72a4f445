import { describe, expect, test } from 'vitest';
import { TALE_FIELDS } from '#src/features/import/formats/tale-fields.ts';
import { completeMapping, parseMapping } from '../../formats/column-mapping.ts';
import { assignColumn, COLUMN_FIELDS, formatColumnMap, isMappable, parseColumnMap } from './import-options.tsx';

describe('a column mapping', () => {
  test('offers every field that the importer knows, and no other', () => {
    expect(new Set(Object.keys(COLUMN_FIELDS))).toEqual(new Set([...TALE_FIELDS, 'content', 'group', 'order']));
  });

  test('is parsed by the importer, whatever the columns are called', () => {
    const columns = Object.keys(COLUMN_FIELDS).map(
      (field, index) => ['a = b', 'Überschrift', '"x"', 'content=text'][index] ?? `column ${field}`,
    );
    expect(columns.every(isMappable)).toBe(true);
    const choices = Object.keys(COLUMN_FIELDS).reduce((all, field, index) => assignColumn(all, columns[index] ?? '', field as never), {});
    const read = completeMapping('a.csv', columns, parseMapping(formatColumnMap(choices)));
    expect(Object.fromEntries([...read].map(([field, column]) => [column, field]))).toEqual(choices);
    expect(parseColumnMap(formatColumnMap(choices))).toEqual(choices);
  });

  test('assigns a field to one column, and can be reset', () => {
    const first = assignColumn({}, 'name', 'title');
    const moved = assignColumn(first, 'headline', 'title');
    expect(formatColumnMap(moved)).toBe('title=headline');
    expect(formatColumnMap(assignColumn(moved, 'headline', undefined))).toBe('');
    expect(parseColumnMap('')).toEqual({});
  });

  test.each(['a,b', ' a', 'a ', ''])('cannot name the column "%s", which the importer would not find', (column) => {
    expect(isMappable(column)).toBe(false);
    expect(() => completeMapping('a.csv', [column], parseMapping(`content=${column}`))).toThrow();
  });
});

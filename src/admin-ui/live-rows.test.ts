import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeRows } from './live-rows.tsx';

const rows = (ids: string, text = 'old') => [...ids].map((id) => ({ id, text }));

function merge(shown: string, fresh: string, hasMore = false) {
  const merged = mergeRows(rows(shown), rows(fresh, 'new'), hasMore);
  return { ...merged, rows: merged.rows.map(({ id, text }) => (text === 'new' ? id : id.toUpperCase())).join('') };
}

test.each([
  ['changed rows stay where they are', 'abc', 'abc', false, 'abc', 0, false],
  ['new rows above others wait', 'abc', 'xaybc', false, 'abc', 2, false],
  ['new rows at the end are added', 'abc', 'abcxy', false, 'abcxy', 0, false],
  ['deleted rows are gone', 'abc', 'ac', false, 'ac', 0, false],
  ['rows pushed to the next page stay', 'abc', 'xab', true, 'abC', 1, false],
  ['deleted rows are gone although there are more', 'abc', 'acd', true, 'acd', 0, false],
  ['moved rows stay until they are sorted again', 'abc', 'cab', false, 'abc', 0, true],
  ['another list replaces all', 'abc', 'xyz', true, 'xyz', 0, false],
  ['the first row waits', '', 'x', false, '', 1, false],
  ['an emptied list is empty', 'abc', '', false, '', 0, false],
])('%s', (_, shown, fresh, hasMore, expected, unseen, isUnsorted) => {
  expect(merge(shown, fresh, hasMore)).toEqual({ rows: expected, unseen, isUnsorted });
});

test('whatever changes, no row that stays moves relative to the others, and none is shown twice', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, fc.boolean(), (before, after, hasMore) => {
      const merged = mergeRows(
        before.map((id) => ({ id })),
        after.map((id) => ({ id })),
        hasMore,
      );
      const ids = merged.rows.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const staying = before.filter((id) => after.includes(id));
      if (staying.length > 0) expect(ids.filter((id) => staying.includes(id))).toEqual(staying);
      expect(after.filter((id) => !ids.includes(id))).toHaveLength(merged.unseen);
    }),
  );
});

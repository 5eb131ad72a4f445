import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { changeKey } from '../components/library-store.ts';
import type { Change } from '../contract.ts';
import { applyChange, EMPTY_BOOKSHELF } from './apply-change.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const position = (tale: string, second: number): Change => ({
  op: 'position',
  tale,
  place: '1.1',
  progress: 0.5,
  finished: false,
  at: at(second),
});
const gone = (tale: string, second: number): Change => ({ op: 'position_gone', tale, at: at(second) });
const after = (changes: readonly Change[]) => changes.reduce(applyChange, EMPTY_BOOKSHELF).positions;

const anyChange = fc.record({ tale: fc.constantFrom('a', 'b', 'c'), isGone: fc.boolean() });
/** Generates a sequence of changes to a few tales. */
const anyHistory = fc
  .array(anyChange, { maxLength: 12 })
  .map((list) => list.map(({ tale, isGone }, second) => (isGone ? gone(tale, second) : position(tale, second))));

test('the last position change of each tale counts, newest first', () => {
  fc.assert(
    fc.property(anyHistory, (changes) => {
      const last = new Map(changes.map((change) => [changeKey(change), change]));
      const left = [...last.values()].filter(({ op }) => op === 'position').toSorted((a, b) => (a.at < b.at ? 1 : -1));
      expect(after(changes).map((kept) => ({ op: 'position', ...kept }))).toEqual(left);
    }),
  );
});

test('repeated and outdated changes have no effect', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(), (changes, pick) => {
      const last = new Map(changes.map((change) => [changeKey(change), change]));
      const again = [...last.values()][pick % Math.max(1, last.size)];
      expect(after(again === undefined ? changes : [...changes, again])).toEqual(after(changes));
    }),
  );
  expect(after([position('a', 2), gone('a', 1)])).toHaveLength(1);
  expect(after([position('a', 2), gone('a', 2)])).toHaveLength(1);
});

test('a position and its removal share a key: only the later is sent', () => {
  expect(changeKey(gone('a', 1))).toBe(changeKey(position('a', 2)));
  expect(changeKey(gone('a', 1))).not.toBe(changeKey(gone('b', 1)));
});

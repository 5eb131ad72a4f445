import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import type { Change } from '../contract.ts';
import { applyChange, EMPTY, keyOf } from './apply-change.ts';

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
const after = (changes: readonly Change[]) => changes.reduce(applyChange, EMPTY).positions;

const anyChange = fc.record({ tale: fc.constantFrom('a', 'b', 'c'), isGone: fc.boolean() });
/** What happened to a few tales, one thing after the other. */
const anyHistory = fc
  .array(anyChange, { maxLength: 12 })
  .map((list) => list.map(({ tale, isGone }, second) => (isGone ? gone(tale, second) : position(tale, second))));

test('of places read and taken out of the history the last of each tale counts, the newest first', () => {
  fc.assert(
    fc.property(anyHistory, (changes) => {
      const last = new Map(changes.map((change) => [keyOf(change), change]));
      const left = [...last.values()].filter(({ op }) => op === 'position').toSorted((a, b) => (a.at < b.at ? 1 : -1));
      expect(after(changes).map((kept) => ({ op: 'position', ...kept }))).toEqual(left);
    }),
  );
});

test('a change again, or one that comes late, changes nothing', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(), (changes, pick) => {
      const last = new Map(changes.map((change) => [keyOf(change), change]));
      const again = [...last.values()][pick % Math.max(1, last.size)];
      expect(after(again === undefined ? changes : [...changes, again])).toEqual(after(changes));
    }),
  );
  expect(after([position('a', 2), gone('a', 1)])).toHaveLength(1);
  expect(after([position('a', 2), gone('a', 2)])).toHaveLength(1);
});

test('a place and its going are one thing: only the later need be sent', () => {
  expect(keyOf(gone('a', 1))).toBe(keyOf(position('a', 2)));
  expect(keyOf(gone('a', 1))).not.toBe(keyOf(gone('b', 1)));
});

import { describe, expect, test } from 'vitest';
import { type Block, compareParagraphs, compareWords, type TextPart } from './compare-text.ts';

/** Written as `[-removed-]` and `{+added+}`. */
const write = (parts: readonly TextPart[]) =>
  parts.map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');
const writeBlock = (block: Block) => ('parts' in block ? write(block.parts) : block.unchanged);

describe('compareWords', () => {
  test.each([
    ['The mill stood still.', 'The mill stood still.', 'The mill stood still.'],
    ['The old mill stood.', 'The mill stood.', 'The [-old -]mill stood.'],
    ['The mill stood there.', 'The red mill stood there.', 'The {+red +}mill stood there.'],
    ['The old grey mill stood there.', 'The new red mill stood there.', 'The [-old grey-]{+new red+} mill stood there.'],
    ['Die Mühle stand am Fluß.', 'Die Mühle stand am Fluss.', 'Die Mühle stand am [-Fluß-]{+Fluss+}.'],
    ['Жила-была мельница у реки.', 'Жила-была мельница у моря.', 'Жила-была мельница у [-реки-]{+моря+}.'],
    ['', 'New', '{+New+}'],
    ['Old', '', '[-Old-]'],
    ['', '', ''],
    ['Nothing is here of it', 'Entirely another sentence!', '[-Nothing is here of it-]{+Entirely another sentence!+}'],
  ])('%s → %s', (before, after, expected) => {
    expect(write(compareWords(before, after))).toBe(expected);
  });

  test('both texts can be reconstructed from the parts', () => {
    const words = ['mill', 'a', ' ', '  ', ',', '山', '👩‍👩‍👧', 'é', '\n', 'the '];
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647);
    const text = () => Array.from({ length: next() % 30 }, () => words[next() % words.length]).join('');
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(), text()];
      const parts = compareWords(before, after);
      const side = (left: TextPart['kind']) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => part.text)
          .join('');
      expect([side('added'), side('removed')]).toEqual([before, after]);
    }
  });
});

describe('compareParagraphs', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Paragraph number ${at} is a quiet one.`);

  test('shows a change with its neighbours and counts the rest', () => {
    const before = lines(9);
    const after = before.with(4, 'Paragraph number 4 is a loud one.');
    const blocks = compareParagraphs(before, after).map(writeBlock);
    expect(blocks).toEqual([3, before[3], 'Paragraph number 4 is a [-quiet-]{+loud+} one.', before[5], 3]);
  });

  test('does not pair an added paragraph with a changed one', () => {
    const blocks = compareParagraphs(
      ['The mill ground on by day and night.'],
      ['A stranger came.', 'The mill ground on by day and by night.'],
    );
    expect(blocks.map(writeBlock)).toEqual(['{+A stranger came.+}', 'The mill ground on by day and {+by +}night.']);
  });

  test('marks removed paragraphs, even if all are removed', () => {
    expect(compareParagraphs(['A.', 'B.'], ['B.']).map(writeBlock)).toEqual(['[-A.-]', 'B.']);
    expect(compareParagraphs(['A.', 'B.'], []).map(writeBlock)).toEqual(['[-A.-]', '[-B.-]']);
    expect(compareParagraphs([], [])).toEqual([]);
  });

  test('replaces every paragraph of a long text that is completely rewritten', () => {
    const tale = (word: string) =>
      Array.from({ length: 400 }, (_, at) => Array.from({ length: 50 }, (_each, n) => `${word}${at * n}`).join(' '));
    const [before, after] = [tale('mill'), tale('frog')];
    const replaced = before.map((text, at) => ({
      parts: [
        { text, kind: 'removed' },
        { text: after[at], kind: 'added' },
      ],
    }));
    expect(compareParagraphs(before, after)).toEqual(replaced);
  });
});

import { describe, expect, test } from 'vitest';
import type { TaleFields } from '#src/features/manage/contract.ts';
import { FIELD_LABELS } from '#src/features/manage/field-labels.ts';
import { cleanHtml } from '#src/features/tales/tales.ts';
import type { Block } from './compare-paragraphs.ts';
import { compareParagraphs } from './compare-paragraphs.ts';
import { compareTales } from './compare-tales.ts';
import { compareWords, type Part } from './compare-words.ts';
import { readableParagraphs } from './readable-text.ts';

/** As one writes it by hand: `[-gone-]` and `{+new+}`. */
const write = (parts: readonly Part[]) =>
  parts.map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`)).join('');
const writeBlock = (block: Block) => ('parts' in block ? write(block.parts) : block.unchanged);

describe('words', () => {
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

  test('both texts can be read out of the comparison, whatever they are', () => {
    const words = ['mill', 'a', ' ', '  ', ',', '山', '👩‍👩‍👧', 'é', '\n', 'the '];
    let seed = 7;
    const next = () => (seed = (seed * 16807) % 2147483647);
    const text = () => Array.from({ length: next() % 30 }, () => words[next() % words.length]).join('');
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(), text()];
      const parts = compareWords(before, after);
      const side = (left: Part['kind']) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => part.text)
          .join('');
      expect([side('added'), side('removed')]).toEqual([before, after]);
    }
  });
});

describe('paragraphs', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Paragraph number ${at} is a quiet one.`);

  test('a change is shown between its neighbours, the rest is counted', () => {
    const before = lines(9);
    const after = before.with(4, 'Paragraph number 4 is a loud one.');
    const blocks = compareParagraphs(before, after).map(writeBlock);
    expect(blocks).toEqual([3, before[3], 'Paragraph number 4 is a [-quiet-]{+loud+} one.', before[5], 3]);
  });

  test('one that comes in before a changed one is not taken for it', () => {
    const blocks = compareParagraphs(
      ['The mill ground on by day and night.'],
      ['A stranger came.', 'The mill ground on by day and by night.'],
    );
    expect(blocks.map(writeBlock)).toEqual(['{+A stranger came.+}', 'The mill ground on by day and {+by +}night.']);
  });

  test('one that goes is struck out, and all of them when all go', () => {
    expect(compareParagraphs(['A.', 'B.'], ['B.']).map(writeBlock)).toEqual(['[-A.-]', 'B.']);
    expect(compareParagraphs(['A.', 'B.'], []).map(writeBlock)).toEqual(['[-A.-]', '[-B.-]']);
    expect(compareParagraphs([], [])).toEqual([]);
  });

  test('a long tale that was rewritten as a whole is compared within a moment', () => {
    const tale = (word: string) =>
      Array.from({ length: 400 }, (_, at) => Array.from({ length: 50 }, (_each, n) => `${word}${at * n}`).join(' '));
    const started = performance.now();
    const blocks = compareParagraphs(tale('mill'), tale('frog'));
    expect(blocks).toHaveLength(400);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('the text of a tale', () => {
  test('is compared as one reads it', () => {
    const { html } = cleanHtml(`<h2>I</h2><p class="verse">Mirror, <em>mirror</em><br>on the wall</p><hr>
      <ul><li>a &lt; b</li><li>c</li></ul><figure><img src="/media/a.webp" alt="A mill"><figcaption>By night</figcaption></figure><img src="/media/b.webp">`);
    expect(readableParagraphs(html)).toEqual([
      ...['I', 'Mirror, mirror\non the wall', '* * *', 'a < b', 'c', '[Picture: A mill]', 'By night', '[Picture: not described]'],
    ]);
    expect(readableParagraphs('')).toEqual([]);
  });
});

describe('tales', () => {
  const tale: TaleFields = {
    ...{ title: 'The Mill', author: 'The Miller', category: 'classic', excerpt: 'A mill.', content: '<p>Once.</p>', status: 'draft' },
    ...{ publish_date: '2026-01-02T03:04:05.000Z', cover_image: '', read_time: 0, slug: 'the-mill', tags: ['dark'], language: 'en' },
    ...{
      origin: '',
      tale_type: '',
      age_band: '',
      content_notes: [],
      motifs: [],
      why_it_matters: '',
      questions: [],
      retold_from: '',
      source: '',
      rights: '',
    },
  };

  test('that are the same have no changes', () => {
    expect(compareTales(tale, { ...tale, tags: ['dark'] })).toEqual([]);
  });

  test('are compared by field, in the order of the form, blanks too', () => {
    const changes = compareTales(tale, {
      ...tale,
      rights: 'Public domain',
      status: 'published',
      tags: [],
      title: 'The Old Mill',
      read_time: 7,
    });
    expect(changes.map(({ label, blocks }) => [label, ...blocks.map(writeBlock)])).toEqual([
      ['Title', 'The {+Old +}Mill'],
      ['Status', '[-Draft-]{+Published+}'],
      ['Read time', '[-Computed-]{+7 min+}'],
      ['Also in', '[-dark-]{+None+}'],
      ['Rights', '[-Nothing-]{+Public domain+}'],
    ]);
  });

  test('of a text that only looks otherwise, no words are shown', () => {
    expect(compareTales(tale, { ...tale, content: '<p><em>Once.</em></p>' })).toEqual([{ field: 'content', label: 'Content', blocks: [] }]);
  });
});

test('fields are called as in the form', () => {
  const names = Object.keys(FIELD_LABELS) as (keyof TaleFields)[];
  const blank = Object.fromEntries(
    names.map((name) => [name, name === 'publish_date' ? '2026-05-04T07:00:00.000Z' : '']),
  ) as never as TaleFields;
  const lists = { tags: [], content_notes: [], motifs: [], questions: [] };
  const before = { ...blank, ...lists, status: 'draft', read_time: 0 } as TaleFields;
  const after = { ...before, ...Object.fromEntries(Object.keys(lists).map((name) => [name, ['dark']])) } as TaleFields;
  for (const name of names) if (after[name] === '') Object.assign(after, { [name]: 'Other' });
  Object.assign(after, { publish_date: '2027-05-04T07:00:00.000Z', status: 'published', read_time: 3 });
  expect(compareTales(before, after).map(({ field, label }) => [field, label])).toEqual(Object.entries(FIELD_LABELS));
});

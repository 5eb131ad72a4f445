import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanHtml } from '#src/features/tales/content.ts';
import { htmlToText } from '#src/features/tales/plain-text.ts';
import type { FoundTale } from '../found-tale.ts';
import { parseTable } from './parse-table.ts';
import { readCsv } from './read-csv.ts';

/** Beside the repository, or beside the folder that it lies in. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';
const read = (file: string) => readFile(path.join(library, file));
/** Letters and digits alone: line ends, dashes and quotes may be set otherwise. */
const letters = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');
/** Footnotes go to the end of their tale, with numbers of their own. */
const withoutOrder = (text: string) => [...letters(text.replace(/\d/g, ''))].toSorted().join('');

function expectWhole({ content }: FoundTale, printed: string): void {
  expect(cleanHtml(content)).toEqual({ html: content, changed: false, isTooDeep: false });
  const form = content.includes('t-footnotes') ? withoutOrder : letters;
  expect(form(htmlToText(content))).toBe(form(printed));
}

describe.skipIf(library === '')('the data sets of the library', () => {
  test('242 stories in sections, a file each, come out whole', async () => {
    const files = (await readdir(path.join(library, 'fairytaleqa-csv'), { recursive: true })).filter((file) => file.endsWith('-story.csv'));
    expect(files).toHaveLength(242);
    for (const file of files) {
      const bytes = await read(`fairytaleqa-csv/${file}`);
      const { book, notes } = parseTable(file, bytes);
      expect([file, book.tales.length, notes]).toEqual([file, 1, []]);
      const printed = readCsv(file, bytes.toString().replaceAll('\r\n', '\n')).rows.map(({ values }) => values.get('text'));
      expectWhole(book.tales[0] as FoundTale, printed.join('\n'));
    }
  });

  test('84 English tales of Andersen, a line to the row, come out whole', async () => {
    const bytes = await read('hcandersen/andersen-en.csv');
    const { book, notes } = parseTable('andersen-en.csv', bytes);
    expect([book.tales.length, notes, book.language]).toEqual([84, [], 'en']);
    const rows = readCsv('andersen-en.csv', bytes.toString().replaceAll('\r\n', '\n')).rows;
    const byTitle = Map.groupBy(rows, ({ values }) => String(values.get('book')));
    for (const tale of book.tales) expectWhole(tale, (byTitle.get(tale.title) ?? []).map(({ values }) => values.get('text')).join('\n'));
    expect(book.tales.flatMap(({ doubts }) => doubts)).toEqual([]);
  });

  test('138 Danish tales of Andersen, a list of lines each, come out whole', async () => {
    const bytes = await read('hcandersen/andersen-da.json');
    const printed: { title: string; lines: string[] }[] = JSON.parse(bytes.toString());
    const { book, notes } = parseTable('andersen-da.json', bytes);
    expect([book.tales.length, notes, book.authors]).toEqual([138, ['Columns not used, or not in every row: “ek”.'], ['H.C. Andersen']]);
    for (const [index, tale] of book.tales.entries()) {
      expect(tale.title).toBe(printed[index]?.title.trim());
      expectWhole(tale, printed[index]?.lines.join('\n') ?? '');
    }
    const [noted, ...others] = book.tales.filter(({ content }) => content.includes('t-footnotes'));
    expect(others).toEqual([]);
    expect(noted?.content).toMatch(/<sup><a id="t-fnref1" href="#t-fn1">1<\/a><\/sup>.*<li id="t-fn1">Holberg fortæller/s);
  });
});

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cutTales } from '#src/features/import/cut/cut-tales.ts';
import { findHints } from '#src/features/import/cut/find-hints.ts';
import { readHtml } from '#src/features/import/source/read-html.ts';
import { readText } from '#src/features/import/source/read-text.ts';
import { htmlToText } from '#src/features/tales/plain-text.ts';
import { HALVES, measureFile } from './sample.ts';

/** Beside the repository, or beside the folder that it lies in. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';
const labels = [...HALVES.tuning, ...HALVES['held-out']];
const files = [...new Set(labels.map(({ file }) => file))];

async function measureBook(file: string) {
  const bytes = await readFile(path.join(library, file));
  const book = file.endsWith('.txt') ? readText(bytes) : readHtml(bytes);
  const { tales } = cutTales(book, await findHints(book.gutenbergId));
  const byOrder = new Map(tales.map((tale) => [tale.order, tale]));
  return measureFile(file, (tale, block) => {
    const html = byOrder.get(tale)?.blocks[block]?.html;
    return html === undefined ? undefined : htmlToText(html);
  });
}

describe.skipIf(library === '')('the sentences of real tales', () => {
  test('are found, 99 of 100, in English and in German', { timeout: 60_000 }, async () => {
    const measured = (await Promise.all(files.map(measureBook))).flat();
    expect(measured).toHaveLength(labels.reduce((sum, { ends }) => sum + ends.length, 0));
    expect(measured.length).toBeGreaterThanOrEqual(500);
    for (const language of ['en', 'de']) {
      const all = measured.filter((one) => one.language === language);
      const wrong = all.filter(({ isRight }) => !isRight).map(({ sentence }) => sentence);
      expect(wrong.length / all.length, wrong.join('\n')).toBeLessThanOrEqual(0.01);
    }
  });
});

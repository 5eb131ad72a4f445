import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { htmlToText } from '#src/features/tales/plain-text.ts';
import { kindOf } from '../formats/choose-files.ts';
import { takeTales } from '../reader/take-tales.ts';
import { NearIndex } from './near-index.ts';
import { signatureOf } from './signature.ts';

/** Beside the repository, or beside the folder that it lies in. */
const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each)) ?? '';

async function textsOf(file: string): Promise<{ title: string; text: string }[]> {
  const handle = await open(path.join(library, file));
  const { tales } = await takeTales(handle.fd, { kind: kindOf(file) ?? 'text', hash: '', fileName: file }).finally(() => handle.close());
  return tales.map(({ title, content }) => ({ title, text: htmlToText(content) }));
}

describe.skipIf(library === '')('of the books of the library', () => {
  test.each([
    ['the same text twice', 'gutenberg-txt/grimm-taylor-edwardes.txt', 'gutenberg-epub/grimm-taylor-edwardes.epub', 62],
    ['two editions', 'gutenberg-txt/dasent-norse.txt', 'gutenberg-html/east-of-the-sun.html', 13],
    ['two translations of fables', 'gutenberg-txt/aesop-townsend.txt', 'gutenberg-html/aesop-vernon-jones.html', 0],
    ['two translations of Andersen', 'gutenberg-txt/andersen-1597.txt', 'gutenberg-html/andersen-paull.html', 0],
  ])('%s', async (_, first, second, count) => {
    const index = new NearIndex();
    for (const { title, text } of await textsOf(first)) index.add(signatureOf(text, 'en'), first, { taleId: null, title, book: first });
    const found = (await textsOf(second)).filter(({ text }) => index.find(signatureOf(text, 'en'), second) !== undefined);
    expect(found.map(({ title }) => title)).toHaveLength(count);
  });
});

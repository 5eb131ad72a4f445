import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanHtml } from '#src/features/tales/content.ts';
import { countWords, htmlToText } from '#src/features/tales/plain-text.ts';
import { countCharacters } from '#src/platform/text.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { importLibrary } from './import-library.ts';
import { readLibrary } from './read-library.ts';

/** The tales that come with Talewood: what can be checked of them by a machine. */

const FOLDER = fileURLToPath(new URL('../../../library', import.meta.url));
const library = await readLibrary(FOLDER);
const CATEGORIES = ['classic', 'enchanted', 'folklore', 'fantasy', 'adventure', 'romance', 'dark', 'animals', 'magical-creatures'];
const tales = library.tales.map(({ file, tale }) => ({ file, tale, text: htmlToText(cleanHtml(tale.content ?? '').html) }));

describe('the starter library', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('is brought in whole', async () => {
    expect(await importLibrary(test.db, FOLDER, { log: silent })).toBe(tales.length);
    const { rows } =
      await test.pool.query(`select (select count(*) from authors) as authors, (select count(*) from collections) as collections,
      (select array_agg(slug order by slug) from tales where status = 'published' and words > 0) as slugs`);
    expect(rows).toEqual([
      { authors: library.authors.length, collections: library.collections.length, slugs: tales.map(({ tale }) => tale.slug).sort() },
    ]);
  });

  it('has at least 24 tales of eight authors in all nine categories, and three collections', () => {
    expect(tales.length).toBeGreaterThanOrEqual(24);
    expect(new Set(tales.map(({ tale }) => tale.author)).size).toBeGreaterThanOrEqual(8);
    expect([...new Set(tales.map(({ tale }) => tale.category))].sort()).toEqual(CATEGORIES.toSorted());
    expect(library.collections.length).toBeGreaterThanOrEqual(3);
  });

  it('has a tale of every author, and no title or opening twice', () => {
    const told = new Set(tales.map(({ tale }) => tale.author));
    expect(library.authors.map(({ author }) => author.name).filter((name) => !told.has(name))).toEqual([]);
    expect(new Set(tales.map(({ tale }) => tale.title)).size).toBe(tales.length);
    const openings = tales.map(({ text }) => text.split(/\s+/).slice(0, 4).join(' '));
    expect(new Set(openings).size).toBe(tales.length);
  });

  it.each(library.authors)('$file', ({ author }) => {
    expect(countWords(author.biography ?? '')).toBeGreaterThanOrEqual(50);
    expect(countWords(author.biography ?? '')).toBeLessThanOrEqual(160);
    expect(author.dates).not.toBe('');
    expect(author.place).not.toBe('');
    expect(straightQuotes(`${author.biography} ${author.dates}`)).toEqual([]);
  });

  it.each(library.collections)('$file', ({ collection, tales: slugs }) => {
    const known = new Set(tales.map(({ tale }) => tale.slug));
    expect(slugs.filter((slug) => !known.has(slug))).toEqual([]);
    expect(slugs.length).toBeGreaterThanOrEqual(3);
    expect(countWords(collection.introduction ?? '')).toBeGreaterThanOrEqual(20);
    expect(straightQuotes(`${collection.introduction} ${collection.description}`)).toEqual([]);
  });
});

describe.each(tales)('$file', ({ file, tale, text }) => {
  it('is of a length to be read at bedtime', () => {
    expect(countWords(text)).toBeGreaterThanOrEqual(600);
    expect(countWords(text)).toBeLessThanOrEqual(1_800);
    expect(countCharacters(tale.excerpt)).toBeLessThanOrEqual(300);
  });

  it('says where it comes from, and is dated before today', () => {
    for (const field of ['origin', 'age_band', 'source', 'retold_from', 'rights'] as const) expect(tale[field], field).toBeTruthy();
    expect(Date.parse(tale.publish_date ?? '')).toBeLessThanOrEqual(Date.now());
    expect(tale.tags).not.toContain(tale.category);
  });

  it('is set as a book is: curly quotes, no marks of Markdown left, nothing for the cleaner to take out', async () => {
    const shown = [tale.title, tale.excerpt, tale.source, tale.retold_from, tale.rights, text].join('\n');
    expect(straightQuotes(shown)).toEqual([]);
    expect(shown).not.toMatch(/[*_\\#`]|--|\.\.\.|https?:/);
    expect(cleanHtml(tale.content ?? '').changed).toBe(false);
    expect(tale.content).not.toMatch(/<h[1-6]/);
    expect(await readFile(`${FOLDER}/${file}`, 'utf8')).not.toMatch(/<\w/);
  });

  it('closes every quotation that it opens', () => {
    const open = text.split('\n\n').filter((paragraph) => count(paragraph, '“') < count(paragraph, '”'));
    expect(open).toEqual([]);
  });
});

function straightQuotes(text: string): string[] {
  return text.match(/.{0,30}["'].{0,30}/g) ?? [];
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { BROKEN, DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { fc } from '#test/fast-check.ts';
import { createTale } from './save-tale.ts';

/** Any input is rejected by field or stored unchanged in NFC (requirement R25). */

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const stored = async (id: string) =>
  (await test.pool.query('select title, author, excerpt, content, content_text, slug from tales where id = $1', [id])).rows[0];

describe('stores text unchanged in NFC', () => {
  it.each(Object.entries(DIFFICULT_TEXT))('%s', async (_, text) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const { id } = await addTale(test.db, { title: text, author: text.slice(0, 100), excerpt: text, content: `<p>${escaped}</p>` });
    const tale = await stored(id);
    const nfc = text.normalize('NFC');
    expect(tale).toMatchObject({ title: nfc, author: text.slice(0, 100).normalize('NFC'), excerpt: nfc });
    expect(tale.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(tale.content_text.replace(/\s/g, '')).toBe(nfc.replace(/\s/g, ''));
  });

  it('treats both normalization forms of a name as one author', async () => {
    const composed = await addTale(test.db, { author: '한국의 이야기꾼 é' });
    const decomposed = await addTale(test.db, { author: '한국의 이야기꾼 é'.normalize('NFD') });
    const { rows } = await test.pool.query('select distinct author_id from tales where id = any($1)', [[composed.id, decomposed.id]]);
    expect(rows).toHaveLength(1);
  });

  it('saves or rejects any input without an error', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const half = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 60 });
    const any = fc.oneof(text, half);
    await fc.assert(
      fc.asyncProperty(any, any, any, any, async (title, author, excerpt, content) => {
        const result = await createTale(test.db, taleInput({ title, author, excerpt, content }));
        if (result.outcome === 'saved') {
          const tale = await stored(result.tale.id);
          expect(tale.title).toBe(title.normalize('NFC').trim());
          expect(tale.excerpt).toBe(excerpt.normalize('NFC').trim());
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('field errors', () => {
  it.each(Object.entries(BROKEN))('%s', async (_, text) => {
    const input = taleInput({ title: text, author: text, excerpt: text, content: `<p>${text}</p>`, origin: text, source: text });
    const result = await createTale(test.db, { ...input, category: text, slug: text, tags: [text], language: text, cover_image: text });
    if (result.outcome !== 'invalid') throw new Error('saved');
    const fields = ['author', 'category', 'content', 'cover_image', 'excerpt', 'language', 'origin', 'slug', 'source', 'tags', 'title'];
    expect(Object.keys(result.problems).sort()).toEqual(fields);
  });

  it('rejects line breaks and control characters in a title', async () => {
    for (const text of ['a\nb', 'a\tb', 'a\u0007b', 'a\u0085b']) {
      expect(await createTale(test.db, taleInput({ title: text }))).toMatchObject({ problems: { title: expect.anything() } });
    }
  });
});

describe('long texts', () => {
  const letters = (n: number, from: number, base: number) => {
    let word = '';
    for (let rest = n; word.length < 4; rest = Math.floor(rest / base)) word += String.fromCodePoint(from + (rest % base));
    return word;
  };

  it.each([
    ['a line of 1 MB without a space', 'x'.repeat(1_000_000)],
    ['a long text of ever new words', Array.from({ length: 300_000 }, (_, n) => letters(n, 97, 26)).join(' ')],
    [
      'ever new words with hyphens',
      Array.from({ length: 150_000 }, (_, n) => `${letters(n, 97, 26)}-${letters(n * 7 + 1, 97, 26)}`).join(' '),
    ],
    ['ever new words of three bytes', Array.from({ length: 100_000 }, (_, n) => letters(n, 0x4e00, 5_000)).join(' ')],
    ['Chinese in clauses', Array.from({ length: 40_000 }, (_, n) => `${letters(n, 0x4e00, 20)}${letters(n * 31, 0x5e00, 20)}`).join('，')],
    ['addresses', Array.from({ length: 40_000 }, (_, n) => `https://${letters(n, 97, 26)}.example.org/${letters(n, 97, 26)}`).join(' ')],
    ['2 MB of emoji', '👩‍👩‍👧‍👦'.repeat(79_000)],
  ])('%s is saved and found by its title', async (_, text) => {
    const { id } = await addTale(test.db, { title: 'Zanzibar', content: `<p>${text}</p>` });
    const { rows } = await test.pool.query(`select id from tales where search @@ to_tsquery('talewood_english', 'zanzibar') and id = $1`, [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });
});

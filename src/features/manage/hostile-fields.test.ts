import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanHtml } from '#src/features/tales/tales.ts';
import { isBroken } from '#src/platform/text.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { HOSTILE } from '#test/hostile-html.ts';
import { openStaff, type Staff } from '#test/staff.ts';
import { BROKEN, TORTURE } from '#test/torture.ts';

/** What somebody may type into the fields of a tale, through the API: refused by field, or kept to the letter in NFC (S19, S28, R25). */

let database: TestDatabase;
let { call, rows } = {} as Staff;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ call, rows } = await openStaff(database));
});
afterAll(() => database.drop());

const form = { title: 'The Mill', author: 'The Miller', category: 'dark', excerpt: 'What happened there.' };
const post = (about: object) => call('POST', '/tales', { body: { ...form, ...about } });

/** Fields that keep any line of text, and those that keep a few words or none. */
const FREE = ['title', 'author', 'excerpt', 'retold_from', 'source', 'rights', 'tale_type'];
const NARROW = ['origin', 'slug', 'language', 'category', 'age_band', 'cover_image', 'status', 'publish_date'];

describe('Unicode', () => {
  test.each(Object.entries(TORTURE))('%s: kept in NFC and answered so, in every field of words', async (_, text) => {
    for (const field of FREE) {
      const { status, body } = await post({ [field]: text });
      // A line has a bound in code points, and no line breaks.
      if (status === 422) expect([field, Object.keys(body.errors), [...text].length > 40]).toEqual([field, [field], true]);
      else {
        expect([field, status, body.tale[field]]).toEqual([field, 201, text.normalize('NFC').trim()]);
        expect(body.tale.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }
    }
    for (const field of NARROW) {
      const { status, body } = await post({ [field]: text });
      if (status === 422) expect(Object.keys(body.errors)).toEqual([field]);
      else expect([field, body.tale[field]]).toEqual(['origin', text.normalize('NFC')]);
    }
    expect(Object.keys((await post({ tags: [text] })).body.errors)).toEqual(['tags']);
  });

  test.each(Object.entries(BROKEN))('%s: refused, with the field named', async (_, text) => {
    for (const field of [...FREE, ...NARROW, 'content', 'tags']) {
      const { status, body } = await post({ [field]: field === 'tags' ? [text] : text });
      expect([field, status, Object.keys(body.errors)]).toEqual([field, 422, [field]]);
    }
    for (const [path, field] of [
      ['/authors', 'name'],
      ['/categories', 'name'],
      ['/collections', 'title'],
    ] as const) {
      const { status, body } = await call('POST', path, { body: { [field]: text } });
      expect([path, status, Object.keys(body.errors)]).toEqual([path, 422, [field]]);
    }
  });

  test('nothing to see is nothing: refused as a title, an author, an excerpt', async () => {
    for (const blank of [' ', '\u200b', '\u{FEFF}', '\u2028', '\u202e', '\u00ad', '\u0301']) {
      const { status, body } = await post({ title: blank, author: blank, excerpt: blank });
      expect([status, body.errors]).toEqual([
        422,
        { title: ['Title is required'], author: ['Author is required'], excerpt: ['Excerpt is required'] },
      ]);
    }
  });

  test.each([
    ['emoji', '🐸'],
    ['families of emoji', '👩‍👩‍👧‍👦'],
    ['letters with two accents', 'a\u0323\u0301'],
    ['letters of four bytes', '𠜎'],
  ])('an excerpt of 300 %s is taken, one of 301 is not', async (_, letter) => {
    expect((await post({ excerpt: letter.repeat(300) })).status).toBe(201);
    const { status, body } = await post({ excerpt: letter.repeat(301) });
    expect([status, body.errors]).toEqual([422, { excerpt: ['Excerpt must be less than 300 characters'] }]);
  });

  test('a name in both forms is one author, and both find it', async () => {
    const name = '한국의 이야기꾼 é';
    await post({ author: name });
    await post({ author: name.normalize('NFD') });
    expect(await rows('select from authors where name = $1', [name])).toHaveLength(1);
    for (const form of ['NFC', 'NFD'])
      expect((await call('GET', `/tales?${new URLSearchParams({ q: name.normalize(form) })}`)).body.tales).toHaveLength(2);
  });
});

test.each(Object.entries(HOSTILE))('hostile HTML, %s: stored as it was cleaned, by POST as by PATCH, or refused', async (_, all) => {
  let { tale } = (await post({ content: '<p>Once.</p>' })).body;
  for (const [index, content] of all.entries()) {
    // One in ten makes a tale of its own: both ways lead to the same cleaner.
    const isNew = index % 10 === 0;
    const { status, body } = isNew
      ? await post({ content })
      : await call('PATCH', `/tales/${tale.id}`, { match: tale.version, body: { content } });
    const { html, isTooDeep } = cleanHtml(content.normalize('NFC'));
    if (isTooDeep || isBroken(content)) {
      expect([content, status, Object.keys(body.errors)]).toEqual([content, 422, ['content']]);
      continue;
    }
    expect([content, status, body.tale.content]).toEqual([content, isNew ? 201 : 200, html]);
    // What the page shows is this very column.
    expect((await rows('select content from tales where id = $1', [body.tale.id]))[0].content).toBe(html);
    tale = body.tale;
  }
});

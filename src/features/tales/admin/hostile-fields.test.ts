import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { BROKEN, DIFFICULT_TEXT } from '#test/difficult-text.ts';
import { HOSTILE } from '#test/hostile-html.ts';

/** Unusual and hostile input in tale fields, through the API: rejected by field, or stored exactly in NFC (S19, S28, R25). */

let database: TestDatabase;
let { call, rows } = {} as AdminApi;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ call, rows } = await openAdminApi(database));
});
afterAll(() => database.drop());

const form = { title: 'The Mill', author: 'The Miller', category: 'dark', excerpt: 'What happened there.' };
const post = (about: object) => call('POST', '/tales', { body: { ...form, ...about } });

/** Fields that accept any line of text, and fields that accept short text. */
const FREE = ['title', 'author', 'excerpt', 'retold_from', 'source', 'rights', 'tale_type'];
const NARROW = ['origin', 'slug', 'language', 'category', 'age_band', 'cover_image', 'status', 'publish_date'];

describe('Unicode', () => {
  test.each(Object.entries(DIFFICULT_TEXT))('%s: stored and returned in NFC in every text field', async (_, text) => {
    for (const field of FREE) {
      const { status, body } = await post({ [field]: text });
      // Single-line fields have a limit in code points, and no line breaks.
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

  test.each(Object.entries(BROKEN))('%s: rejected with the field', async (_, text) => {
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

  test('invisible text counts as empty in title, author and excerpt', async () => {
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
  ])('an excerpt of 300 %s is accepted, one of 301 is not', async (_, letter) => {
    expect((await post({ excerpt: letter.repeat(300) })).status).toBe(201);
    const { status, body } = await post({ excerpt: letter.repeat(301) });
    expect([status, body.errors]).toEqual([422, { excerpt: ['Excerpt must be less than 300 characters'] }]);
  });

  test('a name in both Unicode forms is one author, found by both', async () => {
    const name = '한국의 이야기꾼 é';
    await post({ author: name });
    await post({ author: name.normalize('NFD') });
    expect(await rows('select from authors where name = $1', [name])).toHaveLength(1);
    for (const form of ['NFC', 'NFD'])
      expect((await call('GET', `/tales?${new URLSearchParams({ q: name.normalize(form) })}`)).body.tales).toHaveLength(2);
  });
});

test.each(Object.entries(HOSTILE))('hostile HTML, %s: sanitized or rejected by POST and PATCH', async (_, all) => {
  let { tale } = (await post({ content: '<p>Once.</p>' })).body;
  for (const [index, content] of all.entries()) {
    // Every tenth creates a tale: POST and PATCH use the same sanitizer.
    const isNew = index % 10 === 0;
    const { status, body } = isNew
      ? await post({ content })
      : await call('PATCH', `/tales/${tale.id}`, { match: tale.version, body: { content } });
    const { html, isTooDeep } = sanitizeHtml(content.normalize('NFC'));
    if (isTooDeep || hasLoneSurrogate(content)) {
      expect([content, status, Object.keys(body.errors)]).toEqual([content, 422, ['content']]);
      continue;
    }
    expect([content, status, body.tale.content]).toEqual([content, isNew ? 201 : 200, html]);
    // The page renders this column.
    expect((await rows('select content from tales where id = $1', [body.tale.id]))[0].content).toBe(html);
    tale = body.tale;
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { createTale, deleteTale, updateTale } from './save-tale.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.pool.query('delete from tales');
  await test.pool.query('delete from tale_slugs');
  await test.pool.query('delete from authors');
});

async function row(id: string): Promise<Record<string, unknown>> {
  const { rows } = await test.pool.query(
    `select t.*, array(select c.slug from tale_categories tc join categories c on c.id = tc.category_id where tale_id = t.id order by 1) as tags
     from tales t where id = $1`,
    [id],
  );
  return rows[0];
}

async function slugs(): Promise<Record<string, string | null>> {
  const { rows } = await test.pool.query('select slug, tale_id from tale_slugs');
  return Object.fromEntries(rows.map((each) => [each.slug, each.tale_id]));
}

describe('createTale', () => {
  it('saves the tale with derived columns', async () => {
    const { id, slug, version } = await addTale(test.db, {
      title: '  The Frog King ',
      content: '<p onclick="x">Once <em>a</em> frog.</p><script>alert(1)</script>',
      tags: ['animals', 'enchanted', 'animals', 'classic'],
      origin: 'German',
      age_band: '6-8',
    });
    expect({ slug, version }).toEqual({ slug: 'the-frog-king', version: 1 });
    const tale = await row(id);
    expect(tale).toMatchObject({
      title: 'The Frog King',
      author: 'The Miller',
      content: '<p>Once <em>a</em> frog.</p>',
      content_source: '<p onclick="x">Once <em>a</em> frog.</p><script>alert(1)</script>',
      content_text: 'Once a frog.',
      words: 3,
      sanitizer_version: 1,
      minutes: 1,
      tags: ['animals', 'enchanted'],
      facets: [`a:${tale.author_id}`, 'c:1', 'c:2', 'c:8', 'g:6-8', 'l:en', 'm:5', 'o:German', 's:yes'],
    });
    expect(await slugs()).toEqual({ 'the-frog-king': id });
  });

  it('stores HTML that needs no sanitizing once', async () => {
    const { id } = await addTale(test.db, { content: '<p>Once.</p>' });
    expect(await row(id)).toMatchObject({ content: '<p>Once.</p>', content_source: '' });
  });

  it('defaults to a draft dated now, 10 minutes long without a text', async () => {
    const result = await createTale(test.db, { title: 'Untitled Tale', author: 'A', category: 'dark', excerpt: 'e' });
    if (result.outcome !== 'saved') throw new Error(JSON.stringify(result));
    const tale = await row(result.tale.id);
    expect(tale).toMatchObject({ status: 'draft', minutes: 10, cover_image: '', read_time: 0, language: 'en' });
    expect(Math.abs((tale.publish_date as Date).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('returns all errors by field and saves nothing', async () => {
    expect(await createTale(test.db, {})).toEqual({
      outcome: 'invalid',
      problems: {
        title: ['Title is required'],
        author: ['Author is required'],
        category: ['Category is required'],
        excerpt: ['Excerpt is required'],
      },
    });
    await addTale(test.db, { slug: 'taken' });
    const input = {
      ...taleInput({ title: ' \u200b ', excerpt: 'x'.repeat(301), category: 'none', tags: ['dark', 'nothing'], slug: 'taken' }),
      status: 'binned',
      read_time: 1.5,
      publish_date: 'tomorrow',
      cover_image: 'https://evil.example/a.png',
      content: '<b>'.repeat(2_000),
      id: 'x',
      created_at: 'x',
      constructor: 'x',
    };
    const result = await createTale(test.db, input);
    expect(result).toMatchObject({
      outcome: 'invalid',
      problems: {
        title: ['Title is required'],
        excerpt: ['Excerpt must be less than 300 characters'],
        category: ['Unknown category'],
        tags: ['Unknown category: nothing'],
        slug: ['Another tale has this address'],
        id: ['Unknown field'],
        constructor: ['Unknown field'],
        content: ['The text is nested too deeply'],
      },
    });
    if (result.outcome !== 'invalid') throw new Error('saved');
    expect(Object.keys(result.problems).sort()).toEqual([
      'category',
      'constructor',
      'content',
      'cover_image',
      'created_at',
      'excerpt',
      'id',
      'publish_date',
      'read_time',
      'slug',
      'status',
      'tags',
      'title',
    ]);
    expect((await test.pool.query('select from tales')).rowCount).toBe(1);
  });

  it.each([null, undefined, 'a', 7, [], [1]])('rejects invalid input: %s', async (input) => {
    expect((await createTale(test.db, input)).outcome).toBe('invalid');
  });

  it('rejects wrong types and __proto__', async () => {
    const input = JSON.parse(`{"title":1,"author":[],"category":{},"excerpt":null,"tags":"dark","content":5,"__proto__":{"a":1}}`);
    const result = await createTale(test.db, input);
    if (result.outcome !== 'invalid') throw new Error('saved');
    expect(result.problems).toMatchObject({ title: ['Title is required'], excerpt: ['Excerpt is required'] });
    expect(Object.keys(result.problems)).toEqual(expect.arrayContaining(['title', 'author', 'category', 'excerpt', 'tags', 'content']));
  });

  it('limits the excerpt to 300 grapheme clusters', async () => {
    expect((await createTale(test.db, taleInput({ excerpt: '👩‍👩‍👧'.repeat(300) }))).outcome).toBe('saved');
    expect((await createTale(test.db, taleInput({ excerpt: 'é'.normalize('NFD').repeat(300) }))).outcome).toBe('saved');
    expect(await createTale(test.db, taleInput({ excerpt: '👩‍👩‍👧'.repeat(301) }))).toEqual({
      outcome: 'invalid',
      problems: { excerpt: ['Excerpt must be less than 300 characters'] },
    });
    expect((await createTale(test.db, taleInput({ excerpt: `a${'\u0301'.repeat(5_000)}` }))).outcome).toBe('invalid');
  });

  it('limits the title to 300 characters and the text to 2 MB', async () => {
    expect((await createTale(test.db, taleInput({ title: '🐸'.repeat(300) }))).outcome).toBe('saved');
    expect((await createTale(test.db, taleInput({ title: '🐸'.repeat(301) }))).outcome).toBe('invalid');
    expect((await createTale(test.db, taleInput({ content: `<p>${'word '.repeat(399_998)}</p>` }))).outcome).toBe('saved');
    expect((await createTale(test.db, taleInput({ content: 'x'.repeat(2_000_001) }))).outcome).toBe('invalid');
  });

  it('finds authors ignoring case, creates missing ones', async () => {
    await addTale(test.db, { author: 'Ødön von Horváth' });
    await addTale(test.db, { author: 'ØDÖN VON HORVÁTH'.normalize('NFD') });
    await addTale(test.db, { author: 'Odon von Horvath' });
    const { rows } = await test.pool.query('select name, slug from authors order by id');
    expect(rows).toEqual([
      { name: 'Ødön von Horváth', slug: 'odon-von-horvath' },
      { name: 'Odon von Horvath', slug: 'odon-von-horvath-2' },
    ]);
  });

  it('creates an author once for concurrent saves', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => addTale(test.db, { author: i % 2 ? 'Baba Yaga' : 'BABA YAGA' })));
    expect((await test.pool.query('select from authors')).rowCount).toBe(1);
  });
});

describe('updateTale', () => {
  it('keeps omitted fields and removes the own category from tags', async () => {
    const { id } = await addTale(test.db, { tags: ['dark', 'animals'], origin: 'Danish', content: '<p>One two</p>' });
    const { content, tags, status, publish_date, origin, ...form } = taleInput({ category: 'dark', title: 'Changed' });
    expect((await updateTale(test.db, id, 1, form)).outcome).toBe('saved');
    expect(await row(id)).toMatchObject({
      title: 'Changed',
      origin: 'Danish',
      words: 2,
      status: 'published',
      tags: ['animals'],
      version: 2,
    });
  });

  it('returns the current version on a conflict and saves nothing', async () => {
    const { id } = await addTale(test.db);
    await updateTale(test.db, id, 1, taleInput({ title: 'Second' }));
    expect(await updateTale(test.db, id, 1, taleInput({ title: 'Third' }))).toEqual({ outcome: 'conflict', version: 2 });
    expect(await row(id)).toMatchObject({ title: 'Second', version: 2 });
  });

  it('lets exactly one of two concurrent saves succeed', async () => {
    const { id } = await addTale(test.db);
    const results = await Promise.all(['A', 'B', 'C', 'D'].map((title) => updateTale(test.db, id, 1, taleInput({ title }))));
    const outcomes = results.map((result) => result.outcome).sort();
    expect(outcomes).toEqual(['conflict', 'conflict', 'conflict', 'saved']);
    const winner = ['A', 'B', 'C', 'D'][results.findIndex((result) => result.outcome === 'saved')];
    expect(await row(id)).toMatchObject({ title: winner, version: 2 });
  });

  it('returns missing for unknown, trashed and deleted tales', async () => {
    const missing = { outcome: 'missing' };
    expect(await updateTale(test.db, '0198c0de-0000-7000-8000-000000000000', 1, taleInput())).toEqual(missing);
    const { id } = await addTale(test.db);
    await test.pool.query('update tales set deleted_at = now() where id = $1', [id]);
    expect(await updateTale(test.db, id, 1, taleInput())).toEqual(missing);
    expect(await deleteTale(test.db, id)).toBe(true);
    expect(await deleteTale(test.db, id)).toBe(false);
    expect(await updateTale(test.db, id, 1, taleInput())).toEqual(missing);
  });

  it('is atomic for text, tags and author', async () => {
    const { id } = await addTale(test.db, { tags: ['dark'] });
    expect((await updateTale(test.db, id, 1, taleInput({ tags: ['animals'], author: 'Nobody', slug: '-bad-' }))).outcome).toBe('invalid');
    expect(await row(id)).toMatchObject({ tags: ['dark'], author: 'The Miller' });
    expect((await test.pool.query(`select from authors where name = 'Nobody'`)).rowCount).toBe(0);
  });
});

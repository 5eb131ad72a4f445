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

async function slugs(): Promise<Record<string, string | null>> {
  const { rows } = await test.pool.query('select slug, tale_id from tale_slugs');
  return Object.fromEntries(rows.map((each) => [each.slug, each.tale_id]));
}

describe('slugs', () => {
  it.each([
    ['Der Fischer und seine Frau', 'der-fischer-und-seine-frau'],
    ['Østenfor sol, Æsop & Ła‐ſt Straße', 'ostenfor-sol-aesop-la-st-strasse'],
    ['The Ogre’s “Feather”', 'the-ogres-feather'],
    ['ﬃ Ⅳ ２', 'ffi-iv-2'],
    ['İstanbul ı', 'istanbul-i'],
    ['雪女', 'tale'],
    ['👑…!', 'tale'],
    ['a'.repeat(200), 'a'.repeat(80)],
    [`${'word '.repeat(30)}`, Array.from({ length: 16 }, () => 'word').join('-')],
    ['0198c0de-0000-7000-8000-000000000000', 'tale-0198c0de-0000-7000-8000-000000000000'],
  ])('%s: /tale/%s', async (title, slug) => {
    expect((await addTale(test.db, { title })).slug).toBe(slug);
  });

  it('are made unique by a number', async () => {
    const made = [];
    for (let i = 0; i < 3; i++) made.push((await addTale(test.db, { title: '雪女' })).slug);
    expect(made).toEqual(['tale', 'tale-2', 'tale-3']);
  });

  it('are unique with concurrent claims', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => addTale(test.db, { title: 'Rose Red' })));
    expect(made.map((tale) => tale.slug).sort()).toEqual(['rose-red', ...Array.from({ length: 11 }, (_, i) => `rose-red-${i + 2}`)].sort());
  });

  it('are never reused, also not those of deleted tales', async () => {
    const first = await addTale(test.db, { title: 'Rapunzel' });
    expect(await updateTale(test.db, first.id, 1, taleInput({ title: 'Rapunzel', slug: 'rampion' }))).toMatchObject({
      outcome: 'saved',
      tale: { slug: 'rampion', version: 2 },
    });
    expect(await slugs()).toEqual({ rapunzel: first.id, rampion: first.id });
    expect((await addTale(test.db, { title: 'Rapunzel' })).slug).toBe('rapunzel-2');
    expect(await createTale(test.db, taleInput({ slug: 'rapunzel' }))).toMatchObject({ problems: { slug: expect.anything() } });
    // The tale's own former slug is allowed.
    expect(await updateTale(test.db, first.id, 2, taleInput({ slug: 'rapunzel' }))).toMatchObject({ tale: { slug: 'rapunzel' } });

    expect(await deleteTale(test.db, first.id)).toBe(true);
    expect(await slugs()).toMatchObject({ rapunzel: null, rampion: null });
    expect((await addTale(test.db, { title: 'Rampion' })).slug).toBe('rampion-2');
    expect(await createTale(test.db, taleInput({ slug: 'rapunzel' }))).toMatchObject({ problems: { slug: expect.anything() } });
  });

  it('stay when the title changes', async () => {
    const { id } = await addTale(test.db, { title: 'Snow White' });
    expect(await updateTale(test.db, id, 1, taleInput({ title: 'Snow-drop' }))).toMatchObject({ tale: { slug: 'snow-white' } });
  });

  it('follow the title until the tale is first published, without leaving old slugs', async () => {
    await addTale(test.db, { title: 'Rose Red' });
    const { id, slug } = await addTale(test.db, { title: 'Untitled Tale', status: 'draft' });
    expect(slug).toBe('untitled-tale');
    expect(await updateTale(test.db, id, 1, { title: 'Rose Red' })).toMatchObject({ tale: { slug: 'rose-red-2' } });
    expect(await updateTale(test.db, id, 2, { title: 'Rose red!' })).toMatchObject({ tale: { slug: 'rose-red-2' } });
    // First publication, with a new title in the same save.
    expect(await updateTale(test.db, id, 3, { title: 'Briar Rose', status: 'published' })).toMatchObject({ tale: { slug: 'briar-rose' } });
    expect(Object.entries(await slugs()).filter(([, tale]) => tale === id)).toEqual([['briar-rose', id]]);
    // Once published it stays, also after unpublishing.
    expect(await updateTale(test.db, id, 4, { title: 'Sleeping Beauty', status: 'draft' })).toMatchObject({ tale: { slug: 'briar-rose' } });
    expect(await updateTale(test.db, id, 5, { title: 'Untitled Tale' })).toMatchObject({ tale: { slug: 'briar-rose' } });
    expect((await addTale(test.db, { title: 'Untitled Tale', status: 'draft' })).slug).toBe('untitled-tale');
  });

  it('stay if set by an editor', async () => {
    const { id } = await addTale(test.db, { title: 'Untitled Tale', status: 'draft', slug: 'chosen' });
    expect(await updateTale(test.db, id, 1, { title: 'Rampion' })).toMatchObject({ tale: { slug: 'chosen' } });
    expect(await updateTale(test.db, id, 2, { title: 'Rapunzel', slug: 'rampion' })).toMatchObject({ tale: { slug: 'rampion' } });
    expect(await slugs()).toEqual({ rampion: id });
  });

  it('stay unique when many drafts get the same title concurrently', async () => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => addTale(test.db, { title: 'Untitled Tale', status: 'draft' })));
    const saved = await Promise.all(drafts.map(({ id }) => updateTale(test.db, id, 1, { title: 'Rose Red' })));
    const made = saved.map((outcome) => (outcome.outcome === 'saved' ? outcome.tale.slug : outcome.outcome)).sort();
    expect(made).toEqual(['rose-red', 'rose-red-2', 'rose-red-3', 'rose-red-4', 'rose-red-5', 'rose-red-6']);
  });
});

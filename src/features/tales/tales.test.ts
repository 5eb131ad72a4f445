import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { deleteTale, findTale, findTaleForCover, findTaleForPreview, updateTale } from './tales.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function view(slug: string) {
  const found = await findTale(database.db, slug);
  if (found.kind !== 'found') throw new Error(`${slug} is ${found.kind}`);
  return found.tale;
}

test('returns reading time, tags and neighbours in the category', async () => {
  const { db } = database;
  const older = await addTale(db, { title: 'Older', daysAgo: 30 });
  const tale = await addTale(db, { title: 'Middle', content: wordsOf(401), tags: ['dark', 'animals'], daysAgo: 20 });
  await addTale(db, { title: 'Elsewhere', category: 'romance', daysAgo: 15 });
  const newer = await addTale(db, { title: 'Newer', daysAgo: 10 });
  await addTale(db, { title: 'To come', daysAgo: -5 });
  const seen = await view(tale.slug);
  expect(seen).toMatchObject({ title: 'Middle', words: 401, readTime: 3, aloudTime: 4, category: { slug: 'classic', name: 'Classic' } });
  expect(seen.tags.map((tag) => tag.slug)).toEqual(['dark', 'animals']);
  expect([seen.prevTale?.slug, seen.nextTale?.slug]).toEqual([newer.slug, older.slug]);
  expect(seen.shareImage).toMatch(/^\/covers\/middle\.[0-9a-f]+-share\.jpg$/);
  expect((await view(newer.slug)).prevTale).toBeNull();
  expect((await view(older.slug)).nextTale).toBeNull();
});

test('redirects ids and former slugs', async () => {
  const { db } = database;
  const tale = await addTale(db, { title: 'First Name' });
  const form = { title: 'Second Name', author: 'The Miller', category: 'classic', excerpt: 'x', status: 'published', slug: 'second-name' };
  expect(await updateTale(db, tale.id, 1, form)).toMatchObject({ outcome: 'saved' });
  expect(await findTale(db, 'first-name')).toEqual({ kind: 'moved', slug: 'second-name' });
  expect(await findTale(db, tale.id)).toEqual({ kind: 'moved', slug: 'second-name' });
  expect(await findTale(db, tale.id.toUpperCase())).toEqual({ kind: 'moved', slug: 'second-name' });
});

test('returns gone for all slugs of deleted tales, unknown for others', async () => {
  const { db } = database;
  const tale = await addTale(db, { title: 'Short Lived' });
  await deleteTale(db, tale.id);
  expect(await findTale(db, 'short-lived')).toEqual({ kind: 'gone' });
  expect(await findTale(db, tale.id)).toEqual({ kind: 'unknown' });
  expect(await findTale(db, 'never-told')).toEqual({ kind: 'unknown' });
});

test('returns gone for all slugs of tales in the trash, unless they were never public', async () => {
  const { db } = database;
  const form = { title: 'New', author: 'The Miller', category: 'classic', excerpt: 'x' };
  const seen = await addTale(db, { title: 'Once seen' });
  const unseen = await addTale(db, { title: 'Never seen', status: 'draft' });
  await updateTale(db, seen.id, 1, { ...form, slug: 'seen-last' });
  await updateTale(db, unseen.id, 1, { ...form, slug: 'never-seen-either' });
  await database.pool.query('update tales set deleted_at = now() where id = any($1)', [[seen.id, unseen.id]]);
  for (const slug of ['once-seen', 'seen-last']) expect(await findTale(db, slug), slug).toEqual({ kind: 'gone' });
  for (const slug of ['never-seen', 'never-seen-either']) expect(await findTale(db, slug), slug).toEqual({ kind: 'unknown' });
});

test('does not reveal drafts and scheduled tales by slug, id or cover', async () => {
  const { db } = database;
  for (const about of [
    { title: 'Hidden draft', status: 'draft' as const },
    { title: 'Hidden future', daysAgo: -1 },
  ]) {
    const tale = await addTale(db, about);
    expect(await findTale(db, tale.slug)).toEqual({ kind: 'unknown' });
    expect(await findTale(db, tale.id)).toEqual({ kind: 'unknown' });
    expect(await findTaleForCover(db, tale.slug)).toBeNull();
  }
});

test('never throws on arbitrary input', async () => {
  for (const odd of [
    '',
    ' ',
    '../x',
    'ÄÖ',
    "'; drop table tales",
    'a'.repeat(10_000),
    '00000000-0000-0000-0000-000000000000',
    '__proto__',
  ]) {
    expect((await findTale(database.db, odd)).kind, odd).toBe('unknown');
  }
});

test('uses neighbours of all categories for the only tale of a category', async () => {
  const { db } = database;
  await database.pool.query('delete from tales');
  const older = await addTale(db, { category: 'classic', daysAgo: 30 });
  const alone = await addTale(db, { category: 'folklore', daysAgo: 20 });
  const newer = await addTale(db, { category: 'dark', daysAgo: 10 });
  const { prevTale, nextTale } = await view(alone.slug);
  expect([prevTale?.slug, nextTale?.slug]).toEqual([newer.slug, older.slug]);
  expect(prevTale?.coverImage).not.toBe('');
});

test('previews drafts and scheduled tales as readers will see them, and nothing from the trash', async () => {
  const { db, pool } = database;
  const [draft, scheduled, published, trashed] = await Promise.all([
    addTale(db, { title: 'A draft to preview', status: 'draft' }),
    addTale(db, { title: 'Tomorrow', daysAgo: -1 }),
    addTale(db, { title: 'Public already' }),
    addTale(db, { title: 'Thrown away' }),
  ]);
  await pool.query('update tales set deleted_at = now() where id = $1', [trashed.id]);
  await pool.query("update tales set cover_image = 'https://images.example/a.jpg' where id = $1", [published.id]);
  const previews = await Promise.all([draft, scheduled, published].map(({ id }) => findTaleForPreview(db, id)));
  expect(previews).toMatchObject([
    { tale: { title: 'A draft to preview' }, isPublic: false, hasPicture: false },
    { tale: { title: 'Tomorrow' }, isPublic: false, hasPicture: false },
    { tale: { title: 'Public already' }, isPublic: true, hasPicture: true },
  ]);
  expect(await findTaleForPreview(db, trashed.id)).toBeNull();
  expect(await findTaleForPreview(db, crypto.randomUUID())).toBeNull();
});

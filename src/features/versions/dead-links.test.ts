import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanHtml, deleteTale, updateTale } from '#src/features/tales/tales.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { listDeadLinks } from './dead-links.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const publicUrl = 'https://tales.example';
const list = (html: string, id: string | null = null) => listDeadLinks(database.db, cleanHtml(html).html, { publicUrl, id });

test('names the links to tales that readers cannot follow, and why', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const open = await addTale(database.db, { slug: 'open' });
  const draft = await addTale(database.db, { slug: 'a-draft', status: 'draft' });
  await addTale(database.db, { slug: 'soon', publish_date: soon });
  await updateTale(database.db, open.id, open.version, taleInput({ slug: 'open-now' }));
  const gone = await addTale(database.db, { slug: 'gone' });
  await deleteTale(database.db, gone.id);
  const binned = await addTale(database.db, { slug: 'binned' });
  await database.pool.query('update tales set deleted_at = now() where id = $1', [binned.id]);
  const html = `<p><a href="/tale/open">a former address</a> <a href="/tale/open-now?x=1#t-a">open</a> <a href="/tale/${open.id}">by id</a>
    <a href="/tale/a-draft">a <em>draft</em></a> <a href="${publicUrl}/tale/soon/">soon</a> <a href="/tale/gone">gone</a>
    <a href="/tale/binned">binned</a> <a href="/tale/never#t-b">never</a> <a id="x" href="/tale/${draft.id}">by id</a>
    <a href="https://other.example/tale/never">elsewhere</a> <a href="/tales">all</a> <a href="#t-note">note</a></p>`;
  expect(await list(html)).toEqual([
    { address: '/tale/a-draft', words: 'a draft', isHidden: true },
    { address: `${publicUrl}/tale/soon/`, words: 'soon', isHidden: true },
    { address: '/tale/gone', words: 'gone', isHidden: false },
    { address: '/tale/binned', words: 'binned', isHidden: false },
    { address: '/tale/never#t-b', words: 'never', isHidden: false },
    { address: `/tale/${draft.id}`, words: 'by id', isHidden: true },
  ]);
  expect((await list(html, draft.id)).map(({ words }) => words)).toEqual(['soon', 'gone', 'binned', 'never']);
});

test('takes no address for more than it is', async () => {
  const html = `<a href="/tale/'; drop table tales">x</a><a href="/tale/${'a'.repeat(300)}">long</a><a href="/tale/%00">nul</a>`;
  expect((await list(html)).every(({ isHidden }) => !isHidden)).toBe(true);
});

import { expect } from 'vitest';
import { expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, visit } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** Lists of authors, collections and categories that show what others change. */

journey('the list of authors shows what another editor does and counts tales, and nothing moves', async ({ open }) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const page = await open();
  await signIn(page, { role: 'editor' });
  await visit(page, '/');
  const add = async (name: string) => {
    const { status, body } = await apiRequest<{ id: number; version: number }>(page, 'POST', '/admin/authors', { name: `${name} ${word}` });
    expect(status).toBe(201);
    return body;
  };
  const [first, , last] = [await add('Bea'), await add('Cara'), await add('Dora')];
  await visit(page, `/manage-authors?q=${word}`);
  const author = (name: string) => page.locator('.desk-list').getByRole('link', { name: `${name} ${word}` });
  await author('Bea').focus();
  const places = async () => [(await author('Cara').boundingBox())?.y, (await author('Dora').boundingBox())?.y];
  const before = await places();

  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  const rights = { source: 'Told at home', rights: 'Public domain', excerpt: 'A test.', content: '<p>Once.</p>', status: 'draft' };
  const tale = { title: `The Goose ${word}`, author: `Cara ${word}`, category: 'dark', ...rights };
  expect((await apiRequest(other, 'POST', '/admin/tales', tale)).status).toBe(201);
  await author('Cara').getByText('1 tale, 0 public').waitFor();
  const dates = { dates: 'about 1800' };
  expect((await apiRequest(other, 'PATCH', `/admin/authors/${last?.id}`, dates, { 'if-match': `"${last?.version}"` })).status).toBe(200);
  await author('Dora').getByText('about 1800').waitFor();
  expect((await apiRequest(other, 'POST', '/admin/authors', { name: `Anna ${word}` })).status).toBe(201);
  const button = page.getByRole('button', { name: 'Show 1 new author' });
  await button.waitFor();
  expect((await apiRequest(other, 'DELETE', `/admin/authors/${first?.id}`, undefined, { 'if-match': `"${first?.version}"` })).status).toBe(
    204,
  );
  const removed = page.getByRole('listitem').filter({ hasText: 'This author was deleted or no longer matches the filters' });
  await removed.waitFor();
  expect(await places()).toEqual(before);
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
  await expectAccessibleAtBothWidths(page);
  await button.press('Enter');
  await author('Anna').waitFor();
  expect(await removed.count()).toBe(0);
});

journey('an order of collections that was not seen is not overwritten, and deleted ones keep their places', async ({ open }) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'editor' });
  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  type Collection = { id: number; title: string; version: number };
  const add = async (title: string) =>
    (await apiRequest<Collection>(other, 'POST', '/admin/collections', { title: `${title} ${word}`, tales: [] })).body;
  const [first, second] = [await add('First'), await add('Second')];
  await visit(page, '/manage-collections');
  const item = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(`${title} ${word}`, { exact: true }) });
  const place = async () => (await item('First').boundingBox())?.y;
  const order = async () => (await page.locator('.ordered b').allInnerTexts()).filter((title) => title.endsWith(word));
  await item('Second').waitFor();
  const before = await place();
  const third = await add('Third');
  await item('Third').getByText('No tales, not shown').waitFor();
  const renamed = { title: `Renamed ${word}` };
  expect((await apiRequest(other, 'PATCH', `/admin/collections/${third.id}`, renamed, { 'if-match': `"${third.version}"` })).status).toBe(
    200,
  );
  await item('Renamed').waitFor();

  const { body } = await apiRequest<{ collections: Collection[]; tag: string }>(other, 'GET', '/admin/collections');
  const ids = body.collections.map(({ id }) => id);
  const swapped = ids.map((id) => (id === first.id ? second.id : id === second.id ? first.id : id));
  const answer = await apiRequest<{ tag: string }>(
    other,
    'PUT',
    '/admin/collections/order',
    { ids: swapped },
    { 'if-match': `"${body.tag}"` },
  );
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: 'Sort again' }).waitFor();
  expect(await place()).toBe(before);
  await page.getByRole('button', { name: `Move Second ${word} down` }).press('Enter');
  await toast(page, 'Error ordering collections', 'Someone else changed this list. Their version is shown.').waitFor();
  await expect.poll(order).toEqual(['Second', 'First', 'Renamed'].map((title) => `${title} ${word}`));
  await page.getByRole('button', { name: 'Sort again' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Move First ${word} up` }).press('Enter');
  await expect.poll(order).toEqual(['First', 'Second', 'Renamed'].map((title) => `${title} ${word}`));

  await item('First').getByRole('link').focus();
  const top = await place();
  expect(
    (await apiRequest(other, 'DELETE', `/admin/collections/${first.id}`, undefined, { 'if-match': `"${first.version}"` })).status,
  ).toBe(204);
  const removed = page.getByRole('listitem').filter({ hasText: 'This collection was deleted' });
  await removed.waitFor();
  expect((await removed.boundingBox())?.y).toBe(top);
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
  await expectAccessibleAtBothWidths(page);
  // The rest can still be moved.
  await page.getByRole('button', { name: `Move Renamed ${word} up` }).press('Enter');
  await removed.waitFor({ state: 'detached' });
  for (const { id } of [second, third]) {
    const { version } = (await apiRequest<Collection>(other, 'GET', `/admin/collections/${id}`)).body;
    await apiRequest(other, 'DELETE', `/admin/collections/${id}`, undefined, { 'if-match': `"${version}"` });
  }
});

journey('the list of categories shows one that another editor creates, renames and deletes', async ({ open }) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const page = await open();
  await signIn(page, { role: 'editor' });
  await visit(page, '/manage-categories');
  await page.getByRole('list', { name: 'Categories in their order' }).waitFor();
  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  const added = await apiRequest<{ id: number; version: number }>(other, 'POST', '/admin/categories', { name: `Hills ${word}` });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { id, version } = added.body;
  await page.getByRole('link', { name: `Hills ${word}` }).waitFor();
  const match = { 'if-match': `"${version}"` };
  expect((await apiRequest(other, 'PATCH', `/admin/categories/${id}`, { name: `Dales ${word}` }, match)).status).toBe(200);
  await page.getByRole('link', { name: `Dales ${word}` }).focus();
  expect((await apiRequest(other, 'DELETE', `/admin/categories/${id}`, undefined, { 'if-match': `"${version + 1}"` })).status).toBe(204);
  const removed = page.getByRole('listitem').filter({ hasText: 'This category was deleted' });
  await removed.waitFor();
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
});

import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForHydration, waitForIdle } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, PASSWORD, signIn, signInAs, submitLogin, toast } from '../users.ts';
import { addDraft, field, openTale, save, uniqueTitle } from './tale-form-steps.ts';

/** Lists that show what others change, and the open devices of a reader. */

const row = (page: Page, title: string) => page.locator('.list-panel').getByRole('row').filter({ hasText: title });

/** Where the page is, and what has the focus with which selection. */
const view = (page: Page) =>
  page.evaluate(() => {
    const input = document.activeElement as HTMLInputElement;
    const top = (text: string) =>
      [...document.querySelectorAll('.list-panel tr')].find((each) => each.textContent?.includes(text))?.getBoundingClientRect().top;
    return {
      ...{ scroll: document.querySelector('.list-scroll')?.scrollTop, page: window.scrollY, row: top('Tale 20') },
      focus: [input.getAttribute('aria-label'), input.value, input.selectionStart, input.selectionEnd],
      menu: document.querySelector('details[open], .menu-open, [popover]:popover-open')?.textContent,
    };
  });

journey('the list of tales shows what another editor does, and nothing moves under the reader', async ({ open }) => {
  const word = `w${crypto.randomUUID().slice(0, 8)}`;
  const ids = await runSql<{ id: string; title: string }>(
    inject('databaseUrl'),
    `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, status, language, source, rights, words, age_band, origin, created_at)
     select $1 || n, 'Tale ' || n || ' ' || $1, author, author_id, category_id, excerpt, content, content_text, 'draft', language, source, rights, words,
       age_band, origin, now() - n * interval '1 minute'
     from tales, generate_series(10, 39) n where slug = 'rapunzel' returning id, title`,
    [word],
  );
  const id = (title: string) => ids.find((tale) => tale.title.startsWith(title))?.id ?? '';
  const page = await open();
  await signIn(page, { role: 'editor', name: 'Gerda' });
  await visit(page, `/manage-tales?q=${word}`);
  await page.getByText('30 tales', { exact: true }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search tales to manage' });
  await search.focus();
  await search.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 5));
  await page.evaluate(() => document.querySelector('.list-scroll')?.scrollTo({ top: 400 }));
  const before = await view(page);
  expect(before.scroll).toBe(400);

  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, `/manage-tales?tale=${id('Tale 20')}&mode=edit`);
  await row(page, 'Tale 20').getByText('Kay is editing').waitFor();
  const change = { action: 'publish', ids: [id('Tale 21')] };
  expect((await apiRequest(other, 'POST', '/admin/tales/bulk', change)).status).toBe(200);
  await expect.poll(() => row(page, 'Tale 21').getByText('Published').count()).toBe(1);
  // Unpublished by another program, and two new tales above all others.
  await runSql(inject('databaseUrl'), "update tales set status = 'draft' where id = $1", [id('Tale 21')]);
  await expect.poll(() => row(page, 'Tale 21').getByText('Draft').count()).toBe(1);
  for (let copy = 0; copy < 2; copy += 1)
    expect((await apiRequest(other, 'POST', `/admin/tales/${id('Tale 10')}/duplicate`)).status).toBe(201);
  const button = page.getByRole('button', { name: 'Show 2 new tales' });
  await button.waitFor();
  expect(await view(page)).toEqual(before);
  expect((await apiRequest(other, 'DELETE', `/admin/tales/${id('Tale 19')}`)).status).toBe(204);
  const removed = row(page, 'This tale was deleted or no longer matches the filters');
  await removed.waitFor();
  await page.getByText('29 tales, 2 new, 1 removed', { exact: true }).waitFor();
  expect(await view(page)).toEqual(before);
  expect(await removed.getByRole('button').count()).toBe(0);
  await row(page, 'Tale 18').locator('.row-open').focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Tale 20');

  await button.click();
  await page.getByText('31 tales', { exact: true }).waitFor();
  expect(await removed.count()).toBe(0);
  expect(await button.count()).toBe(0);
  await visit(other, '/manage-tales');
  await row(page, 'Tale 20').getByText('Kay is editing').waitFor({ state: 'detached' });
});

journey('a live list that finds the session ended leaves an open form as it is, to be saved after the next login', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const editor = await signIn(page, { role: 'editor' });
  const slug = await addDraft();
  const listed = uniqueTitle('A tale of somebody else');
  const other = await addDraft();
  const rename = (title: string) => runSql(inject('databaseUrl'), 'update tales set title = $1 where slug = $2', [title, other]);
  await rename(listed);
  // Only this row, as tales of other journeys could move it to the next page.
  await openTale(page, slug, listed);
  await row(page, listed).waitFor();
  await field(page, 'Title').fill('Typed before the session ended');
  const phone = await open({ viewport: PHONE });
  await signInAs(phone, editor);
  await visit(phone, '/');
  expect((await apiRequest(phone, 'DELETE', '/account/sessions')).status).toBe(204);

  // The connection stays until its next check: the list hears of the change, and its request is refused.
  await rename(`${listed} again`);
  const notice = page.getByRole('alert').filter({ hasText: 'You have been logged out. Your changes are still here.' });
  await notice.waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await waitForIdle(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/manage-tales');
  expect(await field(page, 'Title').inputValue()).toBe('Typed before the session ended');
  await expectAccessibleAtBothWidths(page);

  const [tab] = await Promise.all([page.waitForEvent('popup'), notice.getByRole('link', { name: 'Log in in another tab' }).click()]);
  await tab.waitForURL('**/login');
  await waitForHydration(tab);
  await submitLogin(tab, editor.email, PASSWORD);
  await notice.waitFor({ state: 'detached' });
  await tab.close();
  await row(page, `${listed} again`).waitFor();
  await rename(`${listed} at last`);
  await row(page, `${listed} at last`).waitFor();
  await save(page);
  await toast(page, 'Tale updated', '').waitFor();
});

journey('new messages wait at the top of the inbox on a phone, and the open one stays', async ({ open }) => {
  const add = (text: string) =>
    runSql<{ id: string }>(inject('databaseUrl'), "insert into contact_messages (topic, text) values ('question', $1) returning id", [
      text,
    ]);
  const text = `The mill is shut ${crypto.randomUUID()}`;
  await add(text);
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-inbox');
  const message = page.getByRole('link').filter({ hasText: text });
  await message.waitFor();
  const top = (await message.boundingBox())?.y;
  await add(`And the river is high ${text}`);
  const button = page.getByRole('button', { name: 'Show 1 new message' });
  await button.waitFor();
  expect((await message.boundingBox())?.y).toBe(top);
  await button.press('Enter');
  await page.getByRole('link').filter({ hasText: 'And the river is high' }).first().waitFor();
});

journey('a message that another administrator deletes keeps its place and the focus on a phone', async ({ open }) => {
  const word = crypto.randomUUID();
  const add = (text: string) =>
    runSql<{ id: string }>(inject('databaseUrl'), "insert into contact_messages (topic, text) values ('question', $1) returning id", [
      `${text} ${word}`,
    ]);
  await add('Second');
  const [first] = await add('First');
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-inbox');
  const message = (text: string) => page.getByRole('link').filter({ hasText: `${text} ${word}` });
  await message('First').focus();
  const before = [await page.locator('li', { hasText: `First ${word}` }).boundingBox(), await message('Second').boundingBox()];

  const other = await open();
  await signIn(other, { role: 'admin', name: 'Kay' });
  await visit(other, '/');
  expect((await apiRequest(other, 'DELETE', `/admin/messages/${first?.id}`)).status).toBe(204);
  const removed = page.getByRole('listitem').filter({ hasText: 'This message was deleted' });
  await removed.waitFor();
  expect([await removed.boundingBox(), await message('Second').boundingBox()]).toEqual(before);
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
  expect(await removed.getByRole('link').count()).toBe(0);
  await page.getByRole('status').filter({ hasText: '1 removed' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  expect(await message('Second').evaluate((link) => link === document.activeElement)).toBe(true);
  await page.getByLabel('Status').selectOption('new');
  await message('Second').waitFor();
  await removed.waitFor({ state: 'detached' });
});

journey('an import that another editor begins waits above the earlier imports, and moves nothing', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'editor' });
  await visit(page, '/manage-import');
  const earlier = page.getByRole('heading', { name: 'Previous imports' });
  await page.getByText('No imports yet.').or(page.getByRole('table')).waitFor();
  const top = (await earlier.boundingBox())?.y;
  const boxes = await page
    .locator('.imports .panel')
    .evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect().toJSON()));
  expect(boxes[1].top, 'the panels are apart').toBeGreaterThan(boxes[0].bottom + 10);
  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  const started = await apiRequest(other, 'POST', '/admin/imports', {});
  const button = page.getByRole('button', { name: 'Show 1 new unfinished import' });
  await button.waitFor();
  expect((await earlier.boundingBox())?.y).toBe(top);
  await button.press('Enter');
  await page.getByRole('link', { name: 'Continue empty import' }).getByText('Kay').waitFor();
  const shown = (await earlier.boundingBox())?.y;
  const { id } = started.body as { id: string };
  expect((await apiRequest(other, 'DELETE', `/admin/imports/${id}`)).status).toBe(204);
  await page.getByText('This import is finished or was discarded').waitFor();
  expect(await page.getByRole('link', { name: 'Continue empty import' }).getByText('Kay').count()).toBe(0);
  expect((await earlier.boundingBox())?.y).toBe(shown);
});

journey('a favourite added on one device is shown on another at once, and removed again', async ({ open }) => {
  const [page, phone] = [await open(), await open({ viewport: PHONE })];
  const user = await signIn(page);
  await signInAs(phone, user);
  // Other journeys publish tales, which would be the first of one device only.
  const heart = (device: Page) => device.getByRole('button', { name: 'Add to favorites: Rapunzel', exact: true });
  for (const device of [page, phone]) {
    const joined = device.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
    await visit(device, '/tales?q=rapunzel');
    await joined;
  }
  for (const pressed of ['true', 'false']) {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/bookshelf')) requests += 1;
    });
    await heart(page).click();
    await expect.poll(() => heart(phone).getAttribute('aria-pressed')).toBe(pressed);
    // Its own change is not fetched again.
    await page.waitForTimeout(300);
    expect(requests).toBe(1);
    page.removeAllListeners('request');
  }
});

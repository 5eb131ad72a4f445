import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForIdle } from '../journey.ts';
import { listEmails, waitForEmailLink } from '../mailbox.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, createUser, signInAs, toast } from '../users.ts';

/** From the first word of a contributor to the published tale. */

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const saved = (page: Page) => page.getByText('All changes saved.').waitFor();

journey('a contributor submits a tale, an editor asks for changes, and then publishes it', async ({ open }) => {
  const author = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
  const gerda = await createUser({ role: 'contributor', name: 'Gerda' });
  await signInAs(author, gerda);
  await visit(author, '/');
  await author.getByLabel('Menu', { exact: true }).first().click();
  await author.getByRole('link', { name: 'My submissions' }).click();
  await author.getByRole('button', { name: 'Write a tale' }).click();
  await author.getByLabel('Title').fill('The wolf who knocked');
  await author.getByLabel('Excerpt').fill('x'.repeat(301));
  await editorOf(author).click();
  await author.keyboard.type('A wolf stood before a door.');
  await author.keyboard.press('Enter');
  await author.keyboard.type('Nobody came.');
  await saved(author);
  await author.getByRole('button', { name: 'Submit for review' }).click();
  await author.getByRole('listitem').getByText('Excerpt must be less than 300 characters').waitFor();
  await author.getByLabel('Excerpt').fill('A wolf learns to knock.');
  await author.getByLabel('Rights').fill('CC BY 4.0');
  await author.getByLabel('Source').fill('My own');
  await expectAccessibleAtBothWidths(author);
  await author.getByRole('button', { name: 'Submit for review' }).click();
  await toast(author, 'Tale submitted', 'An editor will review it').waitFor();
  await author.getByText('An editor will review it and you will get an email.').waitFor();
  await waitForEmailLink(gerda.email, /has received your tale/);

  const editor = await open({ expected: [STATUS_IN_CONSOLE] });
  await signInAs(editor, await createUser({ role: 'editor', name: 'The Robber' }));
  await visit(editor, '/manage-submissions');
  await editor.getByRole('link', { name: 'The wolf who knocked' }).click();
  await editor.getByText('No tale has a similar title or text.').waitFor();
  // Selects a passage, and comments on it.
  await editor.getByText('Nobody came.').click({ clickCount: 3 });
  await editor.getByRole('button', { name: 'Comment', exact: true }).click();
  expect(await editor.getByLabel('Passage').inputValue()).toBe('Nobody came.');
  await editor.getByLabel('Comment', { exact: true }).fill('Somebody should.');
  await editor.getByRole('button', { name: 'Add comment' }).click();
  await editor.locator('mark', { hasText: 'Nobody came.' }).waitFor();
  await waitForIdle(editor);
  await expectAccessibleAtBothWidths(editor);
  await editor.getByLabel('Note to the author').fill('Nearly there.');
  await editor.getByRole('button', { name: 'Request changes' }).click();
  await toast(editor, 'Changes requested', 'The author gets an email.').waitFor();

  const link = await waitForEmailLink(gerda.email, /asked for changes/);
  await visit(author, link);
  await author.getByText('Nearly there.').waitFor();
  await author.locator('.review-comments').getByText('Somebody should.').waitFor();
  await author.getByLabel('Done').check();
  await expectAccessibleAtBothWidths(author);
  await editorOf(author).click();
  await author.keyboard.press('Control+End');
  await author.keyboard.type(' Then everybody came.');
  // What was not saved yet survives a reload.
  await author.reload();
  await editorOf(author).getByText('Then everybody came.').waitFor();
  await author.getByRole('button', { name: 'Submit for review' }).click();
  await toast(author, 'Tale submitted', 'An editor will review it').waitFor();

  await visit(editor, '/manage-submissions');
  await editor.getByRole('link', { name: 'The wolf who knocked' }).click();
  await editor.getByText('Then everybody came.').waitFor();
  await editor.getByLabel('Category').selectOption('animals');
  await editor.getByRole('button', { name: 'Accept and publish' }).click();
  await toast(editor, 'Tale published', 'The author gets an email.').waitFor();

  const tale = await waitForEmailLink(gerda.email, /was accepted/);
  await visit(author, tale);
  await author.getByRole('heading', { name: 'The wolf who knocked', level: 1 }).waitFor();
  await author.getByText('Then everybody came.').waitFor();
  expect(await listEmails(gerda.email)).toHaveLength(4);
});

journey('a second tab does not overwrite the first one, and a translator begins with a published tale', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signInAs(page, await createUser({ role: 'translator', name: 'Bae' }));
  await visit(page, '/submissions');
  await page.getByLabel('Translate a tale').fill('Rapunzel');
  await page
    .getByRole('option', { name: /^Rapunzel/ })
    .first()
    .click();
  await page.getByText('Translation of').first().waitFor();
  await page.waitForURL(/id=/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await page.getByRole('textbox', { name: 'Language' }).fill('de');
  await saved(page);
  const { body } = await apiRequest<{ version: number }>(page, 'GET', `/account/submissions/${id}`);
  await apiRequest(page, 'PATCH', `/account/submissions/${id}`, { title: 'Other tab' }, { 'if-match': `"${body.version}"` });
  await page.getByLabel('Title').fill('This tab');
  await page.getByText('Changed in another tab or on another device').waitFor();
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await saved(page);
  expect((await apiRequest<{ fields: object }>(page, 'GET', `/account/submissions/${id}`)).body.fields).toMatchObject({
    title: 'This tab',
    language: 'de',
  });
});

journey('what another editor comments and decides is told at once, and neither the page nor what is typed moves', async ({ open }) => {
  const author = await open();
  await signInAs(author, await createUser({ role: 'contributor', name: 'Gerda' }));
  await visit(author, '/');
  type Record = { id: string; version: number };
  const { body: draft } = await apiRequest<Record>(author, 'POST', '/account/submissions', {});
  const own = `/account/submissions/${draft.id}`;
  const content = '<p>A stork sat on the roof.</p><p>It told of the south.</p>';
  const fields = { title: 'The stork who told', excerpt: 'A stork tells.', content, rights: 'CC BY 4.0', source: 'My own' };
  const { body: filled } = await apiRequest<Record>(author, 'PATCH', own, fields, { 'if-match': `"${draft.version}"` });
  expect((await apiRequest(author, 'POST', `${own}/submit`, undefined, { 'if-match': `"${filled.version}"` })).status).toBe(200);

  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signInAs(page, await createUser({ role: 'editor', name: 'The Robber' }));
  await visit(page, `/manage-submissions?id=${draft.id}`);
  await page.getByText('No tale has a similar title or text.').waitFor();
  const note = page.getByRole('textbox', { name: 'Note to the author' });
  await note.fill('Nearly');
  const view = async () => [await page.evaluate(() => window.scrollY), (await page.getByText('It told of the south.').boundingBox())?.y];
  await waitForIdle(page);
  const before = await view();

  const other = await open();
  await signInAs(other, await createUser({ role: 'editor', name: 'Kay' }));
  await visit(other, '/');
  const path = `/admin/submissions/${draft.id}`;
  const comment = { quote: 'A stork sat on the roof.', prefix: '', suffix: '', text: 'Which roof?' };
  expect((await apiRequest(other, 'POST', `${path}/comments`, comment)).status).toBe(201);
  const news = page.getByRole('status').filter({ hasText: 'Kay commented: “Which roof?”' });
  await news.waitFor();
  expect(await view()).toEqual(before);
  await page.keyboard.type(' there.');
  await expectAccessibleAtBothWidths(page);
  // Not decided without having seen the comment.
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByText('Somebody else commented on it or decided about it. What they did is shown now.').waitFor();
  await page.locator('.review-comments').getByText('Which roof?').waitFor();
  await news.waitFor({ state: 'detached' });

  await page.getByLabel('Comment', { exact: true }).fill('Half a thought');
  const now = await view();
  const { body: seen } = await apiRequest<Record>(other, 'GET', path);
  const declined = await apiRequest(other, 'POST', `${path}/decline`, { reason: 'We have one.' }, { 'if-match': `"${seen.version}"` });
  expect(declined.status).toBe(200);
  await page.getByText('Kay declined this tale. “We have one.”').waitFor();
  await page.locator('.desk-detail .panel-head').getByText('Declined').waitFor();
  expect(await view()).toEqual(now);
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await page.getByText('Note by Kay').waitFor();
  expect(await page.getByRole('heading', { level: 2, name: 'The stork who told' }).evaluate((h2) => h2 === document.activeElement)).toBe(
    true,
  );
  expect([await note.inputValue(), await page.getByLabel('Comment', { exact: true }).inputValue()]).toEqual([
    'Nearly there.',
    'Half a thought',
  ]);
  expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(0);
  await expectAccessibleAtBothWidths(page);
  for (const label of ['Comment', 'Note to the author'])
    await page
      .getByRole('region', { name: `${label}, not sent` })
      .getByRole('button', { name: 'Discard' })
      .click();
  await note.waitFor({ state: 'detached' });
});

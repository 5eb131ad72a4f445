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

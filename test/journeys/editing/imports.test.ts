import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { type DESKTOP, journey, PHONE, visit, waitForPage } from '../journey.ts';
import { signIn } from '../users.ts';

/** Imports and undoing them. Each journey has its own tales, found by a unique word in their titles. */

const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const talesOf = (word: string) =>
  runSql<{ title: string; status: string }>(inject('databaseUrl'), 'select title, status from tales where title like $1 order by title', [
    `%${word}`,
  ]);

function textFile(name: string, text: string) {
  return { name, mimeType: '', buffer: Buffer.from(text) };
}

/** Returns a tale with random words, since near-duplicates are skipped. Without `rights` and source the tale gets a warning. */
function markdown(title: string, rights = 'rights: Public domain\nsource: Told at the mill\n'): string {
  const words = Array.from({ length: 60 }, () => crypto.randomUUID().replace(/[^a-f]/g, ''));
  return `---\ntitle: ${title}\nauthor: The Miller\nlanguage: en\n${rights}---\n\nOnce there was a ${title}. ${words.join(' ')}.\n`;
}

/** Opens the file dialog by keyboard and chooses files. */
async function chooseFiles(page: Page, files: ReturnType<typeof textFile>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).press('Enter');
  await (await chooser).setFiles(files);
}

/** Waits until the heading of a step has the focus. */
async function waitForStep(page: Page, name: string): Promise<void> {
  await heading(page, name).waitFor();
  await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
}

/** Checks accessibility, and overflow at the smallest viewport. */
async function expectAccessibleAndFit(page: Page, size: typeof DESKTOP): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    'horizontal overflow',
  ).toBe(0);
  await page.setViewportSize(size);
}

journey('two files are uploaded, previewed, imported and undone by keyboard', async ({ open }) => {
  const word = uniqueWord();
  const page = await open({ viewport: PHONE, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await signIn(page, { role: 'admin', name: 'The Snow Queen' });
  await visit(page, '/manage-import');
  await waitForPage(page, '**/manage-import', 'Import');
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Import' }).waitFor();
  await page.getByText('No imports yet.').or(page.getByRole('table')).waitFor();

  await page.context().setOffline(true);
  await chooseFiles(page, [
    textFile(`goose-${word}.md`, markdown(`Goose ${word}`)),
    textFile(`lamp-${word}.md`, markdown(`Lamp ${word}`, '')),
    textFile('report.pdf', '%PDF'),
  ]);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('goose').getByText('Could not reach the server.').waitFor();
  await row('report.pdf').getByText('Unsupported file type.').waitFor();
  await page.context().setOffline(false);
  const files = page.getByRole('list', { name: 'Files of this import' });
  await files.getByText(`lamp-${word}.md`).waitFor();
  await files.getByText(`goose-${word}.md`).waitFor();
  await page.waitForURL(/\?id=/);
  await page.getByRole('button', { name: 'Dismiss report.pdf' }).press('Enter');
  await expectAccessibleAndFit(page, PHONE);

  await page.getByRole('radio', { name: 'Publish tales without warnings' }).press(' ');
  await page.getByRole('button', { name: 'Preview import' }).press('Enter');
  await waitForStep(page, 'Review');
  await page.getByText('2 tales in 2 books.').waitFor();
  await page.getByRole('button', { name: `Lamp ${word}` }).press('Enter');
  await page.getByText('New, draft').waitFor();
  await page.getByRole('button', { name: `Read Lamp ${word}` }).press('Enter');
  await page.getByText(`Once there was a Lamp ${word}.`).waitFor();
  const lamp = page.getByRole('checkbox', { name: `Import Lamp ${word}` });
  await lamp.press(' ');
  await page.getByText('Will be imported: 1 tale, 1 published.').waitFor();
  await lamp.press(' ');
  await page.getByText('Rights information is missing').first().waitFor();
  expect(await talesOf(word), 'the preview writes nothing').toEqual([]);
  await page.getByText('Will be imported: 2 tales, 1 published, 1 as a draft.').waitFor();
  await expectAccessibleAndFit(page, PHONE);

  await page.getByRole('button', { name: 'Import 2 tales' }).press('Enter');
  await waitForStep(page, 'Imported');
  await page.getByText('2 tales imported: 1 published, 1 as a draft.').waitFor();
  expect(await talesOf(word)).toEqual([
    { title: `Goose ${word}`, status: 'published' },
    { title: `Lamp ${word}`, status: 'draft' },
  ]);
  await expectAccessibleAndFit(page, PHONE);

  await page.getByRole('link', { name: 'All imports' }).press('Enter');
  const importRow = page.getByRole('row').filter({ hasText: word });
  await importRow.getByText('Done', { exact: true }).waitFor();
  const number = /Import \d+/.exec(await importRow.innerText())?.[0] ?? '';
  await expectAccessibleAndFit(page, PHONE);
  await importRow.getByRole('button', { name: /^Undo import of/ }).press('Enter');
  // The dialog opens in an effect; a Tab before that would focus the next row.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const undone = page.getByRole('row').filter({ hasText: new RegExp(`${number}(?!\\d)`) });
  await undone.getByText('2 tales were removed.').waitFor();
  expect(await talesOf(word)).toEqual([]);
});

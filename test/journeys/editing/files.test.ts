import { expect } from 'vitest';
import { wav } from '../../file-library.ts';
import { pdf } from '../../pdfs.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, visit, waitForPage } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { signIn } from '../users.ts';

journey('an editor uploads a large file across an interruption and a reload, and shares a private one', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE, /ERR_FAILED|net::ERR/] });
  await signIn(page, { role: 'editor', name: 'Marian Holt' });
  await visit(page, '/manage-files');
  await waitForPage(page, '**/manage-files', 'Files');
  const name = `Worksheets ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'New folder' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create folder' }).press('Enter');
  await page.getByRole('link', { name }).click();
  await page.getByText('This folder is empty.').waitFor();

  // The second part fails, and the page is reloaded before it is retried.
  const large = { name: 'Reading.wav', mimeType: 'audio/wav', buffer: wav(9_000_000) };
  const choose = async (file: typeof large) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).press('Enter');
    await (await chooser).setFiles(file);
  };
  let parts = 0;
  await page.route('**/api/v1/admin/file-uploads/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    parts += 1;
    return parts > 1 ? route.abort() : route.continue();
  });
  await choose(large);
  await page.getByRole('button', { name: 'Pause Reading.wav' }).click();
  await page.getByText(/^Paused at \d+ %$/).waitFor();
  await page.getByRole('button', { name: 'Continue Reading.wav' }).waitFor();
  await page.unroute('**/api/v1/admin/file-uploads/*');
  await page.reload();
  await page.getByText(/% uploaded. Choose the file again to continue.$/).waitFor();
  const continued = page.waitForRequest((request) => request.method() === 'PATCH');
  await choose(large);
  await continued;
  await page.getByRole('link', { name: 'Reading.wav' }).waitFor();

  await choose({ name: 'Mill.pdf', mimeType: 'application/pdf', buffer: pdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }) });
  await page
    .getByText(/This PDF contains scripts/)
    .first()
    .waitFor();
  await choose({ name: 'Mill.pdf', mimeType: 'application/pdf', buffer: pdf({ pages: 2 }) });
  const file = page.getByRole('link', { name: 'Mill.pdf' });
  await file.waitFor();
  const address = (await file.getAttribute('href')) ?? '';
  await page.getByLabel('Actions for Mill.pdf').press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace file' }).press('Enter');
  await (await chooser).setFiles({ name: 'Mill 2.pdf', mimeType: 'application/pdf', buffer: pdf({ pages: 3 }) });
  await page.getByText('Replaced Mill.pdf').first().waitFor();
  await page.getByText('3 pages').first().waitFor();
  await page.getByLabel('Actions for Mill.pdf').press('Enter');
  await page.getByRole('button', { name: 'Temporary links' }).press('Enter');
  await page.getByRole('button', { name: 'Create link' }).press('Enter');
  const url = await page.locator('.key-secret').innerText();
  await expectAccessible(page);

  const visitor = await open({ expected: [STATUS_IN_CONSOLE] });
  await visit(visitor, '/');
  const statusOf = (target: string) => visitor.evaluate(async (each) => (await fetch(each)).status, target);
  expect([await statusOf(address), await statusOf(new URL(url).pathname + new URL(url).search)]).toEqual([404, 200]);
  await page.getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText(/^Revoked /).waitFor();
  expect(await statusOf(new URL(url).pathname + new URL(url).search)).toBe(404);
  await page.getByLabel('Actions for Mill.pdf').press('Enter');
  await page.getByRole('button', { name: 'Delete file' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).press('Enter');
  await file.waitFor({ state: 'detached' });
});

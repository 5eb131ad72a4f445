import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wav } from '../../file-library.ts';
import { pdf } from '../../pdfs.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, visit, waitForPage } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn } from '../users.ts';

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
  const create = dialog.getByRole('button', { name: 'Create folder' });
  expect(await create.getAttribute('class')).toBe('btn btn-solid');
  await create.press('Enter');
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
  const remove = dialog.getByRole('button', { name: 'Delete file' });
  expect(await remove.getAttribute('class')).toBe('btn btn-danger');
  await remove.press('Enter');
  await file.waitFor({ state: 'detached' });
});

type Entry = { id: string; name: string; version: number };

/** Uploads a text file to a folder from the open page, in one request. */
async function upload(page: Page, folder: string, name: string, text: string, replaces?: Entry): Promise<void> {
  const status = await page.evaluate(
    async ([folderId, file, content, replaced]) => {
      const encode = (value: string) => btoa(String.fromCharCode(...new TextEncoder().encode(value)));
      const about = { filename: file, folder: folderId, ...(replaced && { replaces: replaced.id, version: String(replaced.version) }) };
      const metadata = Object.entries(about).map(([key, value]) => `${key} ${encode(value)}`);
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(content.length), 'upload-metadata': metadata.join() };
      const response = await fetch('/api/v1/admin/file-uploads', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
        body: content,
      });
      return response.status;
    },
    [folder, name, text, replaces] as const,
  );
  expect(status).toBe(201);
}

journey('a folder shows what is uploaded, replaced, moved and deleted elsewhere, and nothing moves', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'editor' });
  const other = await open();
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/');
  const word = crypto.randomUUID().slice(0, 8);
  const addFolder = async (name: string, parent: string | null = null) =>
    (await apiRequest<Entry>(other, 'POST', '/admin/folders', { name: `${name} ${word}`, access: 'private', parent_id: parent })).body;
  const [folder, archive] = [await addFolder('Mill'), await addFolder('Old')];
  for (const name of ['b.txt', 'c.txt', 'd.txt']) await upload(other, folder.id, name, 'Once upon a time.');
  const fileOf = async (name: string) => {
    const { body } = await apiRequest<{ files: Entry[] }>(other, 'GET', `/admin/files?folder=${folder.id}`);
    return body.files.find((file) => file.name === name) as Entry;
  };
  const change = async (file: Entry, fields: object) => {
    const answer = await apiRequest(other, 'PATCH', `/admin/files/${file.id}`, fields, { 'if-match': `"${file.version}"` });
    expect(answer.status).toBe(200);
  };

  await visit(page, `/manage-files?folder=${folder.id}`);
  const file = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const places = async () => [(await file('c.txt').boundingBox())?.y, (await file('d.txt').boundingBox())?.y];
  await file('b.txt').getByRole('link').focus();
  const before = await places();
  await upload(other, folder.id, 'a.txt', 'Long ago.');
  const button = page.getByRole('button', { name: 'Show 1 new entry' });
  await button.waitFor();
  await upload(other, folder.id, 'd.txt', 'x'.repeat(300_000), await fileOf('d.txt'));
  await file('d.txt').getByText('300 KB').waitFor();
  await upload(other, folder.id, 'e.txt', 'At the end.');
  await file('e.txt').waitFor();
  await change(await fileOf('e.txt'), { name: 'f.txt' });
  await file('f.txt').waitFor();
  await change(await fileOf('b.txt'), { folder_id: archive.id });
  const removed = page.getByRole('row').filter({ hasText: 'Moved or deleted' });
  await removed.waitFor();
  expect(await places()).toEqual(before);
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
  await page.getByRole('status').filter({ hasText: '3 entries, 1 new, 1 removed' }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await button.press('Enter');
  await file('a.txt').waitFor();
  expect(await removed.count()).toBe(0);

  // The folder itself is renamed, emptied and deleted.
  await apiRequest(other, 'PATCH', `/admin/folders/${folder.id}`, { name: `Pond ${word}` }, { 'if-match': `"${folder.version}"` });
  await page.getByRole('navigation', { name: 'Folder' }).getByText(`Pond ${word}`).waitFor();
  const { body } = await apiRequest<{ files: Entry[] }>(other, 'GET', `/admin/files?folder=${folder.id}`);
  for (const each of body.files)
    await apiRequest(other, 'DELETE', `/admin/files/${each.id}`, undefined, { 'if-match': `"${each.version}"` });
  await page.getByRole('status').filter({ hasText: '0 entries, 4 removed' }).waitFor();
  const deleted = await apiRequest(other, 'DELETE', `/admin/folders/${folder.id}`, undefined, { 'if-match': `"${folder.version + 1}"` });
  expect(deleted.status).toBe(204);
  await page.getByRole('status').filter({ hasText: 'This folder was deleted.' }).waitFor();
  await expectAccessibleAtBothWidths(page);
});

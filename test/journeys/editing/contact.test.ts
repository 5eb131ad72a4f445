import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit, waitForPage } from '../journey.ts';
import { listEmails } from '../mailbox.ts';
import { signIn, toast, uniqueEmail } from '../users.ts';

/** Contact messages, from the form to the answer; static pages, edited and restored. */

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

journey('a message about a tale survives errors and is answered from the inbox by keyboard alone', async ({ open }) => {
  const email = uniqueEmail();
  const question = `Is the frog a prince? ${crypto.randomUUID()}`;
  const page = await open({ viewport: PHONE, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await visit(page, '/tale/the-frog-king');
  await page.getByRole('link', { name: 'Report a problem' }).press('Enter');
  await waitForPage(page, '**/contact?tale=the-frog-king', 'Contact');
  await page.getByLabel('About: The Frog King').waitFor();
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('mistake');
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByText('Please write your message.').first().waitFor();
  await expectAccessibleAndFit(page, PHONE);

  await page.getByLabel('Your message').fill(question);
  await page.getByLabel('Your email').fill(email);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await page.getByText('Could not reach the server.').first().waitFor();
  expect(await page.getByLabel('Your message').inputValue()).toBe(question);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send' }).press('Enter');
  await waitForPage(page, '**/contact/sent', 'Message sent');
  await page.getByText('Thank you. We read every message.').waitFor();

  const desktop = await open({ viewport: DESKTOP });
  await signIn(desktop, { role: 'admin', name: 'The Snow Queen' });
  await visit(desktop, '/manage-inbox?topic=mistake');
  await desktop.getByRole('link', { name: question }).press('Enter');
  await desktop.getByRole('link', { name: 'The Frog King', exact: true }).waitFor();
  await desktop
    .getByRole('navigation', { name: 'Manage' })
    .getByRole('link', { name: /^Messages \d+ new$/ })
    .waitFor();
  await expectAccessibleAndFit(desktop, DESKTOP);
  await desktop.getByLabel('Your answer').fill('He was one all along.');
  await desktop.reload();
  expect(await desktop.getByLabel('Your answer').inputValue()).toBe('He was one all along.');
  await desktop.getByRole('button', { name: 'Send answer' }).press('Enter');
  await toast(desktop, 'Answer sent', email).waitFor();
  await desktop.getByRole('region', { name: 'Answer' }).getByText('He was one all along.').waitFor();
  await expect
    .poll(async () => (await listEmails(email)).map(({ text }) => [text.includes('all along'), text.includes('Is the frog')]))
    .toEqual([[true, true]]);
  await desktop.getByRole('button', { name: 'Delete...' }).press('Enter');
  await desktop.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await waitForPage(desktop, '**/manage-inbox?topic=mistake', 'Messages');
  await expect.poll(() => desktop.getByRole('link', { name: question }).count()).toBe(0);
});

journey('a static page is edited, previewed, merged with a concurrent change, and restored from the history', async ({ open }) => {
  const word = `word-${crypto.randomUUID().slice(0, 8)}`;
  const page = await open({ viewport: DESKTOP, expected: [/status of 412/] });
  await signIn(page, { role: 'admin', name: 'The Snow Queen' });
  await visit(page, '/manage-pages');
  await page
    .locator('.desk-rows')
    .getByRole('link', { name: /^Takedown/ })
    .press('Enter');
  const text = page.getByLabel('Text', { exact: false }).and(page.locator('textarea'));
  const before = await text.inputValue();
  await text.fill(`Write **${word}** to us.`);
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: word }).waitFor();
  await expectAccessibleAndFit(page, DESKTOP);
  const concurrentStatus = await page.evaluate(async () => {
    const headers = {
      'content-type': 'application/json',
      'if-match': (await fetch('/api/v1/admin/pages/takedown')).headers.get('etag') ?? '',
    };
    return (await fetch('/api/v1/admin/pages/takedown', { method: 'PATCH', headers, body: '{"title":"Taking down"}' })).status;
  });
  expect(concurrentStatus).toBe(200);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Someone else changed this while you were editing').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Taking down');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await toast(page, 'Page updated', '').waitFor();

  const reader = await open({ viewport: PHONE });
  await expect
    .poll(async () => {
      await visit(reader, '/takedown');
      return reader.locator('main').innerText();
    })
    .toContain(`Write ${word} to us.`);
  await page.getByRole('button', { name: 'Version history' }).press('Enter');
  await page.getByRole('button', { name: 'Compare the default text' }).press('Enter');
  await page.locator('ins', { hasText: word }).waitFor();
  await expectAccessibleAndFit(page, DESKTOP);
  await page.getByRole('button', { name: 'Restore version 0' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).press('Enter');
  await toast(page, 'Version restored', '').waitFor();
  await page.getByRole('button', { name: 'Write' }).press('Enter');
  expect(await text.inputValue()).toBe(before);
  await expect
    .poll(async () => {
      await visit(reader, '/takedown');
      return reader.locator('main').innerText();
    })
    .toContain('How to ask');
});

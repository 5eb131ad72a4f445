import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** Version history, preview links and scheduled publishing. */

type Tale = { id: string; slug: string; title: string };

const FORM = {
  author: 'The Miller',
  category: 'dark',
  excerpt: 'A wheel that turns by night.',
  source: 'Told at the mill',
  rights: 'Public domain',
};
const FIRST = '<h2>At night</h2><p>The wheel turned by itself, and nobody had set it going.</p><p>In the morning there was flour.</p>';

/** Logs in an editor and creates a draft with a unique title. */
async function createDraft(page: Page, changes: object[] = []): Promise<Tale> {
  await signIn(page, { role: 'admin', name: 'Marian Holt' });
  await visit(page, '/');
  const title = `The Night Mill ${crypto.randomUUID().slice(0, 8)}`;
  const { body } = await apiRequest<{ tale: Tale }>(page, 'POST', '/admin/tales', { ...FORM, title, content: FIRST });
  for (const [index, fields] of changes.entries()) {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': `"${index + 1}"` },
      body: JSON.stringify(fields),
    };
    const status = await page.evaluate(async ([id, sent]) => (await fetch(`/api/v1/admin/tales/${id}`, sent)).status, [
      body.tale.id,
      init,
    ] as const);
    expect(status).toBe(200);
  }
  return body.tale;
}

async function openPart(page: Page, tale: Tale, part: 'Version history' | 'Preview links'): Promise<void> {
  await visit(page, `/manage-tales?tale=${tale.id}`);
  await page.locator('summary', { hasText: part }).click();
}

const CHANGED = FIRST.replace('by itself', 'against the stream').replace('</h2>', '</h2><p>It was the night of the new moon.</p>');

async function openVersions(page: Page): Promise<Tale> {
  const tale = await createDraft(page, [{ content: CHANGED }, { excerpt: 'Another excerpt.' }]);
  await openPart(page, tale, 'Version history');
  await page.getByRole('button', { name: /^Compare version 1,/ }).waitFor();
  return tale;
}

async function compareFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compare version 1,/ }).click();
  await page.locator('.changes').getByText('It was the night of the new moon.').waitFor();
}

async function createLink(page: Page, tale: Tale): Promise<string> {
  await openPart(page, tale, 'Preview links');
  await page.getByText('No preview links.').waitFor();
  await page.getByRole('button', { name: 'Create preview link' }).click();
  const link = page.getByLabel('New link');
  await link.waitFor();
  return link.inputValue();
}

/** Checks accessibility and horizontal overflow. */
async function expectAccessibleAndFit(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

journey('an earlier version is compared, and restored by keyboard', async ({ open }) => {
  const page = await open();
  const tale = await openVersions(page);
  await expectAccessibleAndFit(page);
  await compareFirst(page);
  const content = page.locator('.changes dd').last();
  expect(await content.locator('del').allTextContents()).toEqual(['by itself']);
  expect(await content.locator('ins').allTextContents()).toEqual(['It was the night of the new moon.', 'against the stream']);
  await expectAccessibleAndFit(page);
  await page.getByLabel('From').selectOption('2');
  await page.locator('.changes').getByText('Another excerpt.').waitFor();
  expect(await page.locator('.changes').getByText('against the stream').count()).toBe(0);
  await page.getByRole('button', { name: 'All versions' }).press('Enter');
  await page.getByRole('button', { name: /^Restore version 1,/ }).press('Enter');
  await page.getByRole('alertdialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).press('Enter');
  await toast(page, 'Version restored', `Version 1 of “${tale.title}” is now the current version.`).waitFor();
  await page.getByRole('button', { name: /^Compare version 3,/ }).waitFor();
  await page.locator('.detail-body').getByText('The wheel turned by itself').waitFor();
});

journey('a preview link shows the tale to a visitor without JavaScript until it is revoked', async ({ open }) => {
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  const tale = await createDraft(page);
  const link = await createLink(page, tale);
  await toast(page, 'Preview link copied!', '').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessibleAndFit(page);
  const visitor = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  const requestStatus = async (address: string) => (await visitor.goto(address))?.status();
  expect(await requestStatus(link)).toBe(200);
  await visitor.getByRole('heading', { level: 1, name: tale.title }).waitFor();
  await visitor.getByText('This is a preview').waitFor();
  await visitor.getByText('In the morning there was flour.').waitFor();
  expect(await visitor.locator('.tale-cover img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await requestStatus(`/tale/${tale.slug}`)).toBe(404);
  const reader = await open();
  await reader.goto(link);
  await expectAccessibleAndFit(reader);
  await page.getByRole('button', { name: /^Revoke the link created/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No preview links.').waitFor();
  expect(await requestStatus(link)).toBe(404);
  await visitor.getByRole('heading', { level: 1, name: 'Tale Not Found' }).waitFor();
});

journey('if copying is blocked, no success is shown and the link is selected', async ({ open }) => {
  const page = await open();
  const tale = await createDraft(page);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const link = await createLink(page, tale);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.locator('.toast').count()).toBe(0);
  await page.getByLabel('New link').focus();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
});

journey('missing fields are listed and linked; a scheduled tale is hidden until its date, then public', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
  const tale = await createDraft(page, [{ rights: '' }]);
  await visit(page, `/manage-tales?tale=${tale.id}&mode=edit`);
  // Listed next to the status also for a draft; the link opens the closed section.
  const needed = page.locator('#tale-status-hint');
  await needed.getByRole('button', { name: 'Rights', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('rights');
  await page.locator('#tale-more').evaluate((fold: HTMLDetailsElement) => {
    fold.open = false;
  });
  await page.getByRole('combobox', { name: 'Status' }).selectOption('published');
  await page.getByLabel('Publish date').fill('2199-01-01T08:00');
  await page.getByText('1 item is missing.').waitFor();
  expect(await page.locator('#tale-more').evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(true);
  // An invalid field is scrolled to the middle of the screen, not under the toast.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.toast.is-wrong').waitFor();
  const { y = 0 } = (await page.locator('#tale-rights').boundingBox()) ?? {};
  expect(y).toBeGreaterThan(100);
  expect(y).toBeLessThan(PHONE.height * 0.65);
  await expectAccessibleAndFit(page);
  await page.getByRole('button', { name: /^Say by what right/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('rights');
  await page.keyboard.type('Public domain');
  await page.keyboard.press('Tab');
  await page.getByText('The tale can be published.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.detail').getByText('Scheduled', { exact: true }).waitFor();
  const visitor = await open({ expected: [STATUS_IN_CONSOLE] });
  expect(await visit(visitor, `/tale/${tale.slug}`)).toBe(404);
  await publishNow(tale.id);
  await expect.poll(() => visit(visitor, `/tale/${tale.slug}`)).toBe(200);
  const shown = async () => {
    await visit(visitor, '/recent');
    return visitor.getByRole('link', { name: tale.title }).count();
  };
  await expect.poll(shown).toBeGreaterThan(0);
  // The tale is public from its date, and the log knows it when the job has run.
  const logged = "select from audit_log where action = 'tale.went-public' and subject_id = $1";
  await expect.poll(() => runSql(inject('databaseUrl'), logged, [tale.id])).toHaveLength(1);
  await visit(page, '/manage-log');
  await page.getByText(`Published the tale “${tale.title}” on schedule`).waitFor();
});

/** Moves the date to now without firing triggers, as if time had passed. */
async function publishNow(id: string): Promise<void> {
  await runSql(
    inject('databaseUrl'),
    `do $$ begin
      alter table tales disable trigger user;
      update tales set publish_date = now() where id = '${id}';
      alter table tales enable trigger user;
      update graphile_worker._private_jobs set run_at = now() where key = 'publish:${id}';
    end $$`,
  );
}

import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, PHONE, visit, waitForIdle } from '../journey.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, signIn, toast } from '../users.ts';

/** Newsletter administration. There is only one draft, so each journey skips its own at the end. */

/** Adds a tale with an old publish date, so that lists of new tales do not change. */
async function addTale(page: Page, title: string): Promise<void> {
  const body = { category: 'dark', excerpt: 'A test.', content: '<p>Once.</p>', status: 'published', publish_date: '1950-01-01T00:00:00Z' };
  const created = await apiRequest(page, 'POST', '/admin/tales', {
    ...body,
    title,
    author: 'The Miller',
    source: 'Told at home',
    rights: 'Public domain',
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
}

type Draft = { id: string; version: number; subject: string; parts: { note: string; tale: { title: string } }[] };

const readDraft = async (page: Page) => (await apiRequest<{ draft: Draft | null }>(page, 'GET', '/admin/newsletter')).body.draft;

journey('an issue is prepared, edited, previewed and skipped by keyboard', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
  await runSql(inject('databaseUrl'), "delete from newsletter_issues where status in ('draft', 'skipped')");
  // Moves the schedule, so that the site does not prepare an issue itself.
  const weekday = ((new Date().getUTCDay() + 4) % 7) + 1;
  await runSql(inject('databaseUrl'), 'update newsletter_schedule set weekday = $1, updated_at = now()', [weekday]);
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-newsletter');
  await page.getByRole('button', { name: 'Prepare now' }).press('Enter');
  await page.getByLabel('Subject').waitFor();
  const prepared = await readDraft(page);
  const [first, second] = prepared?.parts.map(({ tale }) => tale.title) ?? [];
  if (first === undefined || second === undefined) throw new Error('The issue has too few tales.');
  await expectAccessible(page);
  const kettle = `Kettle w${crypto.randomUUID().slice(0, 8)}`;
  await addTale(page, kettle);

  await page.getByLabel('Subject').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.locator('.field-wrong').getByText('A subject is required').waitFor();
  await page.getByLabel('Subject').fill('Of frogs and kings');
  await page.getByLabel(`Note about ${first}`).fill('Read it aloud.');
  await page.getByRole('button', { name: `Move ${first} down` }).press('Enter');
  await page.getByText(`${first} is now number 2 of`).waitFor();
  await page.getByRole('button', { name: `Replace ${second}` }).press('Enter');
  await page.keyboard.type(kettle);
  await page.getByRole('button', { name: `Add ${kettle}` }).press('Enter');
  const replace = page.getByRole('button', { name: `Replace ${kettle}` });
  await expect.poll(() => replace.evaluate((button) => button === document.activeElement)).toBe(true);

  // Another editor changes the opening.
  await apiRequest(
    page,
    'PATCH',
    `/admin/newsletter/issues/${prepared?.id}`,
    { opening: 'Theirs' },
    { 'if-match': `"${prepared?.version}"` },
  );
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Someone else changed this while you were editing').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  // Lists all messages when it fails: the issue may have been changed a second time.
  const messages = page.locator('.toast, .desk-form .alert');
  await expect.poll(() => messages.allInnerTexts()).toEqual([expect.stringContaining('Issue updated')]);
  const saved = await readDraft(page);
  expect(saved).toMatchObject({ subject: 'Of frogs and kings', opening: 'Theirs' });
  expect(saved?.parts.slice(0, 2)).toMatchObject([{ tale: { title: kettle } }, { note: 'Read it aloud.', tale: { title: first } }]);

  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Of frogs and kings' }).waitFor();
  await page.getByRole('radio', { name: 'Dark' }).press('Space');
  await expect.poll(() => frame.locator('.sheet').evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe('rgb(20, 49, 58)');
  await page.getByRole('radio', { name: 'Text' }).press('Space');
  await frame.getByText('Read it aloud.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await page.getByRole('button', { name: 'Skip this issue...' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip' }).press('Enter');
  await toast(page, 'Issue skipped', 'The next one follows the schedule.').waitFor();
  await page.getByText('Skipped: by an editor').waitFor();
  await page.getByRole('button', { name: 'Prepare now' }).waitFor();
});

journey('a draft follows another window, and keeps what is typed into it', async ({ open }) => {
  const page = await open();
  const other = await open({ expected: [STATUS_IN_CONSOLE] });
  await runSql(inject('databaseUrl'), "delete from newsletter_issues where status in ('draft', 'skipped')");
  const weekday = ((new Date().getUTCDay() + 4) % 7) + 1;
  await runSql(inject('databaseUrl'), 'update newsletter_schedule set weekday = $1, updated_at = now()', [weekday]);
  await signIn(other, { role: 'editor', name: 'Kay' });
  await visit(other, '/manage-newsletter');
  await other.getByRole('button', { name: 'Prepare now' }).click();
  await other.getByLabel('Subject').waitFor();
  await signIn(page, { role: 'editor', name: 'Gerda' });
  await visit(page, '/manage-newsletter');
  const [subject, opening] = [page.getByLabel('Subject'), page.getByLabel('Opening')];
  const save = async (text: string) => {
    await other.getByLabel('Subject').fill(text);
    // Tales that other journeys publish change the draft as well: then the changes are merged, and saved by the next attempt.
    await expect
      .poll(async () => {
        await other.getByRole('button', { name: 'Save', exact: true }).click();
        await waitForIdle(other);
        return (await readDraft(other))?.subject;
      })
      .toBe(text);
  };
  await subject.focus();
  await save('Of frogs');
  await expect.poll(() => subject.inputValue()).toBe('Of frogs');
  expect(await subject.evaluate((field) => field === document.activeElement)).toBe(true);

  await opening.fill('My opening');
  const top = (await opening.boundingBox())?.y;
  await save('Of crows');
  await page.getByText('Someone else saved a newer version. Your changes are kept.').waitFor();
  expect((await opening.boundingBox())?.y).toBe(top);
  expect(await Promise.all([subject.inputValue(), opening.inputValue()])).toEqual(['Of frogs', 'My opening']);
  await expectAccessible(page);
  // On a phone the notice leaves the field that it would cover, and does not cover the buttons of the form instead.
  await page.setViewportSize(PHONE);
  await opening.evaluate((field) => {
    field.blur();
    field.scrollIntoView({ block: 'end' });
    field.focus({ preventScroll: true });
  });
  const notice = page.locator('.record-news.is-on-top > p');
  await notice.waitFor();
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [note, saving] = [await notice.boundingBox(), await button.boundingBox()];
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(saving?.y ?? 0);
  await page.getByRole('button', { name: 'Load their changes now' }).press('Enter');
  expect(await Promise.all([subject.inputValue(), opening.inputValue()])).toEqual(['Of crows', 'My opening']);

  await other.getByRole('button', { name: 'Skip this issue...' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Skip' }).click();
  await page.getByText('Someone else sent or skipped this issue.').waitFor();
  expect(await opening.inputValue()).toBe('My opening');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Prepare now' }).waitFor();
});

import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { journey, PHONE, visit, WIDE } from '../journey.ts';
import { ask, message, signIn } from '../people.ts';
import { STATUS_IN_CONSOLE } from '../places.ts';

/** The desk of the weekly letter. There is one for all, so each journey skips the letter with which it has done. */

/** Of long ago, so that it is nowhere among the newest. */
async function addTale(page: Page, title: string): Promise<void> {
  const body = { category: 'dark', excerpt: 'A test.', content: '<p>Once.</p>', status: 'published', publish_date: '1950-01-01T00:00:00Z' };
  const made = await ask(page, 'POST', '/admin/tales', {
    ...body,
    title,
    author: 'The Miller',
    source: 'Told at home',
    rights: 'Public domain',
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

type Draft = { id: string; version: number; subject: string; parts: { note: string; tale: { title: string } }[] };

const draftOf = async (page: Page) => (await ask<{ draft: Draft | null }>(page, 'GET', '/admin/newsletter')).body.draft;

for (const size of [WIDE, PHONE]) {
  journey(`by keyboard alone a letter is prepared, written, looked at and skipped, at ${size.width} px`, async ({ open }) => {
    const page = await open({ viewport: size, expected: [STATUS_IN_CONSOLE] });
    await runSql(inject('databaseUrl'), "delete from newsletter_issues where status in ('draft', 'skipped')");
    // Far from any hour at which the site prepares one by itself.
    const weekday = ((new Date().getUTCDay() + 4) % 7) + 1;
    await runSql(inject('databaseUrl'), 'update newsletter_schedule set weekday = $1, updated_at = now()', [weekday]);
    await signIn(page, { role: 'admin' });
    await visit(page, '/manage-newsletter');
    await page.getByRole('button', { name: 'Prepare it now' }).press('Enter');
    await page.getByLabel('Subject').waitFor();
    const prepared = await draftOf(page);
    const [first, second] = prepared?.parts.map(({ tale }) => tale.title) ?? [];
    if (first === undefined || second === undefined) throw new Error('The letter has too few tales.');
    await expectAccessible(page);
    const kettle = `Kettle w${crypto.randomUUID().slice(0, 8)}`;
    await addTale(page, kettle);

    await page.getByLabel('Subject').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.locator('.field-wrong').getByText('A letter needs a subject').waitFor();
    await page.getByLabel('Subject').fill('Of frogs and kings');
    await page.getByLabel(`A word about ${first}`).fill('Read it aloud.');
    await page.getByRole('button', { name: `Move ${first} down` }).press('Enter');
    await page.getByText(`${first} is now number 2 of`).waitFor();
    await page.getByRole('button', { name: `Replace ${second}` }).press('Enter');
    await page.keyboard.type(kettle);
    await page.getByRole('button', { name: `Add ${kettle}` }).press('Enter');
    const replace = page.getByRole('button', { name: `Replace ${kettle}` });
    await expect.poll(() => replace.evaluate((button) => button === document.activeElement)).toBe(true);

    // Another editor was quicker with the opening.
    await ask(page, 'PATCH', `/admin/newsletter/issues/${prepared?.id}`, { opening: 'Theirs' }, { 'if-match': `"${prepared?.version}"` });
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Somebody else has changed this meanwhile').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await message(page, 'Letter updated', 'The letter has been successfully updated.').waitFor();
    const saved = await draftOf(page);
    expect(saved).toMatchObject({ subject: 'Of frogs and kings', opening: 'Theirs' });
    expect(saved?.parts.slice(0, 2)).toMatchObject([{ tale: { title: kettle } }, { note: 'Read it aloud.', tale: { title: first } }]);

    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Of frogs and kings' }).waitFor();
    await page.getByLabel('By night').press('Space');
    await expect.poll(() => frame.locator('.sheet').evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe('rgb(20, 49, 58)');
    await page.getByLabel('As text').press('Space');
    await frame.getByText('Read it aloud.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);

    await page.getByRole('button', { name: 'Skip this week...' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Skip it' }).press('Enter');
    await message(page, 'Letter skipped', 'The next one comes as usual.').waitFor();
    await page.getByText('Skipped. An editor skipped it.').waitFor();
    await page.getByRole('button', { name: 'Prepare it now' }).waitFor();
  });
}

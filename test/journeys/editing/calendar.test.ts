import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { ManagedTale, SaveResult } from '#src/features/tales/admin/contract.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { signIn, toast } from '../users.ts';
import { field } from './tale-form-steps.ts';

/** Planning: the calendar, and copies of tales. */

const uniqueWord = () => `w${crypto.randomUUID().slice(0, 8)}`;
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function addTale(page: Page, title: string, fields: object = {}): Promise<ManagedTale> {
  const form = { title, author: 'The Brothers Grimm', category: 'dark', excerpt: `Of ${title}.`, content: '<p>Once upon a time.</p>' };
  const headers = { Origin: inject('origin') };
  const response = await page.request.post('/api/v1/admin/tales', { data: { ...form, ...fields }, headers });
  if (response.status() !== 201) throw new Error(`Creating the tale failed: ${await response.text()}`);
  const { tale }: SaveResult = await response.json();
  return tale;
}

const SCHEDULED = { status: 'published', source: 'A book', rights: 'Public domain' };
const day = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);
const item = (place: Page | Locator, title: string) => place.locator('.calendar-item').filter({ hasText: title });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true });

/** Drags an item to a day with the mouse. */
async function drag(page: Page, title: string, date: string): Promise<void> {
  await item(page, title).hover({ position: { x: 40, y: 12 } });
  await page.mouse.down();
  const target = await day(page, date).boundingBox();
  if (target === null) throw new Error(`The day ${date} is not visible`);
  await page.mouse.move(target.x + 20, target.y + 60, { steps: 4 });
  await day(page, date).and(page.locator('.is-over')).waitFor();
  await page.mouse.up();
}

/** Fills in the dialog by keyboard. */
async function moveTo(page: Page, date: string, time: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^(Date|Night)$/).fill(date);
  if (time !== '') await dialog.getByLabel('Time').fill(time);
  await page.keyboard.press('Enter');
}

journey('a scheduled tale is moved by dragging and by keyboard; moves can be undone', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'editor' });
  const title = `The Migrating Swan ${uniqueWord()}`;
  const { id } = await addTale(page, title, { ...SCHEDULED, publish_date: '2151-03-10T12:00:00Z' });
  const dateOf = async () => (await (await page.request.get(`/api/v1/admin/tales/${id}`)).json()).publish_date;
  await visit(page, '/manage-calendar?date=2151-03-01');
  await heading(page, 'March 2151').waitFor();
  await item(day(page, '2151-03-10'), title).getByText('Scheduled').waitFor();

  await drag(page, title, '2151-03-12');
  await page.getByText('Tale moved').waitFor();
  await item(day(page, '2151-03-12'), title).waitFor();
  expect(await dateOf()).toBe('2151-03-12T12:00:00.000Z');
  expect(parameters(page)).toEqual({ date: '2151-03-01' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Move undone').waitFor();
  await item(day(page, '2151-03-10'), title).waitFor();
  expect(await dateOf()).toBe('2151-03-10T12:00:00.000Z');

  await page.getByRole('button', { name: `Move “${title}”` }).press('Enter');
  await page.getByRole('dialog', { name: `Move “${title}”` }).waitFor();
  await moveTo(page, '2020-01-01', '10:30');
  await page.getByRole('alert').getByText('has passed. Choose a time in the future.').waitFor();
  await moveTo(page, '2151-03-31', '10:30');
  await item(day(page, '2151-03-31'), title).getByText('10:30').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Move “${title}”`);

  // The views are in the address, and Back returns.
  await page.getByRole('link', { name: 'Next month' }).click();
  await heading(page, 'April 2151').waitFor();
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await heading(page, '29 March to 4 April 2151').waitFor();
  expect(parameters(page)).toEqual({ view: 'week', date: '2151-04-01' });
  await item(day(page, '2151-03-31'), title).waitFor();
  await page.goBack();
  await page.goBack();
  await heading(page, 'March 2151').waitFor();
  await item(day(page, '2151-03-31'), title).getByRole('link').click();
  await page.waitForURL(`**/manage-tales?tale=${id}`);
});

journey('a tale that someone else has changed stays in its place, and the calendar says why', async ({ open }) => {
  const page = await open({ expected: [/status of 412/] });
  await signIn(page, { role: 'editor' });
  const title = `The Contested Crown ${uniqueWord()}`;
  const { id } = await addTale(page, title, { ...SCHEDULED, publish_date: '2152-03-10T12:00:00Z' });
  const change = (version: number, publish_date: string) =>
    page.request.patch(`/api/v1/admin/tales/${id}`, {
      data: { publish_date },
      headers: { Origin: inject('origin'), 'If-Match': `"${version}"` },
    });
  await visit(page, '/manage-calendar?date=2152-03-01');
  await item(day(page, '2152-03-10'), title).waitFor();
  await change(1, '2152-03-20T12:00:00Z');
  await drag(page, title, '2152-03-12');
  await page.getByText(`“${title}” was not moved`).waitFor();
  await item(day(page, '2152-03-20'), title).waitFor();

  await page.getByRole('button', { name: `Move “${title}”` }).click();
  await change(2, '2152-03-21T12:00:00Z');
  await moveTo(page, '2152-03-25', '10:30');
  await page.getByRole('dialog').getByRole('alert').getByText('Someone else changed it in the meantime').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await item(day(page, '2152-03-21'), title).waitFor();
});

journey('on a phone the days are a list, and a draft is scheduled once nothing is missing', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [/status of 422/] });
  await signIn(page, { role: 'editor' });
  const word = uniqueWord();
  const { id } = await addTale(page, `The Drafted Duck ${word}`);
  await visit(page, '/manage-calendar?date=1950-03-01');
  await page.getByText('Nothing is planned or published in this month.').waitFor();
  await visit(page, '/manage-calendar?date=2153-03-01');
  await page.getByRole('button', { name: `Schedule “The Drafted Duck ${word}”` }).click();
  const dialog = page.getByRole('dialog', { name: `Schedule “The Drafted Duck ${word}”` });
  await moveTo(page, '2153-03-05', '08:00');
  await dialog.getByRole('alert').getByText('Say where the tale comes from').waitFor();
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const headers = { Origin: inject('origin'), 'If-Match': '"1"' };
  await page.request.patch(`/api/v1/admin/tales/${id}`, { data: { source: 'A book', rights: 'Public domain' }, headers });
  for (let n = 1; n <= 4; n += 1) await addTale(page, `Companion ${n} ${word}`, { ...SCHEDULED, publish_date: `2153-03-05T1${n}:00:00Z` });
  await page.reload();
  await page.getByRole('button', { name: `Schedule “The Drafted Duck ${word}”` }).click();
  await moveTo(page, '2153-03-05', '08:00');
  await page.getByText('Tale scheduled').waitFor();
  // All are listed, and days without items are not.
  await expect.poll(() => item(day(page, '2153-03-05'), word).filter({ visible: true }).count()).toBe(5);
  expect(await day(page, '2153-03-06').isVisible()).toBe(false);
  await expectAccessibleAtBothWidths(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await day(page, '2153-03-06').waitFor();
  expect(await item(day(page, '2153-03-05'), word).filter({ visible: true }).count()).toBe(3);
  await day(page, '2153-03-05').getByRole('link', { name: '2 more on Monday' }).click();
  await page.waitForURL('**/manage-calendar?view=week&date=2153-03-05');
  await expect.poll(() => item(day(page, '2153-03-05'), word).filter({ visible: true }).count()).toBe(5);
});

journey('a night takes the tale of another one, and two chosen ones change places', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'editor' });
  const word = uniqueWord();
  const nights = [200, 201, 202].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const [first = '', second = '', third = ''] = nights;
  for (const [night, name] of [
    [first, 'Otter'],
    [second, 'Heron'],
  ] as const) {
    const { id } = await addTale(page, `The ${name} ${word}`, SCHEDULED);
    await page.request.put(`/api/v1/admin/nights/${night}`, { data: { tale: id }, headers: { Origin: inject('origin') } });
  }
  await visit(page, `/manage-calendar?view=week&date=${first}`);
  await page.getByRole('button', { name: `Move “The Otter ${word}”` }).click();
  await moveTo(page, second, '');
  await item(day(page, second), `The Otter ${word}`).or(page.getByText('Tale of the day moved')).first().waitFor();
  const chosen = async () => {
    const all: { night: string; tale: { title: string } | null }[] = (await (await page.request.get('/api/v1/admin/nights')).json()).nights;
    return nights.map((night) => all.find((each) => each.night === night)?.tale?.title ?? null);
  };
  await expect.poll(chosen).toEqual([`The Heron ${word}`, `The Otter ${word}`, null]);
  await visit(page, `/manage-calendar?view=week&date=${second}`);
  await page.getByRole('button', { name: `Move “The Otter ${word}”` }).click();
  await moveTo(page, third, '');
  await page.getByText('Tale of the day moved').waitFor();
  await expect.poll(chosen).toEqual([`The Heron ${word}`, null, `The Otter ${word}`]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(chosen).toEqual([`The Heron ${word}`, `The Otter ${word}`, null]);
});

journey('a duplicated tale opens as a draft; repeating a lost request creates no second copy', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource: net::ERR_FAILED/] });
  await signIn(page, { role: 'admin' });
  const title = `The Copied Crow ${uniqueWord()}`;
  await addTale(page, title, { status: 'published', source: 'A book', rights: 'Public domain' });
  await visit(page, `/manage-tales?q=${title.split(' ').at(-1)}`);
  let attempts = 0;
  await page.route('**/duplicate', async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel(`Actions for ${title}`).click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByText('Error duplicating tale').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await toast(page, 'Tale duplicated', `“Copy of ${title}” is a draft.`).waitFor();
  await page.getByText('2 tales', { exact: true }).waitFor();
  expect(await field(page, 'Title').inputValue()).toBe(`Copy of ${title}`);
  expect(parameters(page)).toMatchObject({ mode: 'edit' });
});

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { readHalfway } from './reader-library-steps.ts';
import { signIn, signInAs } from './users.ts';

const rows = (page: Page) => page.locator('.past h3');
const shown = (page: Page) => rows(page).allInnerTexts();
const status = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });

journey('a guest’s history lists a half-read tale, which can be removed and restored, and can be cleared', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/tale/rapunzel');
  await readHalfway(page);
  await visit(page, '/');
  await page.getByRole('link', { name: 'Reading history' }).click();
  await waitForPage(page, '**/history', 'Reading history');
  await page.getByText('Saved on this device. Log in to keep it everywhere.').waitFor();
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: 'Rapunzel' }).waitFor();
  await today.getByText(/^[45]\d% read$/).waitFor();

  await page.getByRole('button', { name: 'Remove from history: Rapunzel' }).click();
  await page.getByRole('heading', { name: 'No tales yet' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows(page).waitFor();
  await page.reload();
  await rows(page).waitFor();

  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await page.getByRole('button', { name: 'Clear history' }).click();
  await question.getByText('This will remove every tale from your reading history. This action cannot be undone.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await shown(page)).toEqual(['Rapunzel']);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await question.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('heading', { name: 'No tales yet' }).waitFor();
  await status(page, 'History cleared').waitFor();
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('heading', { name: 'Continue reading' }).count()).toBe(0);
});

journey('a tale removed from the history on one device is removed on another device of the user', async ({ open }) => {
  const desktop = await open();
  const user = await signIn(desktop);
  const at = (day: number) => new Date(Date.now() - day * 86_400_000).toISOString();
  await savePositions(desktop, { slug: 'rapunzel', at: at(1), finished: true }, { slug: 'the-snow-queen', at: at(30), finished: false });
  await visit(desktop, urls.favorites());
  await desktop.getByRole('link', { name: 'Reading history' }).click();
  await desktop.getByRole('region', { name: 'This week' }).getByText('Finished').waitFor();
  await desktop.getByRole('region', { name: 'Earlier' }).getByText('70% read').waitFor();
  expect(await shown(desktop)).toEqual(['Rapunzel', 'The Snow Queen']);
  expect(await desktop.getByText('Saved on this device.').isVisible()).toBe(false);

  const phone = await open({ viewport: PHONE });
  await signInAs(phone, user);
  await visit(phone, '/profile');
  await phone.getByRole('link', { name: 'Reading history' }).click();
  await rows(phone).nth(1).waitFor();
  const sent = phone.waitForResponse((response) => response.url().endsWith('/bookshelf/changes') && response.ok());
  await phone.getByRole('button', { name: 'Remove from history: Rapunzel' }).click();
  await sent;
  expect(await shown(phone)).toEqual(['The Snow Queen']);
  await visit(desktop, urls.history());
  await expect.poll(() => shown(desktop)).toEqual(['The Snow Queen']);
});

journey('a history that fails to load can be retried', async ({ open }) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  await visit(page, '/tale/rapunzel');
  await readHalfway(page);
  await page.route('**/api/v1/tale-cards*', (route) => route.abort());
  await visit(page, urls.history());
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/api/v1/tale-cards*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows(page).waitFor();
});

journey('a long history is loaded in pages', async ({ open }) => {
  const page = await open();
  const requested: number[] = [];
  // Repeats one tale, as there are not enough.
  const [tale] = (await (await page.request.get(urls.api('/tales'))).json()).tales;
  await page.route('**/api/v1/tale-cards*', async (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? [];
    requested.push(ids.length);
    await route.fulfill({ json: ids.map((id) => ({ ...tale, id })) });
  });
  await page.addInitScript(() => {
    const day = 86_400_000;
    const positions = Array.from({ length: 70 }, (_, n) => ({
      tale: crypto.randomUUID(),
      place: '1.1',
      progress: 0.5,
      finished: false,
      at: new Date(Date.now() - n * day).toISOString(),
    }));
    const base = { favorites: [], shelves: [], positions };
    localStorage.setItem('talewood.bookshelf', JSON.stringify({ v: 1, owner: null, base, queue: [] }));
  });
  await visit(page, urls.history());
  await page.getByText('70 tales').waitFor();
  expect(await rows(page).count()).toBe(60);
  await page.getByRole('button', { name: 'Load More Tales' }).click();
  await rows(page).nth(69).waitFor();
  expect(await page.getByRole('button', { name: 'Load More Tales' }).count()).toBe(0);
  expect(requested).toEqual([60, 10]);
});

journey('without JavaScript, a note explains why no tales are shown', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(urls.history());
  const note = page.locator('main noscript p');
  await note.waitFor();
  expect(await note.innerText()).toBe('Your saved tales are stored in this browser. Turn on JavaScript to see them.');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

type Position = { slug: string; at: string; finished: boolean };

/** Saves reading positions to the account, as another device would. */
async function savePositions(page: Page, ...positions: Position[]): Promise<void> {
  const { origin } = new URL(page.url() === 'about:blank' ? ((await page.goto('/'))?.url() ?? '') : page.url());
  const changes = [];
  for (const { slug, at, finished } of positions) {
    const { id } = (await (await page.request.get(urls.api(`/tales/${slug}`))).json()) as { id: string };
    changes.push({ op: 'position', tale: id, place: '3.1', progress: finished ? 1 : 0.7, finished, at });
  }
  const response = await page.request.post(urls.api('/bookshelf/changes'), { data: { changes }, headers: { Origin: origin } });
  expect(response.status()).toBe(200);
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';

/** The tale finder, the tale of the day, and the order of tales. */

const form = (page: Page) => page.getByRole('form', { name: 'How long have we got?' });
const titles = (page: Page) => page.locator('.evening article h3').allInnerTexts();

journey('by keyboard: finds several tales from the home page, opens the first one and goes to the next and back', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/');
  await form(page).getByRole('radio', { name: '15 minutes' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Tab', 'Tab', 'ArrowRight', 'Tab', 'Enter']) await page.keyboard.press(key);
  await waitForPage(page, (url) => url.pathname + url.search === '/how-long?minutes=30&what=set', 'How long have we got?');
  const sum = await page.getByRole('heading', { name: /^\d tales, \d+ minutes$/ }).innerText();
  const minutes = (await page.locator('.evening article .byline').allInnerTexts()).map((text) =>
    Number(/(\d+) min aloud/i.exec(text)?.[1]),
  );
  expect(minutes.reduce((all, each) => all + each, 0)).toBe(Number(/(\d+) minutes/.exec(sum)?.[1]));
  expect(Number(/(\d+) minutes/.exec(sum)?.[1])).toBeLessThanOrEqual(30);
  const first = await titles(page);
  await page.getByRole('link', { name: 'Show other tales' }).click();
  await page.waitForURL(/choice=2$/);
  await expect.poll(() => titles(page)).not.toEqual(first);

  const title = (await titles(page))[0] ?? '';
  await page.getByRole('link', { name: title, exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitForPage(page, '**/tale/*', title);
  // The first and the last tale of a category have only one neighbour.
  const neighbours = page.getByRole('navigation', { name: 'More tales' }).getByRole('link').last();
  const name = await neighbours.locator('b').innerText();
  const [there, back] = (await neighbours.getAttribute('rel')) === 'next' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  await page.getByRole('link', { name: 'Talewood' }).first().focus();
  await page.keyboard.press(`Shift+${there}`);
  await page.keyboard.press(there);
  await waitForPage(page, '**/tale/*', name);
  await page.keyboard.press(back);
  await waitForPage(page, '**/tale/*', title);
});

journey('reading through a collection stays in the collection', async ({ open }) => {
  const page = await open();
  await visit(page, '/collections/ten-minutes-to-bedtime');
  const names = await page.locator('article h3').allInnerTexts();
  await page.getByRole('link', { name: names[1] ?? '', exact: true }).click();
  await waitForPage(page, '**/tale/*', names[1] ?? '');
  const neighbours = page.getByRole('navigation', { name: /^More tales of the collection/ });
  expect(await neighbours.locator('b').allInnerTexts()).toEqual([names[0], names[2]]);
  await page.keyboard.press('ArrowRight');
  await waitForPage(page, '**/tale/*', names[2] ?? '');
  await neighbours.waitFor();
  await page.reload();
  expect(await neighbours.getByRole('link', { name: /Previous tale/ }).innerText()).toContain(names[1]);
});

journey('reading a tale measures the reading speed, which the finder uses until it is reset', async ({ open }) => {
  const page = await open();
  // Simulates elapsed time.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + ((window as { __elapsed?: number }).__elapsed ?? 0);
  });
  await visit(page, '/tale/rapunzel');
  await readThrough(page);
  await visit(page, '/');
  await form(page).getByRole('radio', { name: 'Silently' }).check();
  await form(page)
    .getByText(/^At your reading speed \(\d+0 words per minute\)/)
    .waitFor();
  await form(page).getByRole('button', { name: 'Find a tale' }).click();
  await page.waitForURL(/\?minutes=15&how=silent&pace=\d+0$/);
  await page.getByText(/at your reading speed \(\d+0 words per minute\)/).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.getItem('talewood.pace'))).toBeNull();
});

journey('without JavaScript: finds tales, and opens tonight’s tale', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto('/tales');
  await page.locator('summary').filter({ hasText: 'How long have we got?' }).click();
  await form(page).getByRole('checkbox', { name: '6–8 years' }).check();
  await form(page).getByRole('checkbox', { name: 'Nothing scary' }).check();
  await form(page).getByRole('radio', { name: '20 minutes' }).check();
  await form(page).getByRole('radio', { name: 'Aloud' }).check();
  await form(page).getByRole('radio', { name: 'Several tales' }).check();
  await form(page).getByRole('button', { name: 'Find a tale' }).click();
  await page.waitForURL('**/how-long?age=6-8&calm=yes&minutes=20&how=aloud&what=set');
  await page.getByRole('heading', { name: /^\d tales, \d+ minutes$/ }).waitFor();
  expect(await form(page).getByRole('radio', { name: '20 minutes' }).isChecked()).toBe(true);
  await page.goto(urls.howLong('minutes=5&pace=60'));
  await page.getByRole('heading', { name: 'No tale fits that wish' }).waitFor();
  await page.getByRole('link', { name: 'Read silently' }).click();
  await page.waitForURL('**/how-long?minutes=5&how=silent');
  await page.getByRole('heading', { name: /^One tale, \d minutes?$/ }).waitFor();
  expect(await page.locator('.evening article .byline').first().innerText()).toMatch(/\d min silently/);

  await page.goto('/');
  await page.getByRole('link', { name: 'How it begins' }).click();
  await page.waitForURL('**/tonight');
  const title = await page.locator('.tonight h2').innerText();
  await page.getByRole('link', { name: 'Read it' }).click();
  await page.waitForURL('**/tale/*');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
});

/** Scrolls to the text, waits until the tracker is active, and then scrolls by half a viewport per simulated 15 s. */
async function readThrough(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const text = document.getElementById('tale-text');
      window.scrollTo(0, (text?.offsetTop ?? 0) - window.innerHeight * (0.5 + 0.05 * Math.random()));
      return (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"');
    },
    undefined,
    // Long enough for the position to be saved, 0.6 s after the last scroll, also on a slow machine.
    { polling: 3000 },
  );
  await page.waitForFunction(
    () => {
      const state = window as { __elapsed?: number; __isMoving?: boolean };
      // Waits for each scroll event: two steps at once would count as a jump, which is not measured.
      if (state.__isMoving) return localStorage.getItem('talewood.pace') !== null;
      state.__isMoving = true;
      addEventListener('scroll', () => Object.assign(state, { __isMoving: false }), { once: true });
      state.__elapsed = (state.__elapsed ?? 0) + 15_000;
      window.scrollBy(0, window.innerHeight / 2);
      return localStorage.getItem('talewood.pace') !== null;
    },
    undefined,
    { polling: 150 },
  );
}

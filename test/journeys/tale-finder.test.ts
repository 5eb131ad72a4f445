import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { arrived, journey, PHONE, visit } from './journey.ts';

/** What to read this evening, and what after it. */

const form = (page: Page) => page.getByRole('form', { name: 'How long have we got?' });
const titles = (page: Page) => page.locator('.evening article h3').allInnerTexts();

journey('by keyboard alone: from the home page to several tales that fit, to the first of them and to the next one', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await visit(page, '/');
  await form(page).getByRole('radio', { name: '15 minutes' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Tab', 'Tab', 'ArrowRight', 'Tab', 'Enter']) await page.keyboard.press(key);
  await arrived(page, (url) => url.pathname + url.search === '/how-long?minutes=30&what=set', 'How long have we got?');
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
  await arrived(page, '**/tale/*', title);
  // At an end of its category a tale has one beside it alone.
  const beside = page.getByRole('navigation', { name: 'More tales' }).getByRole('link').last();
  const name = await beside.locator('b').innerText();
  const [there, back] = (await beside.getAttribute('rel')) === 'next' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  await page.getByRole('link', { name: 'Talewood' }).first().focus();
  await page.keyboard.press(`Shift+${there}`);
  await page.keyboard.press(there);
  await arrived(page, '**/tale/*', name);
  await page.keyboard.press(back);
  await arrived(page, '**/tale/*', title);
});

journey('reading through a collection stays in the collection', async ({ open }) => {
  const page = await open();
  await visit(page, '/collections/ten-minutes-to-bedtime');
  const names = await page.locator('article h3').allInnerTexts();
  await page.getByRole('link', { name: names[1] ?? '', exact: true }).click();
  await arrived(page, '**/tale/*', names[1] ?? '');
  const beside = page.getByRole('navigation', { name: /^More tales of the collection/ });
  expect(await beside.locator('b').allInnerTexts()).toEqual([names[0], names[2]]);
  await page.keyboard.press('ArrowRight');
  await arrived(page, '**/tale/*', names[2] ?? '');
  await beside.waitFor();
  await page.reload();
  expect(await beside.getByRole('link', { name: /Previous tale/ }).innerText()).toContain(names[1]);
});

journey('a tale read to its end teaches the pace, which the next question asks for, until it is forgotten', async ({ open }) => {
  const page = await open();
  // Minutes pass when this says so.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + ((window as { __ahead?: number }).__ahead ?? 0);
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

journey('without scripts: tales that fit, and tonight’s tale', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, viewport: PHONE });
  await page.goto('/tales?minutes=20&age=6-8');
  await page.locator('summary').filter({ hasText: 'How long have we got?' }).click();
  await form(page).getByRole('radio', { name: 'Aloud' }).check();
  await form(page).getByRole('radio', { name: 'Several tales' }).check();
  await form(page).getByRole('button', { name: 'Find a tale' }).click();
  await page.waitForURL('**/how-long?minutes=20&how=aloud&what=set&age=6-8');
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

/** Begins, and when that has been noticed reads on by half a window at a time, a quarter of a minute each. */
async function readThrough(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const text = document.getElementById('tale-text');
      window.scrollTo(0, (text?.offsetTop ?? 0) - window.innerHeight * (0.7 + 0.05 * Math.random()));
      return (localStorage.getItem('talewood.bookshelf') ?? '').includes('"place"');
    },
    undefined,
    // Long enough for the position to be saved, 0.6 s after the last scroll, also on a slow machine.
    { polling: 3000 },
  );
  await page.waitForFunction(
    () => {
      const ahead = window as { __ahead?: number; __isMoving?: boolean };
      // One step after the other was seen: two at once would be a leap, which teaches nothing.
      if (ahead.__isMoving) return localStorage.getItem('talewood.pace') !== null;
      ahead.__isMoving = true;
      addEventListener('scroll', () => Object.assign(ahead, { __isMoving: false }), { once: true });
      ahead.__ahead = (ahead.__ahead ?? 0) + 15_000;
      window.scrollBy(0, window.innerHeight / 2);
      return localStorage.getItem('talewood.pace') !== null;
    },
    undefined,
    { polling: 150 },
  );
}

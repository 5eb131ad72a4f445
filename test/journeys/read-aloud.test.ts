import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { bringVoices, endSentence, type FakeVoice, listSaid, readGlow, speakQuickly } from './fake-voices.ts';
import { arrived, journey, PHONE, visit } from './journey.ts';
import { bar, glows, readTheEnd } from './listening-steps.ts';

const VOICES: FakeVoice[] = [
  { name: 'Far', lang: 'en-US', localService: false },
  { name: 'Near', lang: 'en-GB', localService: true },
  { name: 'Anna', lang: 'de-DE', localService: true },
];

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

async function listen(page: Page, slug: string): Promise<void> {
  await visit(page, urls.tale(slug));
  await page.getByRole('button', { name: 'Listen' }).click();
  await bar(page).waitFor();
}

journey('a tale is read aloud: it glows, stops and goes on by keyboard, and bedtime ends in the dark', async ({ open }) => {
  const page = await open({ viewport: PHONE, reducedMotion: 'reduce' });
  await bringVoices(page, VOICES);
  await listen(page, 'the-princess-and-the-pea');
  await page.waitForFunction(() => navigator.mediaSession.playbackState === 'playing');
  const text = await page.locator('#tale-text').textContent();
  const status = bar(page).getByRole('status').first();
  await expect.poll(() => status.innerText()).toBe('Reading');
  const [first = ''] = await listSaid(page);
  await glows(page, first.slice(0, 12));
  await endSentence(page);
  await expect.poll(async () => (await listSaid(page)).length).toBe(2);
  const second = await readGlow(page);

  await page.keyboard.press('k');
  await bar(page).getByRole('button', { name: 'Play' }).waitFor();
  expect(await status.innerText()).toBe('Paused');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => readGlow(page)).not.toBe(second);
  const third = await readGlow(page);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await listSaid(page)).at(-1)?.slice(0, 12)).toBe(third.slice(0, 12));
  expect(await page.locator('#tale-text').textContent()).toBe(text);

  await bar(page).getByRole('button', { name: 'Voice' }).click();
  const who = page.getByRole('combobox', { name: 'Voice' });
  await expect.poll(() => who.locator('option').allInnerTexts()).toEqual(['Near (works offline)', 'Far']);
  await page.getByRole('button', { name: 'Faster' }).click();
  await page.keyboard.press('Escape');

  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'This one' }).click();
  await expect.poll(() => theme(page)).toMatch(/candlelight|night/);
  await readTheEnd(page);
  await speakQuickly(page);
  const veil = page.getByRole('button', { name: 'Good night' });
  await veil.waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('talewood.theme'), localStorage.getItem('talewood.aloud')])).toEqual([
    null,
    JSON.stringify({ rate: 1.1, voices: {}, pace: null }),
  ]);
  expect(await page.evaluate(() => localStorage.getItem('talewood.bookshelf'))).toContain('"finished":true');
  await page.keyboard.press('x');
  await veil.waitFor({ state: 'detached' });
  await bar(page).getByRole('button', { name: 'Stop listening' }).click();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => theme(page)).toBe('paper');
  expect(await readGlow(page)).toBe('');
});

journey('“two more” reads on in the next tale without a tap, and stops where that cannot be opened', async ({ open }) => {
  const page = await open({ reducedMotion: 'reduce', expected: [/ERR_FAILED/] });
  await bringVoices(page, VOICES);
  await listen(page, 'cinderella');
  const next = page.locator('a[rel=next] b');
  const title = await next.innerText();
  await bar(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'Two more' }).click();
  await readTheEnd(page);
  await endSentence(page);
  await arrived(page, '**/tale/*', title);
  await expect.poll(async () => (await listSaid(page)).at(-1)).toBe(title);
  await glows(page, title);
  await bar(page).getByRole('button', { name: 'Bedtime: 2 tales' }).waitFor();

  await page.route('**/api/v1/tales/*', (route) => route.abort());
  await readTheEnd(page);
  await endSentence(page);
  await page.getByRole('button', { name: 'Good night' }).click();
  await bar(page).getByText("Couldn't open the next tale.").waitFor();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => theme(page)).toBe('paper');
});

journey('without a voice it says so, and the page moves by itself', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await bringVoices(page, []);
  await page.addInitScript(() => localStorage.setItem('talewood.pace', JSON.stringify({ silent: 300, aloud: 400 })));
  await listen(page, 'rapunzel');
  await bar(page).getByText('This device has no voices. The page scrolls automatically instead.').waitFor();
  await bar(page).getByRole('button', { name: 'Speed: 400' }).waitFor();
  const first = await readGlow(page);
  const top = await page.evaluate(() => scrollY);
  await expect.poll(() => readGlow(page)).not.toBe(first);
  await page.waitForFunction((before) => scrollY > before + 40, top);
  await page.keyboard.press('k');
  await bar(page).getByRole('button', { name: 'Play' }).waitFor();
});

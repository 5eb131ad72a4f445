import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { endSentence, highlightedText, listSpoken, type StubVoice, speakInstantly, stubVoices } from './speech-stub.ts';
import { expectHighlighted, player, playLastSentence } from './text-to-speech-steps.ts';

const VOICES: StubVoice[] = [
  { name: 'Far', lang: 'en-US', localService: false },
  { name: 'Near', lang: 'en-GB', localService: true },
  { name: 'Anna', lang: 'de-DE', localService: true },
];

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

async function listen(page: Page, slug: string): Promise<void> {
  await visit(page, urls.tale(slug));
  await page.getByRole('button', { name: 'Listen' }).click();
  await player(page).waitFor();
}

journey(
  'text-to-speech highlights the text, is paused and resumed by keyboard, and bedtime ends with the sleep overlay',
  async ({ open }) => {
    const page = await open({ viewport: PHONE });
    await stubVoices(page, VOICES);
    await listen(page, 'the-princess-and-the-pea');
    await page.waitForFunction(() => navigator.mediaSession.playbackState === 'playing');
    const text = await page.locator('#tale-text').textContent();
    const status = player(page).getByRole('status').first();
    await expect.poll(() => status.innerText()).toBe('Reading');
    const [first = ''] = await listSpoken(page);
    await expectHighlighted(page, first.slice(0, 12));
    await endSentence(page);
    await expect.poll(async () => (await listSpoken(page)).length).toBe(2);
    const second = await highlightedText(page);

    await page.keyboard.press('k');
    await player(page).getByRole('button', { name: 'Play' }).waitFor();
    expect(await status.innerText()).toBe('Paused');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => highlightedText(page)).not.toBe(second);
    const third = await highlightedText(page);
    await page.keyboard.press('Space');
    await expect.poll(async () => (await listSpoken(page)).at(-1)?.slice(0, 12)).toBe(third.slice(0, 12));
    expect(await page.locator('#tale-text').textContent()).toBe(text);

    await player(page).getByRole('button', { name: 'Voice' }).click();
    const voiceField = page.getByRole('combobox', { name: 'Voice' });
    await expect.poll(() => voiceField.locator('option').allInnerTexts()).toEqual(['Near (works offline)', 'Far']);
    await page.getByRole('button', { name: 'Faster' }).click();
    await page.keyboard.press('Escape');

    await player(page).getByRole('button', { name: 'Bedtime' }).click();
    await page.getByRole('button', { name: 'This one' }).click();
    await expect.poll(() => theme(page)).toMatch(/candlelight|night/);
    await playLastSentence(page);
    await speakInstantly(page);
    const overlay = page.getByRole('button', { name: 'Good night' });
    await overlay.waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('talewood.theme'), localStorage.getItem('talewood.aloud')])).toEqual([
      null,
      JSON.stringify({ rate: 1.1, voices: {}, pace: null }),
    ]);
    expect(await page.evaluate(() => localStorage.getItem('talewood.bookshelf'))).toContain('"finished":true');
    await page.keyboard.press('x');
    await overlay.waitFor({ state: 'detached' });
    await player(page).getByRole('button', { name: 'Stop listening' }).click();
    await player(page).waitFor({ state: 'detached' });
    await expect.poll(() => theme(page)).toBe('paper');
    expect(await highlightedText(page)).toBe('');
  },
);

journey('“Two more” continues with the next tale, and stops if it cannot be loaded', async ({ open }) => {
  const page = await open({ expected: [/ERR_FAILED/] });
  await stubVoices(page, VOICES);
  await listen(page, 'cinderella');
  const next = page.locator('a[rel=next] b');
  const title = await next.innerText();
  await player(page).getByRole('button', { name: 'Bedtime' }).click();
  await page.getByRole('button', { name: 'Two more' }).click();
  await playLastSentence(page);
  await endSentence(page);
  await waitForPage(page, '**/tale/*', title);
  await expect.poll(async () => (await listSpoken(page)).at(-1)).toBe(title);
  await expectHighlighted(page, title);
  await player(page).getByRole('button', { name: 'Bedtime: 2 tales' }).waitFor();

  await page.route('**/api/v1/tales/*', (route) => route.abort());
  await playLastSentence(page);
  await endSentence(page);
  await page.getByRole('button', { name: 'Good night' }).click();
  await player(page).getByText("Couldn't open the next tale.").waitFor();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await player(page).waitFor({ state: 'detached' });
  await expect.poll(() => theme(page)).toBe('paper');
});

journey('without voices, a message is shown and the page scrolls automatically', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  await stubVoices(page, []);
  await page.addInitScript(() => localStorage.setItem('talewood.pace', JSON.stringify({ silent: 300, aloud: 400 })));
  await listen(page, 'rapunzel');
  await player(page).getByText('This device has no voices. The page scrolls automatically instead.').waitFor();
  await player(page).getByRole('button', { name: 'Speed: 400' }).waitFor();
  const first = await highlightedText(page);
  const top = await page.evaluate(() => scrollY);
  await expect.poll(() => highlightedText(page)).not.toBe(first);
  await page.waitForFunction((before) => scrollY > before + 40, top);
  await page.keyboard.press('k');
  await player(page).getByRole('button', { name: 'Play' }).waitFor();
});

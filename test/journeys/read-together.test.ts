import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { urls } from '#src/urls.ts';
import { expectAccessible } from './expect-accessible.ts';
import { DESKTOP, journey, PHONE, visit } from './journey.ts';
import { endSentence, highlightedText, listSpoken, stubVoices } from './speech-stub.ts';

/** Two visitors without an account read a tale together. */

const VOICES = [{ name: 'Daniel', lang: 'en-GB', localService: true }];
const OFFLINE_MS = 20_000;

const bar = (page: Page) => page.getByRole('region', { name: 'Read together' });
const next = (page: Page) => bar(page).getByRole('button', { name: 'Next sentence' });
const people = (page: Page) => bar(page).getByRole('button', { name: 'People' });

/** Starts on the page of a tale, and returns the link for guests. */
async function start(page: Page): Promise<string> {
  await visit(page, urls.tale('rapunzel'));
  await page.getByRole('button', { name: 'Read together' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite to read together' });
  await dialog.getByRole('img', { name: 'QR code that opens Rapunzel' }).waitFor();
  const link = await dialog.getByLabel('Link to share').inputValue();
  expect(link).toMatch(/\/together\/[a-z]+-[a-z]+-[a-z]+$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await bar(page).getByText('You are reading').waitFor();
  return new URL(link).pathname;
}

async function follow(page: Page, link: string): Promise<void> {
  await visit(page, link);
  await bar(page).getByText('is reading').waitFor();
}

async function expectSame(reader: Page, guest: Page): Promise<void> {
  const sentence = await highlightedText(reader);
  expect(sentence).not.toBe('');
  await expect.poll(() => highlightedText(guest)).toBe(sentence);
}

journey('a guest follows the reader, hears the sentence, waves, leads for a while, and keeps the tale at the end', async ({ open }) => {
  const reader = await open({ viewport: DESKTOP });
  const link = await start(reader);
  await next(reader).click();
  await next(reader).click();
  const guest = await open({ viewport: PHONE });
  await stubVoices(guest, VOICES);
  await follow(guest, link);
  await expectSame(reader, guest);
  await expectAccessible(guest);
  await next(reader).focus();
  await reader.keyboard.press('Enter');
  await expectSame(reader, guest);

  await bar(guest).getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => listSpoken(guest)).toHaveLength(1);
  await next(reader).click();
  await expectSame(reader, guest);
  await endSentence(guest);
  await expect.poll(async () => (await listSpoken(guest)).at(-1)).toBe(await highlightedText(guest));
  await bar(guest).getByRole('button', { name: 'Listen' }).click();

  await people(guest).click();
  await guest.getByLabel('Your first name').fill('Mia');
  await guest.getByRole('button', { name: 'Show name' }).click();
  await guest.keyboard.press('Escape');
  await bar(guest).getByRole('button', { name: 'Wave' }).click();
  await bar(reader).getByText('Mia waves').waitFor();

  await people(reader).click();
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Hand over to Mia' }).click();
  await next(guest).click();
  await expectSame(guest, reader);
  await reader.getByRole('button', { name: 'Take back reading' }).click();
  await reader.keyboard.press('Escape');
  await next(reader).click();
  await expectSame(reader, guest);

  await bar(reader).getByRole('button', { name: 'End reading together' }).click();
  await reader.getByRole('button', { name: 'End for everyone' }).click();
  await bar(guest).getByText('Reading together has ended').waitFor();
  expect(await guest.locator('#tale-text').innerText()).toContain('rapunzel');
  await bar(guest).getByRole('link', { name: 'Continue on your own' }).click();
  await guest.waitForURL(urls.tale('rapunzel'));
});

journey('in class mode a pupil looks around and returns to the teacher; after a reload both are who they were', async ({ open }) => {
  const teacher = await open();
  const link = await start(teacher);
  for (let step = 0; step < 12; step += 1) await next(teacher).click();
  const pupil = await open({ viewport: PHONE });
  await follow(pupil, link);
  await people(teacher).click();
  await teacher.getByLabel('Class mode').check();
  await bar(pupil).getByText('The teacher is reading').waitFor();
  await expect.poll(() => teacher.getByRole('button', { name: /^Hand over/ }).count()).toBe(0);
  await expectSame(teacher, pupil);
  await pupil.mouse.move(100, 300);
  await pupil.mouse.wheel(0, -5_000);
  const back = bar(pupil).getByRole('button', { name: 'Return to the teacher' });
  await back.waitFor();
  await bar(teacher).getByText('1 guest, 1 looking around').waitFor();
  await teacher.keyboard.press('Escape');
  await next(teacher).click();
  await back.click();
  await expect.poll(() => back.count()).toBe(0);
  await expectSame(teacher, pupil);
  for (const page of [teacher, pupil]) await page.reload();
  await bar(teacher).getByText('You are reading').waitFor();
  await bar(pupil).getByText('The teacher is reading').waitFor();
  await expectSame(teacher, pupil);
});

journey('a guest who is offline for 20 seconds keeps the tale, and is at the sentence within a second after', async ({ open }) => {
  const reader = await open();
  const link = await start(reader);
  await next(reader).click();
  const guest = await open({ viewport: PHONE, fresh: true, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await follow(guest, link);
  await expectSame(reader, guest);
  await guest.context().setOffline(true);
  await bar(guest).getByText('Reconnecting…').waitFor();
  const since = Date.now();
  await expect
    .poll(
      async () => {
        await next(reader).click();
        return Date.now() - since;
      },
      { timeout: OFFLINE_MS + 10_000, interval: 4_000 },
    )
    .toBeGreaterThan(OFFLINE_MS);
  expect(await guest.locator('#tale-text').innerText()).toContain('rapunzel');
  const sentence = await highlightedText(reader);
  await guest.context().setOffline(false);
  await expect.poll(() => highlightedText(guest), { interval: 50 }).toBe(sentence);
  await bar(guest).getByText('is reading').waitFor();
});

journey('without JavaScript the tale is there, and after the end a message says what to do', async ({ open }) => {
  const reader = await open();
  const link = await start(reader);
  const plain = await open({ javaScriptEnabled: false });
  await plain.goto(link);
  expect(await plain.getByRole('heading', { level: 1 }).innerText()).toBe('Rapunzel');
  expect(await plain.locator('#tale-text').innerText()).toContain('rapunzel');
  expect(await plain.locator('main noscript').textContent()).toContain('Following the reader needs JavaScript.');
  const gone = await open({ expected: [/status of 404/] });
  await gone.goto(urls.together('brave-little-fox'));
  await gone.getByRole('heading', { name: 'No one is reading here' }).waitFor();
  await gone.getByRole('link', { name: 'Browse Tales' }).waitFor();
});

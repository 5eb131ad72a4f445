import { expect } from 'vitest';
import { ACCOUNT_TEXT, EMAIL_PLACEHOLDER } from '#src/features/newsletter/components/newsletter-text.ts';
import { journey, PHONE, visit } from './journey.ts';
import { inDatabase, openSettings, section } from './settings-steps.ts';
import { message, signIn, signInAs } from './users.ts';

/** What is saved as soon as it is chosen: the colour of the page, veiled ages, the newsletter. */

journey('a colour chosen in the settings is there on another device, and one chosen while reading comes back', async ({ open }) => {
  const page = await open();
  const person = await signIn(page);
  await openSettings(page);
  await page.getByRole('radio', { name: 'Night' }).check();
  await message(page, 'Settings saved', '').waitFor();
  const phone = await open({ viewport: PHONE });
  await signInAs(phone, person);
  await visit(phone, '/tale/rapunzel');
  await phone.waitForFunction(() => document.documentElement.dataset.theme === 'night');
  await phone.getByRole('button', { name: 'Settings', exact: true }).click();
  const saved = phone.waitForResponse((answer) => answer.url().endsWith('/api/v1/account/settings'));
  await phone.getByRole('radio', { name: 'Sepia' }).check();
  expect((await saved).status()).toBe(200);
  await openSettings(page);
  expect(await page.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(true);
});

journey('tales of an age are veiled in lists, before scripts, and each can be shown', async ({ open }) => {
  const page = await open();
  await signIn(page);
  await openSettings(page);
  await page.getByRole('checkbox', { name: 'Ages 6 to 8' }).check();
  await message(page, 'Settings saved', '').waitFor();
  await visit(page, '/tales?age=6-8');
  const card = page.getByRole('article').first();
  const title = card.getByRole('heading');
  expect(await title.isVisible()).toBe(false);
  await card.getByRole('button', { name: /^Show / }).press('Enter');
  await title.waitFor();
  expect(await title.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true);
  await visit(page, '/tales?age=9-12');
  expect(await page.getByRole('article').first().getByRole('heading').isVisible()).toBe(true);
  await page.locator('.name-menu summary').click();
  await page.locator('.name-menu').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await visit(page, '/tales?age=6-8');
  expect(await page.getByRole('article').first().getByRole('heading').isVisible()).toBe(false);
});

journey('a choice that cannot be saved goes back, and that is said', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  await signIn(page);
  await openSettings(page);
  await page.route('**/api/v1/account/settings', (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Ages 3 to 5' }).click();
  await message(page, 'Error', 'Could not reach the server').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Ages 3 to 5' }).isChecked()).toBe(false);
});

journey('a yes to the newsletter is given and taken back by keyboard, and is kept', async ({ open }) => {
  const page = await open();
  const { id, email } = await signIn(page);
  const inTable = () => inDatabase('select status, consent_text from newsletter_subscribers where user_id = $1', [id]);
  await openSettings(page);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Newsletter' }).waitFor();
  const letter = section(page, 'Newsletter');
  await letter.getByText(ACCOUNT_TEXT.offer.replace(EMAIL_PLACEHOLDER, email)).waitFor();
  const box = letter.getByRole('checkbox', { name: 'Send me the weekly newsletter' });
  expect(await box.isChecked()).toBe(false);
  await box.press('Space');
  await message(page, 'Settings saved', '').waitFor();
  await letter.getByText('Subscribed since').waitFor();
  const consent_text = `${ACCOUNT_TEXT.offer} ${ACCOUNT_TEXT.yes}`;
  expect(await inTable()).toEqual([{ status: 'confirmed', consent_text }]);
  await openSettings(page);
  expect(await box.isChecked()).toBe(true);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/account/newsletter'));
  await box.press('Space');
  expect((await saved).status()).toBe(200);
  await openSettings(page);
  expect(await box.isChecked()).toBe(false);
  expect(await letter.getByText('Subscribed since').count()).toBe(0);
  expect(await inTable()).toEqual([{ status: 'unsubscribed', consent_text: null }]);
});

journey('a yes to the newsletter that cannot be saved goes back, and that is said', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  const { id } = await signIn(page);
  await openSettings(page);
  await page.route('**/api/v1/account/newsletter', (route) => route.abort());
  const box = section(page, 'Newsletter').getByRole('checkbox');
  await box.click();
  await message(page, 'Error', 'Could not reach the server').waitFor();
  expect(await box.isChecked()).toBe(false);
  expect(await inDatabase('select 1 from newsletter_subscribers where user_id = $1', [id])).toEqual([]);
  await page.unroute('**/api/v1/account/newsletter');
  await box.click();
  await message(page, 'Settings saved', '').waitFor();
  expect(await box.isChecked()).toBe(true);
});

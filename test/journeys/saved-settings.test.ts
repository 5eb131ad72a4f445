import { expect } from 'vitest';
import { ACCOUNT_TEXT, EMAIL_PLACEHOLDER } from '#src/features/newsletter/components/signup-text.ts';
import { journey, PHONE, visit } from './journey.ts';
import { openSettings, queryDatabase, section } from './settings-steps.ts';
import { signIn, signInAs, toast } from './users.ts';

/** Settings saved on change: theme, hidden ages and the newsletter. */

journey(
  'a theme chosen in the settings is applied on another device, and one chosen on a tale is shown in the settings',
  async ({ open }) => {
    const page = await open();
    const user = await signIn(page);
    await openSettings(page);
    await page.getByRole('radio', { name: 'Night' }).check();
    await toast(page, 'Settings saved', '').waitFor();
    const phone = await open({ viewport: PHONE });
    await signInAs(phone, user);
    await visit(phone, '/tale/rapunzel');
    await phone.waitForFunction(() => document.documentElement.dataset.theme === 'night');
    await phone.getByRole('button', { name: 'Settings', exact: true }).click();
    const saved = phone.waitForResponse((response) => response.url().endsWith('/api/v1/account/settings'));
    await phone.getByRole('radio', { name: 'Sepia' }).check();
    expect((await saved).status()).toBe(200);
    await openSettings(page);
    expect(await page.getByRole('radio', { name: 'Sepia' }).isChecked()).toBe(true);
  },
);

journey('tales of hidden ages are hidden in lists, also after logging out, and each can be revealed', async ({ open }) => {
  const page = await open();
  await signIn(page);
  await openSettings(page);
  await page.getByRole('checkbox', { name: 'Ages 6 to 8' }).check();
  await toast(page, 'Settings saved', '').waitFor();
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

journey('a setting that fails to save is reset, and an error is shown', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  await signIn(page);
  await openSettings(page);
  await page.route('**/api/v1/account/settings', (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Ages 3 to 5' }).click();
  await toast(page, 'Error', 'Could not reach the server').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Ages 3 to 5' }).isChecked()).toBe(false);
});

journey('subscribing to the newsletter and unsubscribing by keyboard is saved', async ({ open }) => {
  const page = await open();
  const { id, email } = await signIn(page);
  const listRows = () => queryDatabase('select status, consent_text from newsletter_subscribers where user_id = $1', [id]);
  await openSettings(page);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Newsletter' }).waitFor();
  const newsletter = section(page, 'Newsletter');
  await newsletter.getByText(ACCOUNT_TEXT.offer.replace(EMAIL_PLACEHOLDER, email)).waitFor();
  const box = newsletter.getByRole('checkbox', { name: 'Send me the weekly newsletter' });
  expect(await box.isChecked()).toBe(false);
  await box.press('Space');
  await toast(page, 'Settings saved', '').waitFor();
  await newsletter.getByText('Subscribed since').waitFor();
  const consent_text = `${ACCOUNT_TEXT.offer} ${ACCOUNT_TEXT.yes}`;
  expect(await listRows()).toEqual([{ status: 'confirmed', consent_text }]);
  await openSettings(page);
  expect(await box.isChecked()).toBe(true);
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/account/newsletter'));
  await box.press('Space');
  expect((await saved).status()).toBe(200);
  await openSettings(page);
  expect(await box.isChecked()).toBe(false);
  expect(await newsletter.getByText('Subscribed since').count()).toBe(0);
  expect(await listRows()).toEqual([{ status: 'unsubscribed', consent_text: null }]);
});

journey('a newsletter subscription that fails to save is reset, and an error is shown', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  const { id } = await signIn(page);
  await openSettings(page);
  await page.route('**/api/v1/account/newsletter', (route) => route.abort());
  const box = section(page, 'Newsletter').getByRole('checkbox');
  await box.click();
  await toast(page, 'Error', 'Could not reach the server').waitFor();
  expect(await box.isChecked()).toBe(false);
  expect(await queryDatabase('select 1 from newsletter_subscribers where user_id = $1', [id])).toEqual([]);
  await page.unroute('**/api/v1/account/newsletter');
  await box.click();
  await toast(page, 'Settings saved', '').waitFor();
  expect(await box.isChecked()).toBe(true);
});

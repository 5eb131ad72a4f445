import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { arrived, journey, PHONE, visit } from './journey.ts';
import { linkMailedTo } from './mailbox.ts';
import { message, newAddress } from './people.ts';
import { STATUS_IN_CONSOLE } from './places.ts';
import { inDatabase } from './settings-steps.ts';

/** The weekly letter, from the form at home to the link at its foot. */

const ASKED = 'Please confirm that you want our letter';
const field = (page: Page) => page.getByRole('region', { name: 'A letter from the wood' }).getByLabel('Email address');
const inFoot = (page: Page) => page.getByRole('contentinfo').getByLabel('Email address');
const statusOf = async (email: string) =>
  (await inDatabase('select status, frequency from newsletter_subscribers where email = $1', [email]))[0];

/** The link at the foot of a letter. */
async function footLink(email: string, page: 'unsubscribe' | 'preferences'): Promise<string> {
  const [row] = await inDatabase('select key from newsletter_subscribers where email = $1', [email]);
  return `/newsletter/${page}?key=${(row as { key: string }).key}`;
}

journey('by keyboard, on a phone: asked for, confirmed, made rarer and left', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const email = newAddress();
  await visit(page, '/');
  await field(page).press('Enter');
  await message(page, 'Email cannot be empty', 'Please enter a valid email address').waitFor();
  await field(page).fill('nobody');
  await field(page).press('Enter');
  await page.locator('#newsletter-home[aria-invalid]:focus').waitFor();
  expect(await field(page).inputValue()).toBe('nobody');
  await expectAccessible(page);
  await field(page).fill(email);
  await field(page).press('Enter');
  await message(page, 'Check Your Email', "We've sent you a confirmation email").waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  const link = await linkMailedTo(email, ASKED);
  for (const _ of [1, 2]) await visit(page, link);
  expect(await statusOf(email)).toMatchObject({ status: 'pending' });
  await page.getByRole('button', { name: 'Yes, send me the letter' }).press('Enter');
  await message(page, 'Subscription successful!', 'Thank you for subscribing to our magical newsletter').waitFor();
  await arrived(page, '**/newsletter/welcome', 'Subscription successful!');
  await visit(page, await footLink(email, 'preferences'));
  await page.getByRole('radio', { name: 'Every week' }).press('ArrowDown');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await message(page, 'Settings saved', '').waitFor();
  expect(await statusOf(email)).toEqual({ status: 'confirmed', frequency: 'monthly' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Send me no more letters' }).press('Enter');
  await page.getByRole('button', { name: 'Send me no more letters' }).press('Enter');
  await page.locator('h1:focus', { hasText: 'No more letters' }).waitFor();
  await expectAccessible(page);
  expect(await statusOf(email)).toMatchObject({ status: 'unsubscribed' });
});

journey('with scripts off: the same by forms alone, from the foot of any page', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  const email = newAddress();
  await page.goto('/authors');
  await inFoot(page).fill('nobody');
  await inFoot(page).press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  expect([new URL(page.url()).pathname, await field(page).inputValue()]).toEqual(['/', 'nobody']);
  await field(page).fill(email);
  await field(page).press('Enter');
  await arrived(page, '**/newsletter/sent', 'Check Your Email');
  const link = await linkMailedTo(email, ASKED);
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, send me the letter' }).click();
  await arrived(page, '**/newsletter/welcome', 'Subscription successful!');
  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, send me the letter' }).click();
  await page.getByRole('heading', { level: 1, name: 'This link has faded' }).waitFor();
  await page.goto(await footLink(email, 'preferences'));
  await page.getByRole('radio', { name: 'Only the first letter of a month' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await page.getByRole('radio', { name: 'Only the first letter of a month' }).isChecked()).toBe(true);
  await page.getByRole('link', { name: 'Send me no more letters' }).click();
  await page.getByRole('button', { name: 'Send me no more letters' }).click();
  await page.getByRole('heading', { level: 1, name: 'No more letters' }).waitFor();
  expect(await statusOf(email)).toEqual({ status: 'unsubscribed', frequency: 'monthly' });
});

journey('without a connection what was typed stays, and is sent later', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  const email = newAddress();
  await visit(page, '/recent');
  // The words of messages come with the first one.
  await inFoot(page).press('Enter');
  await message(page, 'Email cannot be empty', 'Please enter a valid email address').waitFor();
  await inFoot(page).fill(email);
  await page.route('**/api/v1/newsletter', (route) => route.abort());
  await inFoot(page).press('Enter');
  await message(page, 'Nothing was sent', 'We cannot be reached just now').waitFor();
  expect(await inFoot(page).inputValue()).toBe(email);
  await page.unroute('**/api/v1/newsletter');
  await inFoot(page).press('Enter');
  await message(page, 'Check Your Email', "We've sent you a confirmation email").waitFor();
  expect(await statusOf(email)).toMatchObject({ status: 'pending' });
});

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { waitForEmailLink } from './mailbox.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { queryDatabase } from './settings-steps.ts';
import { signIn, toast, uniqueEmail } from './users.ts';

/** The newsletter, from the sign-up form to the links of an issue. */

const CONFIRM_SUBJECT = 'Please confirm your newsletter subscription';
const field = (page: Page) => page.getByRole('region', { name: 'Tales from the wood' }).getByLabel('Email address');
const inFooter = (page: Page) => page.getByRole('contentinfo').getByLabel('Email address');
const statusOf = async (email: string) =>
  (await queryDatabase('select status, frequency from newsletter_subscribers where email = $1', [email]))[0];

/** A link in the footer of an issue. */
async function footerLink(email: string, page: 'unsubscribe' | 'preferences'): Promise<string> {
  const [row] = await queryDatabase('select key from newsletter_subscribers where email = $1', [email]);
  return `/newsletter/${page}?key=${(row as { key: string }).key}`;
}

journey('by keyboard on a phone: sign up, confirm, change frequency, unsubscribe', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const email = uniqueEmail();
  await visit(page, '/');
  await field(page).press('Enter');
  await toast(page, 'Email cannot be empty', 'Please enter a valid email address').waitFor();
  await field(page).fill('nobody');
  await field(page).press('Enter');
  await page.locator('#newsletter-home[aria-invalid]:focus').waitFor();
  expect(await field(page).inputValue()).toBe('nobody');
  await expectAccessible(page);
  await field(page).fill(email);
  await field(page).press('Enter');
  await toast(page, 'Check Your Email', "We've sent you a confirmation email").waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('');
  const link = await waitForEmailLink(email, CONFIRM_SUBJECT);
  for (const _ of [1, 2]) await visit(page, link);
  expect(await statusOf(email)).toMatchObject({ status: 'pending' });
  await page.getByRole('button', { name: 'Confirm subscription' }).press('Enter');
  await toast(page, 'Subscription successful!', 'Thank you for subscribing to our magical newsletter').waitFor();
  await waitForPage(page, '**/newsletter/welcome', 'Subscription successful!');
  await visit(page, await footerLink(email, 'preferences'));
  await page.getByRole('radio', { name: 'Every week' }).press('ArrowDown');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await toast(page, 'Settings saved', '').waitFor();
  expect(await statusOf(email)).toEqual({ status: 'confirmed', frequency: 'monthly' });
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Unsubscribe' }).press('Enter');
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await page.locator('h1:focus', { hasText: 'You are unsubscribed' }).waitFor();
  await expectAccessible(page);
  expect(await statusOf(email)).toMatchObject({ status: 'unsubscribed' });
});

journey('without JavaScript: the same with forms, from the footer of any page', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  const email = uniqueEmail();
  await page.goto('/authors');
  await inFooter(page).fill('nobody');
  await inFooter(page).press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  expect([new URL(page.url()).pathname, await field(page).inputValue()]).toEqual(['/', 'nobody']);
  await field(page).fill(email);
  await field(page).press('Enter');
  await waitForPage(page, '**/newsletter/sent', 'Check Your Email');
  const link = await waitForEmailLink(email, CONFIRM_SUBJECT);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await waitForPage(page, '**/newsletter/welcome', 'Subscription successful!');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await page.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();
  await page.goto(await footerLink(email, 'preferences'));
  await page.getByRole('radio', { name: 'Once a month (first issue)' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await page.getByRole('radio', { name: 'Once a month (first issue)' }).isChecked()).toBe(true);
  await page.getByRole('main').getByRole('link', { name: 'Unsubscribe' }).click();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor();
  expect(await statusOf(email)).toEqual({ status: 'unsubscribed', frequency: 'monthly' });
});

journey('an address typed while offline stays and can be sent later', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  const email = uniqueEmail();
  await visit(page, '/recent');
  // The toast code is loaded with the first toast.
  await inFooter(page).press('Enter');
  await toast(page, 'Email cannot be empty', 'Please enter a valid email address').waitFor();
  await inFooter(page).fill(email);
  await page.route('**/api/v1/newsletter', (route) => route.abort());
  await inFooter(page).press('Enter');
  await toast(page, 'Subscription failed', 'Could not reach the server').waitFor();
  expect(await inFooter(page).inputValue()).toBe(email);
  await page.unroute('**/api/v1/newsletter');
  await inFooter(page).press('Enter');
  await toast(page, 'Check Your Email', "We've sent you a confirmation email").waitFor();
  expect(await statusOf(email)).toMatchObject({ status: 'pending' });
});

journey('an administrator sees subscribers over time, after an error, with a table', async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 640 }, expected: [/status of 500 .*\/subscribers/] });
  await signIn(page, { role: 'admin' });
  const HISTORY = '**/api/v1/admin/newsletter/subscribers*';
  await page.route(HISTORY, (route) => route.fulfill({ status: 500, json: { detail: 'The database does not respond.' } }));
  await visit(page, '/manage-newsletter');
  const panel = page.getByRole('region', { name: 'Subscribers' });
  await panel.getByText('The database does not respond.').waitFor({ timeout: 30_000 });
  await page.unroute(HISTORY);
  const days = [1, 2, 3].map((day) => ({ day: `2026-05-0${day}`, confirmed: day * 40 }));
  await page.route(HISTORY, (route) => route.fulfill({ json: { days } }));
  await panel.getByRole('button', { name: 'Try again' }).press('Enter');
  await panel.getByText('120 confirmed subscribers, 80 more than on 1 May 2026.').waitFor();
  await panel.getByText('Figures: Confirmed subscribers per day').press('Enter');
  await panel.getByRole('row', { name: '2 May 2026 80' }).waitFor();
  await panel.getByLabel('Period').selectOption('Last 12 months');
  await panel.getByRole('img', { name: 'Confirmed subscribers per week' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // Buttons that are scrolled below the sticky header count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
});

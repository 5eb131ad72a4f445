import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../sql.ts';
import { journey, PHONE, visit, waitForHydration, waitForPage } from './journey.ts';
import { waitForEmailLink } from './mailbox.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { createUser, PASSWORD, toast, uniqueEmail } from './users.ts';

/** Registration, from the form to the confirmed account, with all its errors. */

const CONFIRM = 'Please confirm your email address';

journey('registers, confirms the email address, and is logged in', async ({ open }) => {
  const page = await open({ viewport: PHONE });
  const email = uniqueEmail();
  await visit(page, '/register?next=%2Ftale%2Frapunzel');
  await fillIn(page, { email });
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  await page.getByText(`A confirmation e-mail was sent to ${email}.`).waitFor();
  expect(page.url()).not.toContain('@');
  for (const text of ["We've sent you a confirmation email", 'Email Verification Required', 'Go to Login']) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await visit(page, await waitForEmailLink(email, CONFIRM));
  expect(await countSessions(email), 'the link alone does nothing').toBe(0);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await toast(page, 'Registration successful', 'Your account has been created.').waitFor();
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  await page.getByLabel('Menu').first().click();
  await page.getByText('Signed in as').waitFor();
  await page.getByText('Ines of the Wood').and(page.locator(':visible')).waitFor();
  expect(await countSessions(email)).toBe(1);
});

journey('registers and confirms without JavaScript', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  const email = uniqueEmail();
  await page.goto('/register?next=%2Ftale%2Frapunzel');
  await fillIn(page, { email });
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  await page.getByText('A confirmation e-mail was sent to the address you entered.').waitFor();
  const link = await waitForEmailLink(email, CONFIRM);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  expect(await countSessions(email)).toBe(1);

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await waitForPage(page, /\/verify/, 'This link has expired');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
});

journey('a double click on Register creates one account', async ({ open }) => {
  const page = await open();
  const email = uniqueEmail();
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/registrations')) posts += 1;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/registrations', async (route) => {
    await held;
    await route.continue();
  });
  await visit(page, '/register');
  await fillIn(page, { email });
  await page.getByRole('button', { name: 'Register' }).dblclick();
  await page.getByRole('button', { name: 'Creating account...' }).click({ force: true });
  release();
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  expect(posts).toBe(1);
  expect(await countAccounts(email)).toBe(1);
});

type Case = { name: string; fields: Partial<Fields>; error: string; label: string };

const RULES: Case[] = [
  { name: 'missing name', fields: { name: '   ' }, error: 'Please fill out all fields', label: 'Name' },
  { name: 'missing email', fields: { email: '' }, error: 'Please fill out all fields', label: 'Email' },
  { name: 'missing password', fields: { password: '', confirm: '' }, error: 'Please fill out all fields', label: 'Password' },
  { name: 'different passwords', fields: { confirm: `${PASSWORD} twice` }, error: 'Passwords do not match', label: 'Confirm Password' },
  { name: 'invalid email', fields: { email: 'gerda at home' }, error: 'Please enter a valid email address.', label: 'Email' },
];

for (const rule of RULES) {
  journey(`${rule.name}: the page shows the error, and so does the server without JavaScript`, async ({ open }) => {
    const email = uniqueEmail();
    const fields = { email, ...rule.fields };
    const page = await open();
    await visit(page, '/register');
    await fillIn(page, fields);
    await submit(page);
    await toast(page, 'Error', rule.error).waitFor();
    await expectFieldError(page, rule.label, rule.error);
    expect(await page.getByLabel(rule.label, { exact: true }).evaluate((input) => input === document.activeElement)).toBe(true);

    const noScript = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
    await noScript.goto('/register');
    await fillIn(noScript, fields);
    const responded = noScript.waitForResponse((response) => response.request().method() === 'POST');
    await submit(noScript);
    expect((await responded).status()).toBe(422);
    await noScript.getByRole('alert').getByText(rule.error).waitFor();
    await expectFieldError(noScript, rule.label, rule.error);
    expect(await noScript.getByLabel('Email').inputValue()).toBe(fields.email);
    expect(await noScript.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await countAccounts(email)).toBe(0);
  });
}

journey('a weak password shows the reasons below the field and keeps the input', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const email = uniqueEmail();
  await visit(page, '/register');
  await fillIn(page, { email, password: 'password12', confirm: 'password12' });
  await submit(page);
  await toast(page, 'Registration failed', 'Please choose a stronger password').waitFor();
  await expectFieldError(page, 'Password', 'It is one of the most common passwords.');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('password12');
  await fillIn(page, { email });
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  // Long before its timeout.
  await expect.poll(() => page.locator('.toast').count(), { timeout: 3_000 }).toBe(0);
});

journey('registering a known email address looks like registering a new one', async ({ open }) => {
  const { email } = await createUser();
  const page = await open();
  await visit(page, '/register');
  await fillIn(page, { email });
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  await waitForEmailLink(email, 'You already have an account');
});

journey('the email can be requested again after a minute, and its address changed', async ({ open }) => {
  const page = await open();
  await page.clock.install();
  const [wrong, right] = [uniqueEmail(), uniqueEmail()];
  await visit(page, '/register');
  await fillIn(page, { email: wrong });
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  const resend = page.getByRole('button', { name: 'Resend' });
  expect(await resend.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('status').filter({ hasText: 'in a minute' }).waitFor();
  await page.clock.runFor(61_000);
  await page.getByRole('status').filter({ hasText: 'You can resend the email now.' }).waitFor();
  await resend.click();
  await toast(page, 'Check Your Email', "We've sent you a confirmation email").waitFor();
  await expect.poll(() => resend.getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('link', { name: 'Change the address' }).click();
  await waitForPage(page, '**/register/address', 'Change the address');
  expect(await page.getByLabel('Email address you registered with').inputValue()).toBe(wrong);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Correct email address').fill(right);
  await page.getByRole('button', { name: 'Send to this address' }).click();
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  await page.getByText(`A confirmation e-mail was sent to ${right}.`).waitFor();
  await waitForEmailLink(right, CONFIRM);
});

journey('input typed before hydration is kept', async ({ open }) => {
  const page = await open({ fresh: true });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const chunk = /\/assets\/auth-pages.*\.js$/;
  await page.route(chunk, async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([page.waitForRequest(chunk), page.goto('/register')]);
  await page.getByLabel('Name').fill('Ines of the Wood');
  await page.getByLabel('Email').fill('ines@tales.example');
  release();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await expectFieldError(page, 'Password', 'Please fill out all fields');
  expect(await page.getByLabel('Name').inputValue()).toBe('Ines of the Wood');
  expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBeNull();
  expect(await page.getByLabel('Email').inputValue()).toBe('ines@tales.example');
});

journey('while offline it shows an error and keeps the input', async ({ open }) => {
  const page = await open({ expected: [/net::ERR_INTERNET_DISCONNECTED/, STATUS_IN_CONSOLE] });
  const email = uniqueEmail();
  await visit(page, '/register');
  await fillIn(page, { email });
  await page.context().setOffline(true);
  await submit(page);
  await page.getByRole('alert').getByText('Could not reach the server.').first().waitFor();
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
  await page.context().setOffline(false);
  await submit(page);
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  expect(await countAccounts(email)).toBe(1);
});

type Fields = { name: string; email: string; password: string; confirm: string };

async function fillIn(page: Page, fields: Partial<Fields>): Promise<void> {
  const { name, email, password, confirm } = { name: 'Ines of the Wood', email: '', password: PASSWORD, confirm: PASSWORD, ...fields };
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirm);
}

function submit(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Register' }).click();
}

/** The error is shown below the field, and is part of its accessible description. */
async function expectFieldError(page: Page, label: string, error: string): Promise<void> {
  const input = page.getByLabel(label, { exact: true });
  await page.locator('.field-wrong').getByText(error).first().waitFor();
  expect(await input.getAttribute('aria-invalid')).toBe('true');
  const ids = (await input.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const descriptions = await Promise.all(ids.map((id) => page.locator(`#${id}`).innerText()));
  expect(descriptions.join(' ')).toContain(error);
}

async function countAccounts(email: string): Promise<number> {
  return (await runSql(inject('databaseUrl'), 'select 1 from users where email = $1', [email])).length;
}

async function countSessions(email: string): Promise<number> {
  const sql = 'select 1 from sessions join users on users.id = sessions.user_id where email = $1';
  return (await runSql(inject('databaseUrl'), sql, [email])).length;
}

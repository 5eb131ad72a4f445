import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../../sql.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '../expect-accessible.ts';
import { journey, PHONE, visit } from '../journey.ts';
import { listEmails } from '../mailbox.ts';
import { STATUS_IN_CONSOLE } from '../pages.ts';
import { apiRequest, PASSWORD, signIn, toast, uniqueEmail } from '../users.ts';

/** Invitations by email. */

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const pending = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Pending invitations' }).getByRole('row').filter({ hasText: email });

/** Invites by keyboard only. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(role);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Waits for the email of an invitation, and returns path and query of its link. `than`: the link of an earlier one. */
async function waitForLink(email: string, than = ''): Promise<string> {
  let links: string[] = [];
  await expect
    .poll(async () => {
      const emails = await listEmails(email);
      links = emails
        .map(({ text }) => (text.match(/https?:\/\/\S+/)?.[0] ?? '').replace(inject('origin'), ''))
        .filter((link) => link !== than);
      return links.length;
    })
    .toBe(1);
  return links[0] ?? '';
}

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Kay');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
}

const roleOf = async (email: string) =>
  (await runSql<{ role: string }>(inject('databaseUrl'), 'select role from users where email = $1', [email]))[0]?.role;

journey('an invited administrator creates the account from the link, and the log shows it', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin', name: 'The Snow Queen' });
  await visit(page, '/manage-users');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog(page, 'Invite a person').getByRole('button', { name: 'Send invitation' }).click();
  await dialog(page, 'Invite a person').getByText('Please fill out all fields').waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Escape');
  const email = uniqueEmail();
  await invite(page, email, 'Admin');
  await toast(page, 'Invitation sent', email).waitFor();
  const link = await waitForLink(email);
  await pending(page, email).getByText('Administrator').waitFor();
  await expectAccessibleAtBothWidths(page);
  expect(await roleOf(email)).toBeUndefined();

  const kay = await open({ viewport: PHONE });
  expect(await visit(kay, link)).toBe(200);
  expect(await kay.getByLabel('Email').inputValue()).toBe(email);
  expect(await kay.getByLabel('Email').isEditable()).toBe(false);
  await fillForm(kay);
  await expectAccessibleAtBothWidths(kay);
  await kay.getByRole('button', { name: 'Create account' }).click();
  await kay.waitForURL((url) => url.pathname === '/');
  await toast(kay, 'Registration successful', 'Your account has been created.').waitFor();
  expect(await roleOf(email)).toBe('admin');

  await visit(page, '/manage-log');
  await page.getByText('Kay accepted an invitation as an administrator').first().waitFor();
  await visit(page, `/manage-users?q=${encodeURIComponent(email)}`);
  await page.getByText('1 user', { exact: true }).waitFor();
  await pending(page, email).waitFor({ state: 'detached' });
});

journey('an invitation is resent and revoked, and its old links stop working, also without JavaScript', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-users');
  const email = uniqueEmail();
  await invite(page, email, 'Reader');
  const first = await waitForLink(email);
  await runSql(inject('databaseUrl'), 'delete from rate_limits');
  await page.getByLabel(`Actions for ${email}`).click();
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  const second = await waitForLink(email, first);

  const kay = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  const submit = async (link: string) => {
    await kay.goto(link);
    await fillForm(kay);
    await kay.getByRole('button', { name: 'Create account' }).click();
  };
  await submit(first);
  await kay.getByText('Ask the administrator who invited you for a new one.').waitFor();
  await page.getByLabel(`Actions for ${email}`).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await toast(page, 'Invitation revoked', email).waitFor();
  await pending(page, email).waitFor({ state: 'detached' });
  await submit(second);
  await kay.getByText('Ask the administrator who invited you for a new one.').waitFor();
  expect(await roleOf(email)).toBeUndefined();
});

journey('the form of an invitation works without JavaScript', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-users');
  const email = uniqueEmail();
  await invite(page, email, 'Reader');
  const link = await waitForLink(email);
  const kay = await open({ javaScriptEnabled: false });
  await kay.goto(link);
  await fillForm(kay);
  await kay.getByRole('button', { name: 'Create account' }).click();
  await kay.waitForURL((url) => url.pathname === '/');
  expect(await roleOf(email)).toBe('user');
});

journey('without a mail server the link is shown to be passed on', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const link = 'https://tales.example/invitation?token=abc&email=kay%40tales.example';
  await page.route('**/api/v1/admin/invitations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), link } });
  });
  await visit(page, '/manage-users');
  await invite(page, uniqueEmail(), 'Reader');
  expect(await dialog(page, 'Pass on this link').getByLabel('Invitation link').inputValue()).toBe(link);
  await expectAccessibleAtBothWidths(page);
  await dialog(page, 'Pass on this link').getByRole('button', { name: 'Done' }).click();
  await dialog(page, 'Pass on this link').waitFor({ state: 'detached' });
});

journey('an invitation of another administrator waits, and keeps its place when it is revoked', async ({ open }) => {
  await runSql(inject('databaseUrl'), 'delete from invitations');
  const page = await open();
  await signIn(page, { role: 'admin' });
  await visit(page, '/manage-users');
  const users = page.locator('table.has-initials');
  await users.waitFor();
  const top = (await users.boundingBox())?.y;
  const other = await open();
  await signIn(other, { role: 'admin', name: 'Kay' });
  await visit(other, '/');
  const email = uniqueEmail();
  const invited = await apiRequest<{ invitation: { id: string } }>(other, 'POST', '/admin/invitations', { email, role: 'editor' });
  const button = page.getByRole('button', { name: 'Show 1 new invitation' });
  await button.waitFor();
  expect((await users.boundingBox())?.y).toBe(top);
  await button.press('Enter');
  await pending(page, email).getByText('Invited by Kay').waitFor();
  const shown = (await users.boundingBox())?.y;
  await pending(page, email).locator('summary').focus();
  expect((await apiRequest(other, 'DELETE', `/admin/invitations/${invited.body.invitation.id}`)).status).toBe(204);
  const removed = page.getByRole('row').filter({ hasText: 'This invitation was accepted or deleted' });
  await removed.waitFor();
  expect((await users.boundingBox())?.y).toBe(shown);
  expect(await removed.evaluate((row) => row === document.activeElement)).toBe(true);
  expect(await removed.locator('summary').isVisible()).toBe(false);
  await expectAccessible(page);
});

import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { runSql } from '../sql.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { createUser, signIn } from './users.ts';

/** The screens of administrators. Each journey has people of its own, found by a word in their names. */

const words = () => `w${crypto.randomUUID().slice(0, 8)}`;
const dbRows = <Row extends object>(text: string, values: unknown[]) =>
  runSql<Row & Record<string, unknown>>(inject('databaseUrl'), text, values);
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function openUsers(page: Page, q: string): Promise<void> {
  await visit(page, `/manage-users?q=${q}`);
  await page.getByRole('table').waitFor();
}

journey('an administrator finds a user and disables the account by keyboard', async ({ open }) => {
  const word = words();
  const page = await open();
  await signIn(page, { role: 'admin', name: 'The Snow Queen' });
  const kai = await createUser({ name: `Kai ${word}` });
  await visit(page, '/manage-tales');
  await waitForPage(page, '**/manage-tales', 'Manage Fairy Tales');
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Users' }).press('Enter');
  await waitForPage(page, '**/manage-users', 'Users');
  await page.getByLabel('Search users').focus();
  await page.keyboard.type(word);
  await page.waitForURL(`**/manage-users?q=${word}`);
  await page.getByText('1 user', { exact: true }).waitFor();
  const actions = page.getByLabel(`Actions for ${kai.name}`);
  await actions.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Disable account' }).isVisible()).toBe(false);
  await actions.press('Enter');
  await page.getByRole('button', { name: 'Disable account' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await actions.evaluate((summary) => summary === document.activeElement)).toBe(true);
  await actions.press('Enter');
  await page.getByRole('button', { name: 'Disable account' }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .filter({ hasText: `The account of ${kai.name} was disabled.` })
    .waitFor();
  await rowOf(page, kai.name).getByText('Disabled').waitFor();
  expect(await dbRows('select from sessions where user_id = $1', [kai.id])).toEqual([]);
  await page.reload();
  await rowOf(page, kai.name).getByText('Disabled').waitFor();
});

journey('a role is granted, and the audit log shows it', async ({ open }) => {
  const word = words();
  const page = await open();
  await signIn(page, { role: 'admin', name: `Queen ${word}` });
  await createUser({ name: `Gerda ${word}` });
  await openUsers(page, word);
  expect(await page.getByLabel(`Actions for Queen ${word}`).count(), 'nothing to do to oneself').toBe(0);
  await page.getByLabel(`Actions for Gerda ${word}`).click();
  await page.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog', { name: `Change the role of Gerda ${word}` });
  await dialog.getByLabel('Role').selectOption('Editor');
  await dialog.getByText('They have to log in again.').waitFor();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `Gerda ${word} is now an editor.` })
    .waitFor();
  await rowOf(page, `Gerda ${word}`).getByText('Editor', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await waitForPage(page, '**/manage-log', 'Audit log');
  const entry = rowOf(page, `Made Gerda ${word} an editor`);
  expect(await entry.getByRole('cell').nth(1).textContent()).toBe(`Queen ${word}`);
});

journey('an editor manages tales, but not the site', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'editor' });
  await visit(page, '/');
  await page.locator('header').getByRole('link', { name: 'Manage Tales' }).click();
  await page.getByRole('table').waitFor();
  const links = page.getByRole('navigation', { name: 'Manage' }).getByRole('link');
  const names = await links.allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Tales', 'Import', 'Newsletter']));
  for (const name of ['Users', 'Messages', 'Pages', 'Operations', 'Failed emails', 'Audit log', 'API keys', 'Settings'])
    expect(names).not.toContain(name);
  await page.goto('/manage-users');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText('Your role does not have access to this page.').waitFor();
});

journey('a rejected change shows an error and is not displayed', async ({ open }) => {
  const word = words();
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  const kai = await createUser({ name: `Kai ${word}` });
  await openUsers(page, word);
  await page.getByLabel(`Actions for ${kai.name}`).click();
  await page.getByRole('button', { name: 'Change role' }).click();
  await dbRows('update users set email_verified = false where id = $1', [kai.id]);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Administrator');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await dialog.getByRole('alert').getByText('This email address has not been confirmed yet.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await rowOf(page, kai.name).getByText('Administrator', { exact: true }).count()).toBe(0);
});

journey('a removed role redirects away from the admin screens at the next request', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  // Where WebSockets are blocked; otherwise the page is told at once.
  await page.routeWebSocket('**/api/v1/realtime', () => {});
  const queen = await signIn(page, { role: 'admin' });
  await visit(page, '/manage-tales');
  await page.getByRole('table').waitFor();
  await dbRows("update users set role = 'user' where id = $1", [queen.id]);
  await page.getByLabel('Search tales to manage').fill('rapunzel');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText('You no longer have permission to do that').waitFor();
  await page.locator('header').getByRole('link', { name: 'Manage Tales' }).waitFor({ state: 'hidden' });
});

journey('visitors are redirected to the login page and readers to home, with a reason', async ({ open }) => {
  const page = await open();
  await visit(page, '/manage-users?q=kai');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login?next=%2Fmanage-users%3Fq%3Dkai');
  await signIn(page);
  await visit(page, '/manage-users');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByText('Your role does not have access to this page.').waitFor();
});

journey('a list that fails to load shows an error and can be retried', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  // Once connected, the live list would load by itself, perhaps before "Try again" is pressed.
  await page.routeWebSocket('**/api/v1/realtime', () => {});
  await signIn(page, { role: 'admin' });
  await page.route('**/api/v1/admin/tales*', (route) => route.fulfill({ status: 400, json: { detail: 'The shelf is stuck.' } }));
  await visit(page, '/manage-tales');
  await page.getByRole('alert').filter({ hasText: 'Error loading tales' }).getByText('The shelf is stuck.').waitFor();
  await page.unroute('**/api/v1/admin/tales*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Search tales to manage').fill('rapunzel');
  await page.getByRole('button', { name: 'Rapunzel', exact: true }).waitFor();
  await page.getByLabel('Search tales to manage').fill('no such tale');
  await page.getByText('No tales found').waitFor();
});

/** A mail that no job will send. */
async function addDeadMail(): Promise<string> {
  const to = `${words()}@tales.example`;
  await dbRows(
    "insert into outbound_emails (to_address, template, subject, html, text, attempts, last_error) values ($1, 'verify', 'Please confirm', 'h', 't', 23, 'ESOCKET')",
    [to],
  );
  return to;
}

journey('a failed email is sent again', async ({ open }) => {
  const page = await open();
  await signIn(page, { role: 'admin' });
  const to = await addDeadMail();
  await visit(page, '/manage-mails');
  await page.getByRole('button', { name: `Retry the email to ${to}` }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `The email to ${to} will be sent again.` })
    .waitFor();
  await rowOf(page, to).waitFor({ state: 'detached' });
  await expect.poll(() => dbRows('select from outbound_emails where to_address = $1 and sent_at is not null', [to])).toHaveLength(1);
});

journey('the states of admin screens that no address names are accessible and fit the page', async ({ open }) => {
  const word = words();
  const page = await open({ viewport: PHONE });
  await signIn(page, { role: 'admin', name: `Queen ${word}` });
  await createUser({ name: `Kai ${word}`, isVerified: false });
  await openUsers(page, word);
  await page.getByLabel(`Actions for Kai ${word}`).click();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectAccessibleAtBothWidths(page);

  await visit(page, '/manage-users?q=nobody-at-all');
  await page.getByText('No users found').waitFor();
  await expectAccessibleAtBothWidths(page);

  await addDeadMail();
  await visit(page, '/manage-mails');
  await page.getByRole('table').waitFor();
  await expectAccessibleAtBothWidths(page);

  await visit(page, '/manage-settings');
  expect(await page.getByLabel('Require source and rights to publish a tale').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  await expectAccessibleAtBothWidths(page);
});

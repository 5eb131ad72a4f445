import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../totp.ts';
import { PASSWORD } from '../users.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { waitForEmailLink } from './mailbox.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { openSettings, queryDatabase, section } from './settings-steps.ts';
import { signIn, signInAs, toast } from './users.ts';

/** Profile and account settings. */

const NEW_PASSWORD = 'a lantern under the frozen river';
/** Waits until the password field has the focus. */
const waitForPasswordFocus = (section: Locator) => section.locator('input[type=password]:focus').waitFor();

journey('profile and settings are accessible in their states', async ({ open }) => {
  const page = await open({ viewport: PHONE, expected: [STATUS_IN_CONSOLE] });
  await signIn(page, { role: 'admin' });
  await visit(page, '/profile');
  await page.getByRole('heading', { name: 'Edit profile' }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await openSettings(page);
  await section(page, 'Newsletter').getByRole('checkbox').check();
  await section(page, 'Newsletter').getByText('Subscribed since').waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  await section(page, 'Password').getByText('Please fill out all fields').first().waitFor();
  await page.getByRole('button', { name: 'Set up' }).click();
  await section(page, 'Two-factor authentication').getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').waitFor();
  await expectAccessibleAtBothWidths(page);
});

journey('name and avatar are changed by keyboard, and the header shows the new name', async ({ open }) => {
  const page = await open();
  const { id } = await signIn(page);
  await visit(page, '/profile');
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await page.locator('.field-wrong').getByText('Please fill out all fields').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Gerda the Bold');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await toast(page, 'Profile updated', 'Your changes have been saved.').waitFor();
  await page.locator('.name-menu summary').getByText('Gerda the Bold').waitFor();
  expect(await queryDatabase('select name, image from users where id = $1', [id])).toEqual([{ name: 'Gerda the Bold', image: 'owl' }]);
});

journey('an account that fails to load shows an error and can be retried', async ({ open }) => {
  const page = await open({ expected: [/Failed to load resource/] });
  await signIn(page);
  await page.route('**/api/v1/account', (route) => route.abort());
  await visit(page, '/settings');
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/api/v1/account');
  await page.getByRole('button', { name: 'Try again' }).click();
  await section(page, 'Reading').waitFor();
});

journey('changing the password logs out other devices', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const user = await signIn(page);
  const phone = await open({ viewport: PHONE });
  await signInAs(phone, user);
  await openSettings(page);
  const form = section(page, 'Password');
  await form.getByLabel('Current password', { exact: true }).fill('not the right one at all');
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.locator('.field-wrong').getByText('That is not your current password.').waitFor();
  expect(await form.getByLabel('New password', { exact: true }).inputValue()).toBe(NEW_PASSWORD);
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Password changed', 'You can log in with your new password.').waitFor();
  await visit(phone, '/settings');
  await waitForPage(phone, '**/login?next=%2Fsettings', 'Login');
});

journey('a new email address takes effect after confirming its link', async ({ open }) => {
  const page = await open();
  const { email } = await signIn(page);
  const wanted = `new-${email}`;
  await openSettings(page);
  const form = section(page, 'Email');
  await form.getByLabel('New email address').fill(wanted);
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await form.getByText('Waiting for your confirmation').waitFor();
  const link = await waitForEmailLink(wanted, 'Please confirm your new email address');
  // A request for the library that is still open would be refused, as it names the account by its former address.
  const library = page.waitForResponse((response) => response.url().endsWith('/api/v1/bookshelf'));
  await visit(page, link);
  await library;
  await page.getByRole('button', { name: 'Use this address' }).click();
  await toast(page, 'Profile updated', 'Your changes have been saved.').waitFor();
  await section(page, 'Email').getByText(wanted, { exact: true }).waitFor();
});

journey('a second factor is set up, required at the next login, and turned off', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const user = await signIn(page);
  await openSettings(page);
  const factor = section(page, 'Two-factor authentication');
  await factor.getByRole('button', { name: 'Set up' }).press('Enter');
  await waitForPasswordFocus(factor);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const key = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await factor.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await factor.locator('.field-wrong').getByText('Wrong code').waitFor();
  await factor.getByLabel('Code from the app').fill(totpOf(`otpauth://totp/Talewood?secret=${key}`));
  await page.keyboard.press('Enter');
  await factor.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const code = (await factor.getByRole('listitem').first().textContent()) ?? '';
  const file = page.waitForEvent('download');
  await factor.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('talewood-recovery-codes.txt');
  await factor.getByRole('button', { name: "I've saved them" }).click();
  await factor.getByText('10 recovery codes left.').waitFor();

  const phone = await open({ viewport: PHONE });
  await visit(phone, '/login?next=%2Fsettings');
  await phone.getByLabel('Email').fill(user.email);
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await phone.keyboard.press('Enter');
  await phone.waitForURL('**/login/code**');
  await phone.getByRole('textbox').first().fill(code);
  await phone.keyboard.press('Enter');
  await section(phone, 'Two-factor authentication').getByText('9 recovery codes left.').waitFor();

  await factor.getByRole('button', { name: 'Turn off' }).click();
  await waitForPasswordFocus(factor);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await factor.getByRole('button', { name: 'Set up' }).waitFor();
  expect(await factor.getByRole('button', { name: 'Set up' }).evaluate((button) => button === document.activeElement)).toBe(true);
});

journey('a passkey is added and named, logs in, and is removed', async ({ open }) => {
  const page = await open();
  await signIn(page);
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await openSettings(page);
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await waitForPasswordFocus(passkeys);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Passkey added', 'You can now log in with it.').waitFor();
  await passkeys.getByRole('button', { name: 'Rename My passkey' }).click();
  await passkeys.getByLabel('Passkey name').fill('The key under the stone');
  await page.keyboard.press('Enter');
  await passkeys.getByText('The key under the stone').waitFor();
  await page.context().clearCookies();
  await visit(page, '/login?next=%2Fsettings');
  await page.getByRole('button', { name: /passkey/i }).click();
  await passkeys.getByRole('button', { name: 'Remove The key under the stone' }).press('Enter');
  await waitForPasswordFocus(passkeys);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await toast(page, 'Passkey removed', 'was removed').waitFor();
  expect(await passkeys.getByRole('listitem').count()).toBe(0);
  const add = passkeys.getByRole('button', { name: 'Add a passkey' });
  expect(await add.evaluate((button) => button === document.activeElement), 'the focus moves to the add button').toBe(true);
});

journey('another device is logged out', async ({ open }) => {
  const page = await open();
  const user = await signIn(page);
  const phone = await open({ viewport: PHONE });
  await signInAs(phone, user);
  await openSettings(page);
  await section(page, 'Devices').getByRole('button', { name: 'Log out all other devices' }).click();
  await toast(page, 'Logged out', 'All other devices are logged out.').waitFor();
  await visit(phone, '/profile');
  await waitForPage(phone, '**/login?next=%2Fprofile', 'Login');
});

journey('the account is deleted after confirmation, with all its rows', async ({ open }) => {
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  const { id } = await signIn(page);
  await openSettings(page);
  const opener = page.getByRole('button', { name: 'Delete account' });
  await opener.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await dialog.getByText('This will permanently delete your account. This action cannot be undone.').waitFor();
  await page.keyboard.press('Escape');
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await opener.press('Enter');
  await waitForPasswordFocus(dialog);
  await page.keyboard.type('not the right one at all');
  await page.keyboard.press('Enter');
  await dialog.getByText('That is not your current password.').waitFor();
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Account deleted', 'Your account has been permanently deleted.').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await queryDatabase('select 1 from users where id = $1 union all select 1 from sessions where user_id = $1', [id])).toEqual([]);
  await visit(page, '/profile');
  await waitForPage(page, '**/login?next=%2Fprofile', 'Login');
});

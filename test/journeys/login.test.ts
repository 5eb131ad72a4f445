import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../totp.ts';
import { arrived, journey, PHONE, untilAlive, visit } from './journey.ts';
import { linkMailedTo } from './mailbox.ts';
import { ask, logIn, message, nameInBar, newAddress, newPerson, PASSWORD, tryToLogIn } from './people.ts';
import { STATUS_IN_CONSOLE } from './places.ts';

/** In by password, by mail, by second factor and by passkey; and what stands in the way of others. */

const NEW_PASSWORD = 'seven ravens borrowed a ladder';
const REFUSED = { expected: [STATUS_IN_CONSOLE] };

journey('a password leads in, and back to the page first asked for', async ({ open }) => {
  const person = await newPerson();
  const page = await open();
  await visit(page, '/tale/rapunzel');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await arrived(page, '**/login?next=%2Ftale%2Frapunzel', 'Login');
  await tryToLogIn(page, person.email, PASSWORD);
  await message(page, 'Success', 'You have been logged in successfully').waitFor();
  await arrived(page, '**/tale/rapunzel', 'Rapunzel');
  await nameInBar(page, person.name).waitFor();
});

journey('a page for who is signed in leads to the gate, and from there back', async ({ open }) => {
  const person = await newPerson();
  const page = await open();
  await visit(page, '/profile');
  await arrived(page, '**/login?next=%2Fprofile', 'Login');
  await tryToLogIn(page, person.email, PASSWORD);
  await arrived(page, '**/profile', 'Profile');
});

journey('who is in already is told so at the gate, and can leave by it', async ({ open }) => {
  const person = await newPerson({ name: 'Kay' });
  const page = await open();
  await logIn(page, person);
  // While it is not known yet who is logged in, the form is not shown.
  let answerMe = () => {};
  const held = new Promise<void>((resolve) => {
    answerMe = resolve;
  });
  await page.route('**/api/v1/me', async (route) => {
    await held;
    await route.continue();
  });
  await visit(page, '/login?next=%2Frecent');
  expect(await page.getByLabel('Email').isVisible()).toBe(false);
  answerMe();
  await arrived(page, /\/login/, 'You are logged in');
  expect(await page.getByRole('link', { name: 'Go on' }).getAttribute('href')).toBe('/recent');
  await page.getByRole('button', { name: 'Logout' }).click();
  await message(page, 'Logged out', 'You have been logged out successfully').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('blank fields are named, the first of them has the focus', async ({ open }) => {
  const page = await open();
  await visit(page, '/login');
  await tryToLogIn(page, '', '   ');
  await message(page, 'Error', 'Please enter both email and password').waitFor();
  expect(await page.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true);
});

journey('five wrong passwords, and the owner still gets in on a device that is known', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await logIn(page, person);
  await leave(page);
  const stranger = await open(REFUSED);
  await visit(stranger, '/login');
  for (let times = 1; times <= 5; times += 1) {
    const answered = stranger.waitForResponse('**/api/v1/session');
    await tryToLogIn(stranger, person.email, `not the password ${times}`);
    expect((await answered).status()).toBe(401);
    await stranger.getByRole('button', { name: 'Login', exact: true }).and(stranger.locator(':not([aria-busy])')).waitFor();
  }
  const sixth = stranger.waitForResponse('**/api/v1/session');
  await tryToLogIn(stranger, person.email, PASSWORD);
  expect((await sixth).status()).toBe(429);
  await message(stranger, 'Login failed', 'again').waitFor();
  expect(await stranger.getByLabel('Email').inputValue()).toBe(person.email);
  await logIn(page, person);
});

journey('an address that is not confirmed: said so, with the mail once more', async ({ open }) => {
  const person = await newPerson({ isVerified: false });
  const page = await open(REFUSED);
  await visit(page, '/login');
  await tryToLogIn(page, person.email, PASSWORD);
  await page.locator('.alert').getByText('Please verify your email first').waitFor();
  await page.getByRole('button', { name: 'Resend' }).click();
  await arrived(page, '**/register/sent', 'Check Your Email');
  await visit(page, await linkMailedTo(person.email, 'Please confirm your email address'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await nameInBar(page, person.name).waitFor();
});

journey('a forgotten password is replaced by the link of a mail, which works once', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await visit(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await arrived(page, '**/forgot-password', 'Forgot your password?');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await arrived(page, '**/forgot-password/sent', 'Check Your Email');
  await page.getByText('If that address is known to us, a link is on its way.').waitFor();
  const link = await linkMailedTo(person.email, 'Choose a new password');
  await visit(page, link);
  await choosePassword(page);
  await message(page, 'Password changed', 'You can log in with your new password.').waitFor();
  await arrived(page, '**/login', 'Login');
  await tryToLogIn(page, person.email, PASSWORD);
  await page.locator('.alert.is-wrong').waitFor();
  await logIn(page, person, NEW_PASSWORD);

  await visit(page, link);
  await choosePassword(page);
  await arrived(page, /\/reset-password/, 'This link has faded');
  await page.getByText('Ask for a new one below.').and(page.locator('.lede')).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
});

journey('a link in a mail leads in, after a press of its button', async ({ open }) => {
  const person = await newPerson();
  const page = await open({ viewport: PHONE });
  await visit(page, '/login?next=%2Frecent');
  await page.getByRole('link', { name: 'Log in by mail' }).click();
  await arrived(page, /\/login\/link/, 'Log in by mail');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await arrived(page, '**/login/link/sent', 'Check Your Email');
  await visit(page, await linkMailedTo(person.email, 'Your link to log in'));
  await page.getByRole('button', { name: 'Log in to Talewood' }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await arrived(page, '**/recent', 'Recent tales');
});

journey('the second factor: a code of the app, and one kept for its loss', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await logIn(page, person);
  const { uri } = (await ask<{ uri: string }>(page, 'POST', '/account/second-factor', { current: PASSWORD })).body;
  const made = await ask<{ recoveryCodes: string[] }>(page, 'PUT', '/account/second-factor', { code: totpOf(uri) });
  expect(made.status).toBe(200);
  await leave(page);

  await visit(page, '/login?next=%2Frecent');
  await tryToLogIn(page, person.email, PASSWORD);
  await arrived(page, '**/login/code?next=%2Frecent', 'Enter your code');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await message(page, 'Login failed', 'That code is not right.').waitFor();
  // A code counts once: the one that switched the factor on is used up.
  await page.getByLabel('Code').fill(totpOf(uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await arrived(page, '**/recent', 'Recent tales');
  await leave(page);

  const quiet = await open({ javaScriptEnabled: false });
  await quiet.goto('/login?next=%2Frecent');
  await tryToLogIn(quiet, person.email, PASSWORD);
  await arrived(quiet, '**/login/code?next=%2Frecent', 'Enter your code');
  await quiet.getByLabel('Code').fill(made.body.recoveryCodes[0] ?? '');
  await quiet.getByRole('button', { name: 'Login', exact: true }).click();
  await arrived(quiet, '**/recent', 'Recent tales');
});

journey('a passkey leads in without a word typed', async ({ open }) => {
  const person = await newPerson();
  const page = await open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await logIn(page, person);
  expect(await makePasskey(page)).toBeLessThan(300);
  await leave(page);
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await nameInBar(page, person.name).waitFor();
});

journey('two windows agree about signing in and out', async ({ open }) => {
  const person = await newPerson();
  const one = await open();
  const other = await one.context().newPage();
  await visit(other, '/tales');
  await logIn(one, person);
  await nameInBar(other, person.name).waitFor();
  await leave(one);
  await other.locator('.signed-out').getByRole('link', { name: 'Login' }).waitFor();
});

journey('after signing out the way back shows nothing of the person', async ({ open }) => {
  const person = await newPerson({ name: 'Gerda of the North' });
  const page = await open({ expected: [STATUS_IN_CONSOLE] });
  await logIn(page, person);
  await visit(page, '/profile');
  await arrived(page, '**/profile', 'Profile');
  await leave(page);
  await page.goBack();
  await arrived(page, /\/login/, 'Login');
  expect(await page.content()).not.toContain('Gerda of the North');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }))).not.toContain('Gerda');
});

journey('without scripts: wrong, then right, then out by the gate', async ({ open }) => {
  const person = await newPerson();
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  await page.goto('/login?next=%2Ftale%2Frapunzel');
  await tryToLogIn(page, person.email, 'not the password');
  await page.getByRole('alert').getByText('Login failed').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
  expect(await page.content()).not.toContain('not the password');
  await tryToLogIn(page, person.email, PASSWORD);
  await arrived(page, '**/tale/rapunzel', 'Rapunzel');
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('talewood_notice');

  await page.goto('/login');
  await page.getByText('Already logged in?').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('without scripts: a forgotten password', async ({ open }) => {
  const person = await newPerson();
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('alert').getByText('Please enter a valid e-mail address.').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await arrived(page, '**/forgot-password/sent', 'Check Your Email');
  await page.goto(await linkMailedTo(person.email, 'Choose a new password'));
  await choosePassword(page, 'password12');
  await page.locator('.field-wrong').getByText('It is among the passwords that people use most.').waitFor();
  await choosePassword(page);
  await arrived(page, '**/login', 'Login');
  await tryToLogIn(page, person.email, NEW_PASSWORD);
  await page.waitForURL((url) => url.pathname === '/');
});

journey('links without a token, or with one that nobody made, have faded', async ({ open }) => {
  const page = await open(REFUSED);
  for (const path of ['/verify', '/reset-password', '/change-email']) {
    await visit(page, path);
    await arrived(page, `**${path}`, 'This link has faded');
  }
  const query = new URLSearchParams({ token: 'x'.repeat(43), email: newAddress() });
  for (const [path, button] of [
    ['/verify', 'Confirm my address'],
    ['/login/link', 'Log in to Talewood'],
    ['/change-email', 'Use this address'],
  ] as const) {
    await visit(page, `${path}?${query}`);
    await page.getByRole('button', { name: button }).click();
    await arrived(page, `**${path}?**`, 'This link has faded');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  }
});

async function leave(page: Page): Promise<void> {
  await page.locator('.name-menu summary').click();
  await page.getByRole('button', { name: 'Logout' }).and(page.locator(':visible')).click();
  await message(page, 'Logged out', 'You have been logged out successfully').waitFor();
  // It is said on the way home.
  await page.waitForURL((url) => url.pathname === '/');
  await untilAlive(page);
}

async function choosePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
}

/** Has the browser make a passkey, as the page of settings does. Returns the status of the answer. */
async function makePasskey(page: Page): Promise<number> {
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>(page, 'POST', '/account/passkeys/options', { current: PASSWORD });
  const response = await page.evaluate(async (json) => {
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) });
    const { id, rawId, type, response: told } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
    return { id, rawId, type, response: { clientDataJSON: told.clientDataJSON, attestationObject: told.attestationObject } };
  }, options.body);
  return (await ask(page, 'POST', '/account/passkeys', { name: 'The laptop', response })).status;
}

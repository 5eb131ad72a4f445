import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../totp.ts';
import { arrived, journey, PHONE, visit } from './journey.ts';
import { linkMailedTo } from './mailbox.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { ask, logIn, logOut, message, nameInBar, newAddress, newPerson, PASSWORD, tryToLogIn } from './users.ts';

/** In by password, by mail, by second factor and by passkey; and what stands in the way of others. */

const NEW_PASSWORD = 'seven ravens borrowed a ladder';
const REFUSED = { expected: [STATUS_IN_CONSOLE] };

journey('logs in with a password and returns to the requested page', async ({ open }) => {
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

journey('a page for signed-in users redirects to the login page and back', async ({ open }) => {
  const person = await newPerson();
  const page = await open();
  await visit(page, '/profile');
  await arrived(page, '**/login?next=%2Fprofile', 'Login');
  await tryToLogIn(page, person.email, PASSWORD);
  await arrived(page, '**/profile', 'Profile');
});

journey('the login page tells signed-in users so and lets them log out', async ({ open }) => {
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
  expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/recent');
  await page.getByRole('button', { name: 'Logout' }).click();
  await message(page, 'Logged out', 'You have been logged out successfully').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('blank fields show errors, and the first one has the focus', async ({ open }) => {
  const page = await open();
  await visit(page, '/login');
  await tryToLogIn(page, '', '   ');
  await message(page, 'Error', 'Please enter both email and password').waitFor();
  expect(await page.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true);
});

journey('after five wrong passwords the owner can still log in on a known device', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await logIn(page, person);
  await logOut(page);
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

journey('an unconfirmed email address is reported, and the email can be sent again', async ({ open }) => {
  const person = await newPerson({ isVerified: false });
  const page = await open(REFUSED);
  await visit(page, '/login');
  await tryToLogIn(page, person.email, PASSWORD);
  await page.locator('.alert').getByText('Please verify your email first').waitFor();
  await page.getByRole('button', { name: 'Resend' }).click();
  await arrived(page, '**/register/sent', 'Check Your Email');
  await visit(page, await linkMailedTo(person.email, 'Please confirm your email address'));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await nameInBar(page, person.name).waitFor();
});

journey('a forgotten password is reset by a link in an email, which works once', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await visit(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await arrived(page, '**/forgot-password', 'Forgot your password?');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await arrived(page, '**/forgot-password/sent', 'Check Your Email');
  await page.getByText("If that address has an account, we've sent it a link.").waitFor();
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
  await arrived(page, /\/reset-password/, 'This link has expired');
  await page.getByText('Request a new one below.').and(page.locator('.lede')).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
});

journey('a login link in an email logs in after a press of its button', async ({ open }) => {
  const person = await newPerson();
  const page = await open({ viewport: PHONE });
  await visit(page, '/login?next=%2Frecent');
  await page.getByRole('link', { name: 'Log in by email' }).click();
  await arrived(page, /\/login\/link/, 'Log in by email');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await arrived(page, '**/login/link/sent', 'Check Your Email');
  await visit(page, await linkMailedTo(person.email, 'Your link to log in'));
  await page.getByRole('button', { name: 'Log in to Talewood' }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await arrived(page, '**/recent', 'Recent tales');
});

journey('the second factor accepts a code of the app and a recovery code', async ({ open }) => {
  const person = await newPerson();
  const page = await open(REFUSED);
  await logIn(page, person);
  const { uri } = (await ask<{ uri: string }>(page, 'POST', '/account/second-factor', { current: PASSWORD })).body;
  const made = await ask<{ recoveryCodes: string[] }>(page, 'PUT', '/account/second-factor', { code: totpOf(uri) });
  expect(made.status).toBe(200);
  await logOut(page);

  await visit(page, '/login?next=%2Frecent');
  await tryToLogIn(page, person.email, PASSWORD);
  await arrived(page, '**/login/code?next=%2Frecent', 'Enter your code');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await message(page, 'Login failed', 'Wrong code. Please try again.').waitFor();
  // A code counts once: the one that switched the factor on is used up.
  await page.getByLabel('Code').fill(totpOf(uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await arrived(page, '**/recent', 'Recent tales');
  await logOut(page);

  const quiet = await open({ javaScriptEnabled: false });
  await quiet.goto('/login?next=%2Frecent');
  await tryToLogIn(quiet, person.email, PASSWORD);
  await arrived(quiet, '**/login/code?next=%2Frecent', 'Enter your code');
  await quiet.getByLabel('Code').fill(made.body.recoveryCodes[0] ?? '');
  await quiet.getByRole('button', { name: 'Login', exact: true }).click();
  await arrived(quiet, '**/recent', 'Recent tales');
});

journey('a passkey logs in without typing', async ({ open }) => {
  const person = await newPerson();
  const page = await open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await logIn(page, person);
  expect(await makePasskey(page)).toBeLessThan(300);
  await logOut(page);
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await message(page, 'Login successful', 'Welcome back!').waitFor();
  await nameInBar(page, person.name).waitFor();
});

journey('without scripts: a wrong password, a correct one, and logging out', async ({ open }) => {
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
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('alert').getByText('Please enter a valid email address.').waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await arrived(page, '**/forgot-password/sent', 'Check Your Email');
  await page.goto(await linkMailedTo(person.email, 'Choose a new password'));
  await choosePassword(page, 'password12');
  await page.locator('.field-wrong').getByText('It is one of the most common passwords.').waitFor();
  await choosePassword(page);
  await arrived(page, '**/login', 'Login');
  await tryToLogIn(page, person.email, NEW_PASSWORD);
  await page.waitForURL((url) => url.pathname === '/');
});

journey('links with a missing or invalid token are reported as expired', async ({ open }) => {
  const page = await open(REFUSED);
  for (const path of ['/verify', '/reset-password', '/change-email']) {
    await visit(page, path);
    await arrived(page, `**${path}`, 'This link has expired');
  }
  const query = new URLSearchParams({ token: 'x'.repeat(43), email: newAddress() });
  for (const [path, button] of [
    ['/verify', 'Confirm email address'],
    ['/login/link', 'Log in to Talewood'],
    ['/change-email', 'Use this address'],
  ] as const) {
    await visit(page, `${path}?${query}`);
    await page.getByRole('button', { name: button }).click();
    await arrived(page, `**${path}?**`, 'This link has expired');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  }
});

async function choosePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
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

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { totpOf } from '../totp.ts';
import { journey, PHONE, visit, waitForPage } from './journey.ts';
import { waitForEmailLink } from './mailbox.ts';
import { STATUS_IN_CONSOLE } from './pages.ts';
import { apiRequest, createUser, logIn, logOut, nameInHeader, PASSWORD, submitLogin, toast, uniqueEmail } from './users.ts';

/** Login by password, email link, second factor and passkey; password reset. */

const NEW_PASSWORD = 'seven ravens borrowed a ladder';
const EXPECT_ERRORS = { expected: [STATUS_IN_CONSOLE] };

journey('logs in with a password and returns to the requested page', async ({ open }) => {
  const user = await createUser();
  const page = await open();
  await visit(page, '/tale/rapunzel');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await waitForPage(page, '**/login?next=%2Ftale%2Frapunzel', 'Login');
  await submitLogin(page, user.email, PASSWORD);
  await toast(page, 'Success', 'You have been logged in successfully').waitFor();
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  await nameInHeader(page, user.name).waitFor();
});

journey('a page for logged-in users redirects to the login page and back', async ({ open }) => {
  const user = await createUser();
  const page = await open();
  await visit(page, '/profile');
  await waitForPage(page, '**/login?next=%2Fprofile', 'Login');
  await submitLogin(page, user.email, PASSWORD);
  await waitForPage(page, '**/profile', 'Profile');
});

journey('the login page tells logged-in users so and lets them log out', async ({ open }) => {
  const user = await createUser({ name: 'Kay' });
  const page = await open();
  await logIn(page, user);
  // The form is hidden until the current user is known.
  let releaseMe = () => {};
  const held = new Promise<void>((resolve) => {
    releaseMe = resolve;
  });
  await page.route('**/api/v1/me', async (route) => {
    await held;
    await route.continue();
  });
  await visit(page, '/login?next=%2Frecent');
  expect(await page.getByLabel('Email').isVisible()).toBe(false);
  releaseMe();
  await waitForPage(page, /\/login/, 'You are logged in');
  expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/recent');
  await page.getByRole('button', { name: 'Logout' }).click();
  await toast(page, 'Logged out', 'You have been logged out successfully').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('empty fields show errors, and the first one is focused', async ({ open }) => {
  const page = await open();
  await visit(page, '/login');
  await submitLogin(page, '', '   ');
  await toast(page, 'Error', 'Please enter both email and password').waitFor();
  expect(await page.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true);
});

journey('after five wrong passwords the owner can still log in on a known device', async ({ open }) => {
  const user = await createUser();
  const page = await open(EXPECT_ERRORS);
  await logIn(page, user);
  await logOut(page);
  const attacker = await open(EXPECT_ERRORS);
  await visit(attacker, '/login');
  for (let times = 1; times <= 5; times += 1) {
    const responded = attacker.waitForResponse('**/api/v1/session');
    await submitLogin(attacker, user.email, `not the password ${times}`);
    expect((await responded).status()).toBe(401);
    await attacker.getByRole('button', { name: 'Login', exact: true }).and(attacker.locator(':not([aria-busy])')).waitFor();
  }
  const sixth = attacker.waitForResponse('**/api/v1/session');
  await submitLogin(attacker, user.email, PASSWORD);
  expect((await sixth).status()).toBe(429);
  await toast(attacker, 'Login failed', 'again').waitFor();
  expect(await attacker.getByLabel('Email').inputValue()).toBe(user.email);
  await logIn(page, user);
});

journey('an unconfirmed email address is reported, and the email can be sent again', async ({ open }) => {
  const user = await createUser({ isVerified: false });
  const page = await open(EXPECT_ERRORS);
  await visit(page, '/login');
  await submitLogin(page, user.email, PASSWORD);
  await page.locator('.alert').getByText('Please verify your email first').waitFor();
  await page.getByRole('button', { name: 'Resend' }).click();
  await waitForPage(page, '**/register/sent', 'Check Your Email');
  await visit(page, await waitForEmailLink(user.email, 'Please confirm your email address'));
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await nameInHeader(page, user.name).waitFor();
});

journey('a forgotten password is reset by a link in an email, which works once', async ({ open }) => {
  const user = await createUser();
  const page = await open(EXPECT_ERRORS);
  await visit(page, '/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await waitForPage(page, '**/forgot-password', 'Forgot your password?');
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await waitForPage(page, '**/forgot-password/sent', 'Check Your Email');
  await page.getByText("If that address has an account, we've sent it a link.").waitFor();
  const link = await waitForEmailLink(user.email, 'Choose a new password');
  await visit(page, link);
  await choosePassword(page);
  await toast(page, 'Password changed', 'You can log in with your new password.').waitFor();
  await waitForPage(page, '**/login', 'Login');
  await submitLogin(page, user.email, PASSWORD);
  await page.locator('.alert.is-wrong').waitFor();
  await logIn(page, user, NEW_PASSWORD);

  await visit(page, link);
  await choosePassword(page);
  await waitForPage(page, /\/reset-password/, 'This link has expired');
  await page.getByText('Request a new one below.').and(page.locator('.lede')).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(user.email);
});

journey('a login link from an email logs in after a click on its button', async ({ open }) => {
  const user = await createUser();
  const page = await open({ viewport: PHONE });
  await visit(page, '/login?next=%2Frecent');
  await page.getByRole('link', { name: 'Log in by email' }).click();
  await waitForPage(page, /\/login\/link/, 'Log in by email');
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await waitForPage(page, '**/login/link/sent', 'Check Your Email');
  await visit(page, await waitForEmailLink(user.email, 'Your link to log in'));
  await page.getByRole('button', { name: 'Log in to Talewood' }).click();
  await toast(page, 'Login successful', 'Welcome back!').waitFor();
  await waitForPage(page, '**/recent', 'Recent tales');
});

journey('the second factor accepts a code of the app and a recovery code', async ({ open }) => {
  const user = await createUser();
  const page = await open(EXPECT_ERRORS);
  await logIn(page, user);
  const { uri } = (await apiRequest<{ uri: string }>(page, 'POST', '/account/second-factor', { current: PASSWORD })).body;
  const enabled = await apiRequest<{ recoveryCodes: string[] }>(page, 'PUT', '/account/second-factor', { code: totpOf(uri) });
  expect(enabled.status).toBe(200);
  await logOut(page);

  await visit(page, '/login?next=%2Frecent');
  await submitLogin(page, user.email, PASSWORD);
  await waitForPage(page, '**/login/code?next=%2Frecent', 'Enter your code');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await toast(page, 'Login failed', 'Wrong code. Please try again.').waitFor();
  // A code is valid once, and setting up the factor used the current one.
  await page.getByLabel('Code').fill(totpOf(uri, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await toast(page, 'Login successful', 'Welcome back!').waitFor();
  await waitForPage(page, '**/recent', 'Recent tales');
  await logOut(page);

  const noScript = await open({ javaScriptEnabled: false });
  await noScript.goto('/login?next=%2Frecent');
  await submitLogin(noScript, user.email, PASSWORD);
  await waitForPage(noScript, '**/login/code?next=%2Frecent', 'Enter your code');
  await noScript.getByLabel('Code').fill(enabled.body.recoveryCodes[0] ?? '');
  await noScript.getByRole('button', { name: 'Login', exact: true }).click();
  await waitForPage(noScript, '**/recent', 'Recent tales');
});

journey('a passkey logs in without typing', async ({ open }) => {
  const user = await createUser();
  const page = await open();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await logIn(page, user);
  expect(await registerPasskey(page)).toBeLessThan(300);
  await logOut(page);
  await visit(page, '/login');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await toast(page, 'Login successful', 'Welcome back!').waitFor();
  await nameInHeader(page, user.name).waitFor();
});

journey('without JavaScript: a wrong password, a correct one, and logging out', async ({ open }) => {
  const user = await createUser();
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  await page.goto('/login?next=%2Ftale%2Frapunzel');
  await submitLogin(page, user.email, 'not the password');
  await page.getByRole('alert').getByText('Login failed').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(user.email);
  expect(await page.content()).not.toContain('not the password');
  await submitLogin(page, user.email, PASSWORD);
  await waitForPage(page, '**/tale/rapunzel', 'Rapunzel');
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('talewood_notice');

  await page.goto('/login');
  await page.getByText('Already logged in?').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey('without JavaScript: a forgotten password', async ({ open }) => {
  const user = await createUser();
  const page = await open({ javaScriptEnabled: false, expected: [STATUS_IN_CONSOLE] });
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('no address');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('alert').getByText('Please enter a valid email address.').waitFor();
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await waitForPage(page, '**/forgot-password/sent', 'Check Your Email');
  await page.goto(await waitForEmailLink(user.email, 'Choose a new password'));
  await choosePassword(page, 'password12');
  await page.locator('.field-wrong').getByText('It is one of the most common passwords.').waitFor();
  await choosePassword(page);
  await waitForPage(page, '**/login', 'Login');
  await submitLogin(page, user.email, NEW_PASSWORD);
  await page.waitForURL((url) => url.pathname === '/');
});

journey('links with a missing or invalid token are reported as expired', async ({ open }) => {
  const page = await open(EXPECT_ERRORS);
  for (const path of ['/verify', '/reset-password', '/change-email']) {
    await visit(page, path);
    await waitForPage(page, `**${path}`, 'This link has expired');
  }
  const query = new URLSearchParams({ token: 'x'.repeat(43), email: uniqueEmail() });
  for (const [path, button] of [
    ['/verify', 'Confirm email address'],
    ['/login/link', 'Log in to Talewood'],
    ['/change-email', 'Use this address'],
  ] as const) {
    await visit(page, `${path}?${query}`);
    await page.getByRole('button', { name: button }).click();
    await waitForPage(page, `**${path}?**`, 'This link has expired');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  }
});

async function choosePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
}

/** Registers a passkey through the API, as the settings page does. Returns the status. */
async function registerPasskey(page: Page): Promise<number> {
  const options = await apiRequest<PublicKeyCredentialCreationOptionsJSON>(page, 'POST', '/account/passkeys/options', {
    current: PASSWORD,
  });
  const response = await page.evaluate(async (json) => {
    const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) });
    const { id, rawId, type, response: attestation } = (credential as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
    return { id, rawId, type, response: { clientDataJSON: attestation.clientDataJSON, attestationObject: attestation.attestationObject } };
  }, options.body);
  return (await apiRequest(page, 'POST', '/account/passkeys', { name: 'The laptop', response })).status;
}

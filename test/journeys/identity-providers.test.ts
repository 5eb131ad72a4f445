import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { CLIENT, startIdentityProvider, type TestProvider } from '../identity-provider.ts';
import { type Site, startSite } from '../site.ts';
import { PASSWORD } from '../users.ts';
import { expectAccessibleAtBothWidths } from './expect-accessible.ts';
import { journey, type Open, PHONE, visit, waitForHydration } from './journey.ts';
import { section } from './settings-steps.ts';
import { nameInHeader, toast } from './users.ts';

/** Login with an identity provider, on a site of its own. */

let provider: TestProvider;
let site: Site;

beforeAll(async () => {
  provider = await startIdentityProvider();
  site = await startSite({
    env: {
      NODE_ENV: 'journeys',
      OIDC_PROVIDERS: 'castle',
      OIDC_CASTLE_NAME: 'The castle',
      OIDC_CASTLE_ISSUER: provider.issuer,
      OIDC_CASTLE_CLIENT_ID: CLIENT.clientId,
      OIDC_CASTLE_CLIENT_SECRET: CLIENT.clientSecret,
    },
  });
});
afterAll(async () => {
  await site.stop();
  await provider.stop();
});

const openHere = (open: Open, options: Parameters<Open>[0] = {}) =>
  open({ origin: site.origin, ...options, expected: [/127\.0\.0\.1/, ...(options.expected ?? [])] });

async function continueAs(page: Page, subject: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function openSettings(page: Page): Promise<void> {
  await visit(page, '/settings');
  await section(page, 'Delete account').waitFor();
}

journey('logs in with a provider, sets a password, unlinks the login, and links it again', async ({ open }) => {
  // The last way to log in cannot be removed.
  const page = await openHere(open, { expected: [/409 \(Conflict\)/] });
  await visit(page, '/tale/rapunzel');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByRole('link', { name: 'Log in with The castle' }).waitFor();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Log in with The castle' }).click();
  await continueAs(page, 'kai');
  await page.waitForURL(`${site.origin}/tale/rapunzel`);
  await toast(page, 'Registration successful', 'Your account has been created.').waitFor();
  await nameInHeader(page, 'kai').waitFor();

  await openSettings(page);
  const linked = section(page, 'Linked logins');
  await linked.getByText('The castle').waitFor();
  await linked.getByRole('button', { name: 'Unlink The castle' }).click();
  await expectAccessibleAtBothWidths(page);
  await linked.getByRole('button', { name: 'Unlink The castle' }).click();
  await linked.getByText('This is your only way to log in.').waitFor();
  await linked.getByRole('button', { name: 'Cancel' }).click();

  const password = section(page, 'Password');
  await password.getByText('Your account has no password').waitFor();
  await password.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await password.getByLabel('Confirm new password', { exact: true }).fill(PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByLabel('Current password', { exact: true }).waitFor();

  await linked.getByRole('button', { name: 'Unlink The castle' }).click();
  await linked.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await linked.getByRole('button', { name: 'Unlink The castle' }).click();
  await toast(page, 'Login unlinked', 'You can no longer log in with The castle.').waitFor();

  await linked.getByRole('button', { name: 'Link The castle' }).press('Enter');
  await linked.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await linked.getByRole('button', { name: 'Continue to The castle' }).click();
  // The provider knows the browser, and sends it back at once.
  await page.waitForURL(`${site.origin}/settings#identities`);
  await toast(page, 'Login linked', 'You can now log in with it.').waitFor();
  await linked.getByText('The castle').waitFor();

  const phone = await openHere(open, { viewport: PHONE });
  await visit(phone, '/register');
  await phone.getByRole('link', { name: 'Log in with The castle' }).click();
  await continueAs(phone, 'kai');
  await phone.waitForURL(`${site.origin}/`);
  await toast(phone, 'Login successful', 'Welcome back!').waitFor();
  await waitForHydration(phone);
});

journey('an address that has an account is explained, without JavaScript too', async ({ open }) => {
  provider.state.claims.set('stranger', { name: 'Stranger', email: 'kai@provider.example', email_verified: true });
  const page = await openHere(open, { javaScriptEnabled: false });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Log in with The castle' }).click();
  await continueAs(page, 'stranger');
  await page.waitForURL(`${site.origin}/login?next=%2Fsettings&problem=link_first&provider=castle`);
  await page.getByText('The address that The castle confirmed already has an account.').waitFor();
  const scripted = await openHere(open);
  await visit(scripted, '/login?problem=link_first&provider=castle');
  await expectAccessibleAtBothWidths(scripted);
  await visit(scripted, '/login?problem=provider_down&provider=castle');
  await scripted.getByRole('alert').getByText('The castle does not answer at the moment.').waitFor();
  expect(await scripted.getByLabel('Email').isVisible()).toBe(true);
});

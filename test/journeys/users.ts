import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { addUser, PASSWORD, type TestUser } from '../users.ts';
import { visit, waitForHydration, waitUntil } from './journey.ts';

export { PASSWORD };

let emails = 0;

/** Returns an email address that no other journey uses. */
export function uniqueEmail(): string {
  emails += 1;
  return `gerda-${process.pid}-${Date.now()}-${emails}@tales.example`;
}

/** Adds a registered user with PASSWORD. */
export async function createUser(about: Omit<NonNullable<Parameters<typeof addUser>[1]>, 'email'> = {}): Promise<TestUser> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    return await addUser(client, { ...about, email: uniqueEmail() });
  } finally {
    await client.end();
  }
}

/** Adds a user and logs in through the API. */
export async function signIn(page: Page, about: Parameters<typeof createUser>[0] = {}): Promise<TestUser> {
  const user = await createUser(about);
  await signInAs(page, user);
  return user;
}

/** Logs in as an existing user with PASSWORD, through the API. */
export async function signInAs(page: Page, { email }: { email: string }): Promise<void> {
  const origin = inject('origin');
  const data = { email, password: PASSWORD };
  // The server may just have closed an idle connection of an earlier login, which Playwright reuses.
  const options = { data, headers: { Origin: origin }, maxRetries: 1 };
  const response = await page.context().request.post(`${origin}/api/v1/session`, options);
  if (response.status() !== 200) throw new Error(`Login failed: ${response.status()} ${await response.text()}`);
}

/** Fills in and submits the login form. */
export async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Logs in with the form, and waits for the user's name in the header of the home page. */
export async function logIn(page: Page, { email, name }: { email: string; name: string }, password = PASSWORD): Promise<void> {
  await visit(page, '/login');
  await submitLogin(page, email, password);
  await page.waitForURL((url) => url.pathname === '/');
  await nameInHeader(page, name).waitFor();
  // Navigation moves the focus to the heading, which would close a menu opened before.
  await waitUntil(page, () => document.activeElement?.tagName === 'H1');
}

export function nameInHeader(page: Page, name: string) {
  return page.locator('.name-menu summary').getByText(name, { exact: true });
}

/** Returns the toast with this title and text. */
export function toast(page: Page, title: string, text: string) {
  return page.locator('.toast').filter({ hasText: title }).filter({ hasText: text }).first();
}

/** Sends an API request from the open page. */
export function apiRequest<Body>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  return page.evaluate(
    async ([method, path, body, headers]) => {
      const response = await fetch(`/api/v1${path}`, {
        method,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    [method, path, body, headers] as const,
  );
}

/** Logs out through the menu and waits for the home page. */
export async function logOut(page: Page): Promise<void> {
  await page.locator('.name-menu summary').click();
  await page.getByRole('button', { name: 'Logout' }).and(page.locator(':visible')).click();
  await toast(page, 'Logged out', 'You have been logged out successfully').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await waitForHydration(page);
}

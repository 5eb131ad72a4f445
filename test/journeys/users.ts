import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { addPerson, PASSWORD, type TestPerson } from '../users.ts';
import { untilAlive, visit } from './journey.ts';

export { PASSWORD };

let asked = 0;

/** An address that nobody else in the journeys has. */
export function newAddress(): string {
  asked += 1;
  return `gerda-${process.pid}-${Date.now()}-${asked}@tales.example`;
}

/** Somebody who has registered already, with PASSWORD. */
export async function newPerson(about: Omit<NonNullable<Parameters<typeof addPerson>[1]>, 'email'> = {}): Promise<TestPerson> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    return await addPerson(client, { ...about, email: newAddress() });
  } finally {
    await client.end();
  }
}

/** Somebody with an account, signed in in this window as the login page does it. */
export async function signIn(page: Page, about: Parameters<typeof newPerson>[0] = {}): Promise<TestPerson> {
  const person = await newPerson(about);
  await signInAs(page, person);
  return person;
}

/** Signs a window in as someone who is there already, with PASSWORD. */
export async function signInAs(page: Page, { email }: { email: string }): Promise<void> {
  const origin = inject('origin');
  const data = { email, password: PASSWORD };
  const answer = await page.context().request.post(`${origin}/api/v1/session`, { data, headers: { Origin: origin } });
  if (answer.status() !== 200) throw new Error(`Nobody was signed in: ${answer.status()} ${await answer.text()}`);
}

/** Fills in the form of /login, and sends it. */
export async function tryToLogIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Logs in by the form, and waits until the name stands in the bar of home. */
export async function logIn(page: Page, { email, name }: { email: string; name: string }, password = PASSWORD): Promise<void> {
  await visit(page, '/login');
  await tryToLogIn(page, email, password);
  await page.waitForURL((url) => url.pathname === '/');
  await nameInBar(page, name).waitFor();
  // The page that was turned to takes the focus, which would shut a menu that is opened before.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
}

export function nameInBar(page: Page, name: string) {
  return page.locator('.name-menu summary').getByText(name, { exact: true });
}

/** A message that comes and goes. */
export function message(page: Page, title: string, text: string) {
  return page.locator('.toast').filter({ hasText: title }).filter({ hasText: text }).first();
}

/** Answers a request of the API as the page that is open. */
export function ask<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  return page.evaluate(
    async ([how, where, what, further]) => {
      const response = await fetch(`/api/v1${where}`, {
        method: how,
        headers: what === undefined ? further : { 'content-type': 'application/json', ...further },
        body: what === undefined ? null : JSON.stringify(what),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    [method, path, body, headers] as const,
  );
}

/** Logs out with the menu and waits for the home page. */
export async function logOut(page: Page): Promise<void> {
  await page.locator('.name-menu summary').click();
  await page.getByRole('button', { name: 'Logout' }).and(page.locator(':visible')).click();
  await message(page, 'Logged out', 'You have been logged out successfully').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await untilAlive(page);
}

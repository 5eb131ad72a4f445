import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { addPerson, PASSWORD, type TestPerson } from '../person.ts';

/** Adds a person to the site and signs the window in, as the login page does. */
export async function signIn(page: Page, about: Parameters<typeof addPerson>[1] = {}): Promise<TestPerson> {
  const person = await addVisitor(about);
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

/** Adds a person who has a session in no window. */
export async function addVisitor(about: Parameters<typeof addPerson>[1] = {}): Promise<TestPerson> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    return await addPerson(client, { email: `${crypto.randomUUID()}@tales.example`, ...about });
  } finally {
    await client.end();
  }
}

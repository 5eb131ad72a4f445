import pg from 'pg';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { addPerson, type TestPerson } from '../person.ts';

/** Adds a person to the site and signs the window in. */
export async function signIn(page: Page, about: Parameters<typeof addPerson>[1] = {}): Promise<TestPerson> {
  const person = await addVisitor(about);
  const [name = '', value = ''] = person.cookie.split('=');
  await page.context().addCookies([{ name, value, url: inject('origin'), httpOnly: true, sameSite: 'Lax' }]);
  return person;
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

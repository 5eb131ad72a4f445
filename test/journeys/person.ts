import pg from 'pg';
import type { BrowserContext } from 'playwright-core';
import { addPerson, PASSWORD, type TestPerson } from '#test/person.ts';

type About = Parameters<typeof addPerson>[1];

/** Adds a person to the site and signs the browser in, as the login page does. The password is PASSWORD. */
export async function signedInPerson(
  site: { origin: string; databaseUrl: string },
  context: BrowserContext,
  about: About = {},
): Promise<TestPerson> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    const person = await addPerson(client, { email: `gerda-${Date.now().toString(36)}@tales.example`, ...about });
    await signIn(site, context, person.email);
    return person;
  } finally {
    await client.end();
  }
}

/** Signs the browser in with PASSWORD. */
export async function signIn({ origin }: { origin: string }, context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/v1/session`, {
    data: { email, password: PASSWORD },
    headers: { Origin: origin },
  });
  if (answer.status() !== 200) throw new Error(`Nobody was signed in: ${answer.status()} ${await answer.text()}`);
}

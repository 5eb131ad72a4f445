import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import type { Frequency } from './contract.ts';
import { saveNewsletter } from './newsletter.ts';
import { countSubscribers, findRecipient, listSubscriberHistory, recordSubscribers, selectRecipients } from './recipients.ts';

let database: TestDatabase;
let gerda: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_suppressions', 'newsletter_subscribers', 'users']) await database.pool.query(`delete from ${table}`);
  gerda = await addUser(database.pool);
});

const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const addAddress = (email: string, status = 'confirmed', frequency: Frequency = 'weekly') =>
  run("insert into newsletter_subscribers (email, status, consent_at, consent_text, frequency) values ($1, $2, now(), 'x', $3)", [
    email,
    status,
    frequency,
  ]);
const suppress = (email: string) => run("insert into newsletter_suppressions values (sha256(convert_to($1, 'UTF8')), 'bounce')", [email]);

/** Returns the recipients of an issue by the query and by the check of each subscriber, which must agree. */
async function addresses(frequencies: Frequency[] = ['weekly', 'monthly']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${selectRecipients(frequencies)}`.execute(database.db);
  const found = await Promise.all(rows.map(({ id }) => findRecipient(database.db, id)));
  for (const recipient of found) expect(recipient?.key).toMatch(/^[0-9a-f]{64}$/);
  const all = (await run('select id from newsletter_subscribers')).rows;
  const turns = await Promise.all(all.map(({ id }) => findRecipient(database.db, id)));
  expect(turns.filter(Boolean).length).toBeGreaterThanOrEqual(found.length);
  return found.map((recipient) => recipient?.address ?? 'nobody').toSorted();
}

describe('an issue is sent to', () => {
  test('confirmed addresses and accounts, at their current address', async () => {
    await addAddress('wolf@tales.example');
    await addAddress('pending@tales.example', 'pending');
    await saveNewsletter(database.db, gerda.id, { on: true });
    expect(await addresses()).toEqual([gerda.email, 'wolf@tales.example'].toSorted());
    await run("update users set email = 'new@tales.example'");
    expect(await addresses()).toEqual(['new@tales.example', 'wolf@tales.example']);
  });

  test('subscribers with that frequency', async () => {
    await addAddress('weekly@tales.example');
    await addAddress('monthly@tales.example', 'confirmed', 'monthly');
    expect(await addresses(['weekly'])).toEqual(['weekly@tales.example']);
    expect(await addresses(['weekly', 'monthly'])).toEqual(['monthly@tales.example', 'weekly@tales.example']);
    expect(await addresses([])).toEqual([]);
  });

  test('an address once, if subscribed with and without its account', async () => {
    await saveNewsletter(database.db, gerda.id, { on: true });
    await addAddress(gerda.email);
    expect(await addresses()).toEqual([gerda.email]);
  });

  test('no disabled accounts, nor their addresses', async () => {
    await saveNewsletter(database.db, gerda.id, { on: true });
    await run('update users set disabled_at = now()');
    expect(await addresses()).toEqual([]);
    await addAddress(gerda.email);
    expect(await addresses()).toEqual([]);
  });

  test('no suppressed addresses', async () => {
    await saveNewsletter(database.db, gerda.id, { on: true });
    await addAddress('wolf@tales.example');
    await suppress(gerda.email);
    expect(await addresses()).toEqual(['wolf@tales.example']);
    await suppress('wolf@tales.example');
    expect(await addresses()).toEqual([]);
  });
});

test('counts recipients by frequency', async () => {
  await addAddress('weekly@tales.example');
  await addAddress('monthly@tales.example', 'confirmed', 'monthly');
  await addAddress('gone@tales.example');
  await suppress('gone@tales.example');
  await addAddress('pending@tales.example', 'pending');
  await saveNewsletter(database.db, gerda.id, { on: true });
  expect(await countSubscribers(database.db)).toEqual({ weekly: 2, monthly: 1, pending: 1 });
});

test('confirmed subscribers are recorded once a day, and listed by day or week up to now', async () => {
  await run('delete from daily_subscribers');
  await run("insert into daily_subscribers select (now() at time zone 'UTC')::date - ago, 100 - ago from unnest(array[1, 7, 8, 90]) ago");
  await addAddress('wolf@tales.example');
  await addAddress('pending@tales.example', 'pending');
  await recordSubscribers(database.db);
  await addAddress('fox@tales.example');
  await recordSubscribers(database.db);
  expect((await run("select confirmed from daily_subscribers where day = (now() at time zone 'UTC')::date")).rows).toEqual([
    { confirmed: 1 },
  ]);
  const numbersOf = async (period: 90 | 365) => (await listSubscriberHistory(database.db, period)).days.map(({ confirmed }) => confirmed);
  expect(await numbersOf(90)).toEqual([92, 93, 99, 2]);
  expect(await numbersOf(365)).toEqual([93, 2]);
  expect((await listSubscriberHistory(database.db, 90)).days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
});

test('an unknown subscriber has no address', async () => {
  expect(await findRecipient(database.db, '00000000-0000-7000-8000-000000000000')).toBeUndefined();
});

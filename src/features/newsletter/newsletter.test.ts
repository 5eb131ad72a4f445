import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { ACCOUNT_TEXT } from './components/signup-text.ts';
import { deleteByAddress, exportNewsletter, getNewsletter, saveNewsletter, suppress } from './newsletter.ts';

const OFF = { isOn: false, since: null, frequency: 'weekly', stopped: null };
const WORDS = `${ACCOUNT_TEXT.offer} ${ACCOUNT_TEXT.yes}`;
let database: TestDatabase;
let gerda: TestUser;
let kai: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from newsletter_suppressions');
  await database.pool.query('delete from newsletter_subscribers');
  await database.pool.query('delete from users');
  gerda = await addUser(database.pool);
  kai = await addUser(database.pool, { name: 'Kai' });
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const kept = () => rows('select user_id, email, status, consent_text from newsletter_subscribers order by id');
const view = (person: TestUser) => getNewsletter(database.db, person.id);
const say = (person: TestUser, isOn: boolean) => saveNewsletter(database.db, person.id, { on: isOn });
/** As a form without an account would leave it. */
const addAddress = (email: string, status: 'pending' | 'confirmed') =>
  rows("insert into newsletter_subscribers (email, status, consent_at, consent_text) values ($1, $2, now() - interval '1 day', 'x')", [
    email,
    status,
  ]);

describe('an account', () => {
  test('is not subscribed by default', async () => {
    expect(await view(gerda)).toEqual(OFF);
    expect(await say(gerda, false)).toEqual(OFF);
    expect(await kept()).toEqual([]);
  });

  test('opts in: time and text of the consent are stored, no address', async () => {
    const saved = await say(gerda, true);
    expect(saved).toEqual({ ...OFF, isOn: true, since: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await view(gerda)).toEqual(saved);
    expect(await view(kai)).toEqual(OFF);
    expect(await kept()).toEqual([{ user_id: gerda.id, email: null, status: 'confirmed', consent_text: WORDS }]);
  });

  test('opts in again: the first consent is kept', async () => {
    const first = await say(gerda, true);
    expect(await say(gerda, true)).toEqual(first);
    expect(await Promise.all([say(gerda, true), say(gerda, true)])).toEqual([first, first]);
    expect(await kept()).toHaveLength(1);
  });

  test('opts out: time and text of the consent are deleted', async () => {
    await say(gerda, true);
    for (const _ of [1, 2]) expect(await say(gerda, false)).toEqual(OFF);
    expect(await kept()).toEqual([{ user_id: gerda.id, email: null, status: 'unsubscribed', consent_text: null }]);
    expect(await rows('select 1 from newsletter_subscribers where consent_at is not null')).toEqual([]);
    expect(await say(gerda, true)).toMatchObject({ isOn: true });
    expect(await kept()).toHaveLength(1);
  });

  test('chooses a frequency, which is no new consent and survives opting out', async () => {
    const choose = (frequency: 'weekly' | 'monthly') => saveNewsletter(database.db, gerda.id, { frequency });
    expect(await choose('monthly')).toEqual(OFF);
    const first = await say(gerda, true);
    expect(await choose('monthly')).toEqual({ ...first, frequency: 'monthly' });
    await say(gerda, false);
    expect(await say(gerda, true)).toMatchObject({ isOn: true, frequency: 'monthly' });
  });

  test('sees a suppression, which opting in lifts and other changes do not', async () => {
    await say(gerda, true);
    await suppress(database.db, gerda.email, 'bounce');
    await suppress(database.db, kai.email, 'bounce');
    expect(await view(gerda)).toMatchObject({ isOn: true, stopped: 'bounce' });
    await saveNewsletter(database.db, gerda.id, { frequency: 'monthly' });
    expect(await view(gerda)).toMatchObject({ stopped: 'bounce' });
    expect(await say(gerda, true)).toMatchObject({ isOn: true, stopped: null });
    expect(await view(kai)).toMatchObject({ stopped: 'bounce' });
  });

  test('a complaint overrides a bounce, and not the other way round', async () => {
    for (const [reason, kept] of [
      ['bounce', 'bounce'],
      ['complaint', 'complaint'],
      ['bounce', 'complaint'],
    ] as const) {
      await suppress(database.db, gerda.email, reason);
      expect(await view(gerda)).toMatchObject({ stopped: kept });
    }
  });

  test('a deleted account cannot opt in', async () => {
    await rows('delete from users where id = $1', [gerda.id]);
    expect(await say(gerda, true)).toEqual(OFF);
    expect(await kept()).toEqual([]);
  });
});

describe('a subscription of the email address', () => {
  test('counts when confirmed, and needs no new consent', async () => {
    await addAddress(gerda.email, 'pending');
    expect(await view(gerda)).toEqual(OFF);
    await rows("update newsletter_subscribers set status = 'confirmed'");
    expect(await view(gerda)).toMatchObject({ isOn: true });
    expect(await exportNewsletter(database.db, gerda.id)).toMatchObject([{ email: gerda.email, status: 'confirmed' }]);
  });

  test.each([true, false])('ends when the account sets %s', async (isOn) => {
    await addAddress(gerda.email, 'confirmed');
    await addAddress(kai.email, 'confirmed');
    expect(await say(gerda, isOn)).toMatchObject({ isOn });
    expect((await kept()).map(({ email }) => email).filter(Boolean)).toEqual([kai.email]);
  });

  test('keeps its key when it becomes the account’s', async () => {
    await addAddress(gerda.email, 'confirmed');
    const [{ key }] = await rows('select key from newsletter_subscribers');
    await say(gerda, false);
    expect(await rows('select user_id, status from newsletter_subscribers where key = $1', [key])).toEqual([
      { user_id: gerda.id, status: 'unsubscribed' },
    ]);
  });

  test('stops pending when the account opts in', async () => {
    await addAddress(gerda.email, 'pending');
    expect(await say(gerda, true)).toMatchObject({ isOn: true });
    expect(await kept()).toEqual([{ user_id: gerda.id, email: null, status: 'confirmed', consent_text: WORDS }]);
  });

  test('is deleted, and those of others are not', async () => {
    await addAddress(gerda.email, 'confirmed');
    await addAddress(kai.email, 'confirmed');
    await deleteByAddress(database.db, gerda.id);
    expect(await kept()).toMatchObject([{ email: kai.email }]);
  });
});

describe('the table rejects', () => {
  test.each([
    ['a row of nobody', "(null, null, 'confirmed', now(), 'x')"],
    ['an address beside an account', "($1::uuid, 'a@tales.example', 'confirmed', now(), 'x')"],
    ['an account that is not confirmed', "($1::uuid, null, 'pending', now(), 'x')"],
    ['a yes without a time', "($1::uuid, null, 'confirmed', null, null)"],
    ['a yes without words', "($1::uuid, null, 'confirmed', now(), null)"],
    ['a no that keeps a yes', "($1::uuid, null, 'unsubscribed', now(), 'x')"],
    ['an address in capitals', "(null, 'A@tales.example', 'confirmed', now(), 'x')"],
    ['another status', "($1::uuid, null, 'yes', now(), 'x')"],
  ])('%s', async (_, values) => {
    const insert = `insert into newsletter_subscribers (user_id, email, status, consent_at, consent_text) values ${values}`;
    await expect(rows(insert, values.includes('$1') ? [gerda.id] : [])).rejects.toThrow('violates check constraint');
  });
});

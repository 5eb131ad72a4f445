import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson, type TestPerson } from '#test/person.ts';
import { exportNewsletter, forgetAddress, getNewsletter, saveNewsletter } from './newsletter.ts';

const OFF = { isOn: false, since: null };
const WORDS = 'The weekly letter is being prepared. Say yes, and it will come to {email} once it begins. Send me the weekly letter';
let database: TestDatabase;
let gerda: TestPerson;
let kai: TestPerson;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from newsletter_subscribers');
  await database.pool.query('delete from profiles');
  gerda = await addPerson(database.pool);
  kai = await addPerson(database.pool, { name: 'Kai' });
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const kept = () => rows('select user_id, email, status, consent_text from newsletter_subscribers order by id');
const view = (person: TestPerson) => getNewsletter(database.db, person.id);
const say = (person: TestPerson, isOn: boolean) => saveNewsletter(database.db, person.id, isOn);
/** As a form without an account would leave it. */
const addAddress = (email: string, status: 'pending' | 'confirmed') =>
  rows("insert into newsletter_subscribers (email, status, consent_at, consent_text) values ($1, $2, now() - interval '1 day', 'x')", [
    email,
    status,
  ]);

describe('a person', () => {
  test('has not said yes', async () => {
    expect(await view(gerda)).toEqual(OFF);
    expect(await say(gerda, false)).toEqual(OFF);
    expect(await kept()).toEqual([]);
  });

  test('says yes: time and words are kept, no address', async () => {
    const saved = await say(gerda, true);
    expect(saved).toEqual({ isOn: true, since: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(await view(gerda)).toEqual(saved);
    expect(await view(kai)).toEqual(OFF);
    expect(await kept()).toEqual([{ user_id: gerda.id, email: null, status: 'confirmed', consent_text: WORDS }]);
  });

  test('says yes again: the first one counts', async () => {
    const first = await say(gerda, true);
    expect(await say(gerda, true)).toEqual(first);
    expect(await Promise.all([say(gerda, true), say(gerda, true)])).toEqual([first, first]);
    expect(await kept()).toHaveLength(1);
  });

  test('says no: neither time nor words stay', async () => {
    await say(gerda, true);
    for (const _ of [1, 2]) expect(await say(gerda, false)).toEqual(OFF);
    expect(await kept()).toEqual([{ user_id: gerda.id, email: null, status: 'unsubscribed', consent_text: null }]);
    expect(await rows('select 1 from newsletter_subscribers where consent_at is not null')).toEqual([]);
    expect(await say(gerda, true)).toMatchObject({ isOn: true });
    expect(await kept()).toHaveLength(1);
  });

  test('who is there no more cannot say yes', async () => {
    await rows('delete from profiles where id = $1', [gerda.id]);
    expect(await say(gerda, true)).toEqual(OFF);
    expect(await kept()).toEqual([]);
  });
});

describe('what was said for the address without the account', () => {
  test('counts when it was confirmed, and is not asked for again', async () => {
    await addAddress(gerda.email, 'pending');
    expect(await view(gerda)).toEqual(OFF);
    await rows("update newsletter_subscribers set status = 'confirmed'");
    expect(await view(gerda)).toMatchObject({ isOn: true });
    expect(await exportNewsletter(database.db, gerda.id)).toMatchObject([{ email: gerda.email, status: 'confirmed' }]);
  });

  test.each([true, false])('is over when the account says %s', async (isOn) => {
    await addAddress(gerda.email, 'confirmed');
    await addAddress(kai.email, 'confirmed');
    expect(await say(gerda, isOn)).toMatchObject({ isOn });
    expect((await kept()).map(({ email }) => email).filter(Boolean)).toEqual([kai.email]);
  });

  test('is forgotten, and that of others is not', async () => {
    await addAddress(gerda.email, 'confirmed');
    await addAddress(kai.email, 'confirmed');
    await forgetAddress(database.db, gerda.id);
    expect(await kept()).toMatchObject([{ email: kai.email }]);
  });
});

describe('the table refuses', () => {
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

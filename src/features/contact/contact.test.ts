import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestAccounts, type TestAccounts } from '#test/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { type Contact, contactRoutes } from './contact.ts';

/** Letters of readers, as they are sent by the page and by its form without scripts. */

const API = '/api/v1/messages';
const LETTER = { topic: 'question', message: 'Who is the miller?', email: 'gerda@tales.example' };
const contact: Contact = { to: 'keeper@tales.example', replyTo: undefined };

let database: TestDatabase;
let site: TestAccounts;
let tale: { id: string; slug: string };

beforeAll(async () => {
  database = await createTestDatabase();
  site = openTestAccounts(database, (deps) => contactRoutes({ ...deps, contact }));
  tale = await addTale(database.db, { title: 'The Frog King' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await rows('delete from messages');
  contact.to = 'keeper@tales.example';
});

const rows = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(database.ownerUrl, text, values);
const messages = () => rows('select topic, text, email, tale_id, tale_title, status from messages order by id');
const send = async (json: unknown, from?: string) => {
  const answer = await site.ask(API, { json, ...(from !== undefined && { from }) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
};
const post = async (form: Record<string, string>) => {
  const answer = await site.ask('/contact', { form });
  const text = await answer.text();
  return { status: answer.status, location: answer.headers.get('location'), form: text === '' ? undefined : JSON.parse(text) };
};

describe('a letter', () => {
  test('is kept with its tale, and goes as a mail to who runs the site, with the reader as the one to answer', async () => {
    expect(await send({ ...LETTER, topic: 'mistake', message: ' Two\r\nlines ', tale: tale.slug })).toMatchObject({
      status: 201,
      body: {},
    });
    expect(await messages()).toEqual([
      { topic: 'mistake', text: 'Two\nlines', email: LETTER.email, tale_id: tale.id, tale_title: 'The Frog King', status: 'new' },
    ]);
    const [mail] = await rows('select to_address, reply_to, subject, text from mails');
    expect(mail).toMatchObject({ to_address: 'keeper@tales.example', reply_to: LETTER.email, subject: 'message-received' });
    expect(JSON.parse(String(mail?.text))).toMatchObject({
      ...{ text: 'Two\nlines', email: LETTER.email, tale: 'The Frog King' },
      inboxLink: expect.stringMatching(/^https:\/\/tales\.example\/manage-inbox\?id=[0-9a-f-]{36}$/),
    });
  });

  test('needs no address, no tale, and nobody who gets a mail', async () => {
    contact.to = undefined;
    expect((await send({ topic: 'rights', message: 'Mine.' })).status).toBe(201);
    expect(await messages()).toMatchObject([{ topic: 'rights', email: null, tale_id: null, tale_title: null }]);
    expect(await rows('select from mails')).toEqual([]);
  });

  test('about a tale that is not there is taken all the same', async () => {
    const draft = await addTale(database.db, { status: 'draft' });
    for (const slug of ['no-such-tale', draft.slug, "'; drop table tales"])
      expect((await send({ ...LETTER, message: `About ${slug}`, tale: slug })).status).toBe(201);
    expect((await messages()).map(({ tale_id }) => tale_id)).toEqual([null, null, null]);
  });

  test('leaves neither its words nor the address in the log', async () => {
    await send(LETTER);
    expect(site.logged()).toContain('message_received');
    for (const secret of [LETTER.message, LETTER.email]) expect(site.logged()).not.toContain(secret);
  });

  test('of the same words is one, when it comes again at once or after each other', async () => {
    await Promise.all([send(LETTER), send(LETTER)]);
    expect((await send(LETTER)).status).toBe(201);
    expect(await messages()).toHaveLength(1);
    expect(await rows('select from mails')).toHaveLength(1);
    await rows("update messages set created_at = now() - interval '61 minutes'");
    await send(LETTER);
    expect(await messages()).toHaveLength(2);
  });

  test('is nothing at all when its mail cannot be queued', async () => {
    contact.to = 'not an address';
    expect((await send(LETTER)).status).toBe(500);
    expect(await messages()).toEqual([]);
  });
});

describe('what cannot be taken', () => {
  test.each([
    [{ message: '' }, 'message', 'Please write your message.'],
    [{ message: ' \u200b\n' }, 'message', 'Please write your message.'],
    [{ message: 'x'.repeat(5_001) }, 'message', 'Please use at most 5,000 characters.'],
    [{ message: 'a\0b' }, 'message', 'This text has a character that cannot be kept.'],
    [{ topic: 'praise' }, 'topic', 'Please choose what it is about.'],
    [{ email: 'gerda' }, 'email', 'Please enter a valid e-mail address, or leave the field empty.'],
    [{ role: 'admin' }, 'role', 'This field is not known here.'],
  ])('%o is told by field, and nothing is kept', async (wrong, field, sentence) => {
    const { status, body } = await send({ ...LETTER, ...wrong });
    expect([status, body.errors]).toEqual([422, { [field]: [sentence] }]);
    expect(await messages()).toEqual([]);
  });

  test.each([
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example, c@d.example',
    '"a@evil.example"@ok.example',
    'friends: a@b.example;',
    'a\uFE6Bb.example',
    'Gerda <a@b.example>',
  ])('the address %j, in which a mail program could read another one or a header (S34)', async (email) => {
    expect(Object.keys((await send({ ...LETTER, email })).body.errors)).toEqual(['email']);
    expect(await rows('select from mails')).toEqual([]);
  });

  test('five thousand letters of any kind are taken', async () => {
    expect((await send({ ...LETTER, message: '🦊'.repeat(5_000) })).status).toBe(201);
  });

  test('who fills in the field that people do not see is asked to send it once more', async () => {
    expect((await send({ ...LETTER, website: 'https://evil.example' })).body.code).toBe('like_a_machine');
    expect(await messages()).toEqual([]);
    expect((await send({ ...LETTER, website: '' })).status).toBe(201);
  });

  test('an eleventh letter of a network in an hour, which is told when to come again', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send({ ...LETTER, message: `Letter ${n}` })).status).toBe(201);
    const { status, retryAfter, body } = await send({ ...LETTER, message: 'Letter 11' });
    expect([status, body.code]).toEqual([429, 'too_many']);
    expect(Number(retryAfter)).toBeGreaterThan(3_500);
    expect(body.detail).toBe('That was a lot of letters at once. Your words are still here: please send them in 60 minutes.');
    expect((await send({ ...LETTER, message: 'From elsewhere' }, '198.51.100.7')).status).toBe(201);
    await rows("update limit_counters set ends_at = now() - interval '1 second'");
    expect((await send({ ...LETTER, message: 'Later' })).status).toBe(201);
  });
});

describe('without scripts', () => {
  test('the form leads on to thank you', async () => {
    expect(await post({ topic: 'question', message: 'Hello', email: '', website: '' })).toMatchObject({
      status: 303,
      location: '/contact/sent',
    });
    expect(await messages()).toMatchObject([{ text: 'Hello', email: null }]);
  });

  test('what was typed comes back with what is wrong, and the tale that it is about', async () => {
    const typed = { topic: 'mistake', message: 'The frog is a prince', email: 'gerda', tale: tale.slug };
    const { status, form } = await post({ ...typed, website: '' });
    expect(status).toBe(422);
    expect(form).toMatchObject({ href: `/contact?tale=${tale.slug}`, values: typed, problems: { email: [expect.any(String)] } });
  });

  test('what is one letter too many comes back as well', async () => {
    for (let n = 0; n < 10; n += 1) await send({ ...LETTER, message: `Letter ${n}` });
    const { status, form } = await post({ topic: 'question', message: 'The eleventh', email: '' });
    expect([status, form.code, form.values.message]).toEqual([429, 'too_many', 'The eleventh']);
  });
});

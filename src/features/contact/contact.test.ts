import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { type ContactAddresses, contactRoutes } from './contact.ts';

/** Contact messages sent as JSON and by the HTML form. */

const API = '/api/v1/messages';
const MESSAGE = { topic: 'question', message: 'Who is the miller?', email: 'gerda@tales.example' };
const contact: ContactAddresses = { to: 'keeper@tales.example', replyTo: undefined };

let database: TestDatabase;
let site: TestApp;
let tale: { id: string; slug: string };

beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: (deps) => contactRoutes({ ...deps, contact }) });
  tale = await addTale(database.db, { title: 'The Frog King' });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await rows('delete from contact_messages');
  contact.to = 'keeper@tales.example';
});

const rows = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(database.ownerUrl, text, values);
const messages = () => rows('select topic, text, email, tale_id, tale_title, status from contact_messages order by id');
const send = async (json: unknown, from?: string) => {
  const answer = await site.ask(API, { json, ...(from !== undefined && { from }) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
};
const post = async (form: Record<string, string>) => {
  const answer = await site.ask('/contact', { form });
  const text = await answer.text();
  return { status: answer.status, location: answer.headers.get('location'), form: text === '' ? undefined : JSON.parse(text) };
};

describe('a message', () => {
  test('is stored with its tale and emailed to the contact address, with the sender as Reply-To', async () => {
    expect(await send({ ...MESSAGE, topic: 'mistake', message: ' Two\r\nlines ', tale: tale.slug })).toMatchObject({
      status: 201,
      body: {},
    });
    expect(await messages()).toEqual([
      { topic: 'mistake', text: 'Two\nlines', email: MESSAGE.email, tale_id: tale.id, tale_title: 'The Frog King', status: 'new' },
    ]);
    const [mail] = await rows('select to_address, reply_to, subject, text from outbound_emails');
    expect(mail).toMatchObject({ to_address: 'keeper@tales.example', reply_to: MESSAGE.email, subject: 'message-received' });
    expect(JSON.parse(String(mail?.text))).toMatchObject({
      ...{ text: 'Two\nlines', email: MESSAGE.email, tale: 'The Frog King' },
      inboxLink: expect.stringMatching(/^https:\/\/tales\.example\/manage-inbox\?id=[0-9a-f-]{36}$/),
    });
  });

  test('requires no email, tale or contact address', async () => {
    contact.to = undefined;
    expect((await send({ topic: 'rights', message: 'Mine.' })).status).toBe(201);
    expect(await messages()).toMatchObject([{ topic: 'rights', email: null, tale_id: null, tale_title: null }]);
    expect(await rows('select from outbound_emails')).toEqual([]);
  });

  test('about an unknown tale is accepted', async () => {
    const draft = await addTale(database.db, { status: 'draft' });
    for (const slug of ['no-such-tale', draft.slug, "'; drop table tales"])
      expect((await send({ ...MESSAGE, message: `About ${slug}`, tale: slug })).status).toBe(201);
    expect((await messages()).map(({ tale_id }) => tale_id)).toEqual([null, null, null]);
  });

  test('names the shared list it is about; another path is ignored', async () => {
    const list = `/lists?name=Winter&tales=${tale.slug}`;
    await send({ ...MESSAGE, message: 'Not nice', list });
    for (const other of ['/lists/no-such-list', 'https://evil.example/lists?name=x&tales=a', '/lists?name=x'])
      expect((await send({ ...MESSAGE, message: `About ${other}`, list: other })).status).toBe(201);
    const stored = await rows('select list_path, list_name from contact_messages order by id');
    const none = { list_path: null, list_name: null };
    expect(stored).toEqual([{ list_path: list, list_name: 'Winter' }, none, none, none]);
    const [mail] = await rows('select text from outbound_emails order by id limit 1');
    expect(JSON.parse(String(mail?.text))).toMatchObject({ tale: 'Winter' });
    expect((await send({ ...MESSAGE, list: 'x'.repeat(8_193) })).status).toBe(422);
  });

  test('leaves neither its text nor the email address in the log', async () => {
    await send(MESSAGE);
    expect(site.logText()).toContain('message_received');
    for (const secret of [MESSAGE.message, MESSAGE.email]) expect(site.logText()).not.toContain(secret);
  });

  test('is stored once when sent twice, concurrently or in sequence', async () => {
    await Promise.all([send(MESSAGE), send(MESSAGE)]);
    expect((await send(MESSAGE)).status).toBe(201);
    expect(await messages()).toHaveLength(1);
    expect(await rows('select from outbound_emails')).toHaveLength(1);
    await rows("update contact_messages set created_at = now() - interval '61 minutes'");
    await send(MESSAGE);
    expect(await messages()).toHaveLength(2);
  });

  test('is not stored when its email cannot be queued', async () => {
    contact.to = 'not an address';
    expect((await send(MESSAGE)).status).toBe(500);
    expect(await messages()).toEqual([]);
  });
});

describe('rejected', () => {
  test.each([
    [{ message: '' }, 'message', 'Please write your message.'],
    [{ message: ' \u200b\n' }, 'message', 'Please write your message.'],
    [{ message: 'x'.repeat(5_001) }, 'message', 'Must be 5,000 characters or fewer.'],
    [{ message: 'a\0b' }, 'message', 'This text contains an invalid character.'],
    [{ topic: 'praise' }, 'topic', 'Choose a topic.'],
    [{ email: 'gerda' }, 'email', 'Enter a valid email address, or leave the field empty.'],
    [{ role: 'admin' }, 'role', 'Unknown field.'],
  ])('%o: error by field, nothing stored', async (wrong, field, sentence) => {
    const { status, body } = await send({ ...MESSAGE, ...wrong });
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
  ])('the address %j, which a mail program could read as another address or a header (S34)', async (email) => {
    expect(Object.keys((await send({ ...MESSAGE, email })).body.errors)).toEqual(['email']);
    expect(await rows('select from outbound_emails')).toEqual([]);
  });

  test('5,000 characters outside the BMP are accepted', async () => {
    expect((await send({ ...MESSAGE, message: '🦊'.repeat(5_000) })).status).toBe(201);
  });

  test('a filled honeypot is rejected and can be sent again', async () => {
    expect((await send({ ...MESSAGE, website: 'https://evil.example' })).body.code).toBe('like_a_machine');
    expect(await messages()).toEqual([]);
    expect((await send({ ...MESSAGE, website: '' })).status).toBe(201);
  });

  test('an eleventh message from a network within an hour, with Retry-After', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send({ ...MESSAGE, message: `Message ${n}` })).status).toBe(201);
    const { status, retryAfter, body } = await send({ ...MESSAGE, message: 'Message 11' });
    expect([status, body.code]).toEqual([429, 'too_many']);
    expect(Number(retryAfter)).toBeGreaterThan(3_500);
    expect(body.detail).toBe('Too many messages. Your text is kept; try again in 60 minutes.');
    expect((await send({ ...MESSAGE, message: 'From elsewhere' }, '198.51.100.7')).status).toBe(201);
    await rows("update rate_limits set expires_at = now() - interval '1 second'");
    expect((await send({ ...MESSAGE, message: 'Later' })).status).toBe(201);
  });
});

describe('without JavaScript', () => {
  test('the form redirects to the confirmation page', async () => {
    expect(await post({ topic: 'question', message: 'Hello', email: '', website: '' })).toMatchObject({
      status: 303,
      location: '/contact/sent',
    });
    expect(await messages()).toMatchObject([{ text: 'Hello', email: null }]);
  });

  test('the form is returned with its values, errors and tale', async () => {
    const typed = { topic: 'mistake', message: 'The frog is a prince', email: 'gerda', tale: tale.slug };
    const { status, form } = await post({ ...typed, website: '' });
    expect(status).toBe(422);
    expect(form).toMatchObject({ href: `/contact?tale=${tale.slug}`, values: typed, problems: { email: [expect.any(String)] } });
  });

  test('the form is returned when rate limited', async () => {
    for (let n = 0; n < 10; n += 1) await send({ ...MESSAGE, message: `Message ${n}` });
    const { status, form } = await post({ topic: 'question', message: 'The eleventh', email: '' });
    expect([status, form.code, form.values.message]).toEqual([429, 'too_many', 'The eleventh']);
  });
});

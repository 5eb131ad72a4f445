import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { manageDeps } from '#test/manage-deps.ts';
import { runSql } from '#test/sql.ts';
import { openStaff, type Staff } from '#test/staff.ts';
import { exportMessages, forgetWriter, removeOldMessages, sendAnswerTask } from './contact.ts';
import { answerMessage } from './settle-message.ts';

/** What administrators do with the letters of readers. */

let database: TestDatabase;
let staff: Staff;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from messages');
  staff = await openStaff(database);
});

async function addLetter(about: { text?: string; topic?: string; email?: string | null; tale?: string } = {}): Promise<string> {
  const { text = 'Who is the miller?', topic = 'question', email = 'gerda@tales.example', tale } = about;
  const [row] = await staff.rows(
    `insert into messages (topic, text, email, tale_id, tale_title)
      select $1, $2, $3, t.id, t.title from (select 1) one left join tales t on t.id = $4 returning id`,
    [topic, text, email, tale ?? null],
  );
  return row.id;
}
const list = async (query = '') => (await staff.call('GET', `/messages${query}`)).body;
const startsOf = async (query = '') => (await list(query)).messages.map(({ start }: { start: string }) => start);
const deeds = async () =>
  (await staff.rows('select action from audit_log where actor = $1 order by id', [staff.admin.id])).map(({ action }) => action);
const jobs = () =>
  runSql<{ task_identifier: string; payload: unknown }>(
    database.ownerUrl,
    'select t.identifier as task_identifier, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id desc',
  );
const NONE = '00000000-0000-7000-8000-000000000000';

test('letters stand newest first, found by topic and state, page after page', async () => {
  for (let n = 0; n < 51; n += 1) await addLetter({ text: `Letter ${n}`, topic: n % 2 === 0 ? 'question' : 'rights' });
  const first = await list();
  expect([first.messages.length, first.messages[0].start]).toEqual([50, 'Letter 50']);
  expect(await startsOf(`?after=${first.next}`)).toEqual(['Letter 0']);
  expect(await startsOf('?topic=rights&status=new')).toHaveLength(25);
  expect(await startsOf('?status=closed')).toEqual([]);
  expect((await staff.call('GET', '/messages/count')).body).toEqual({ new: 51 });
  for (const wrong of ['?topic=praise', '?status=old', '?after=x!', '?after=abc'])
    expect([wrong, (await staff.call('GET', `/messages${wrong}`)).status]).toEqual([wrong, 400]);
});

test('a letter shows its tale, by the title of then and the address of now, also when it has gone', async () => {
  const { id: tale } = await addTale(database.db, { title: 'The Frog King' });
  const id = await addLetter({ text: `Long ${'word '.repeat(100)}`, tale });
  await staff.rows("update tales set title = 'Iron Henry' where id = $1", [tale]);
  expect((await list()).messages[0]).toMatchObject({ tale: 'The Frog King', has_email: true });
  expect((await list()).messages[0].start).toHaveLength(140);
  expect((await staff.call('GET', `/messages/${id}`)).body).toMatchObject({
    tale: { title: 'The Frog King', slug: 'the-frog-king' },
    answer: null,
  });
  await staff.rows('delete from tales where id = $1', [tale]);
  expect((await staff.call('GET', `/messages/${id}`)).body.tale).toEqual({ title: 'The Frog King', slug: null });
});

test('an answer is kept and goes as a mail that quotes the question', async () => {
  const id = await addLetter();
  const { status, body } = await staff.call('POST', `/messages/${id}/answer`, { body: { text: ' The miller is Hans. ' } });
  expect([status, body.status, body.answer]).toEqual([
    200,
    'answered',
    { text: 'The miller is Hans.', at: expect.any(String), by: 'The Snow Queen', is_waiting: false },
  ]);
  const [mail] = await staff.rows('select to_address, reply_to, text from mails');
  expect(mail).toMatchObject({ to_address: 'gerda@tales.example', reply_to: 'hello@tales.example' });
  expect(JSON.parse(mail.text)).toMatchObject({ kind: 'message-answered', answer: 'The miller is Hans.', text: 'Who is the miller?' });
  expect(await deeds()).toEqual(['message.answered']);
  expect(staff.logs.text()).not.toContain('gerda@tales.example');
});

test('without a mail server an answer is saved, the message stays open, and the answer goes once there is one', async () => {
  const deps = { ...manageDeps(database), hasMailServer: false };
  const id = await addLetter();
  const saved = await answerMessage(deps, staff.admin.id, id, 'The miller is Hans.');
  expect([saved.status, saved.settled_at, saved.answer]).toEqual(['new', null, expect.objectContaining({ is_waiting: true })]);
  expect(await staff.rows('select from mails')).toHaveLength(0);
  expect((await staff.call('GET', '/messages/count')).body).toEqual({ new: 1 });
  const [job] = await jobs();
  expect(job).toMatchObject({ task_identifier: 'send_answer', payload: { messageId: id } });

  const run = () => sendAnswerTask(deps).run({ messageId: id }, { attempt: 1, signal: new AbortController().signal });
  await run();
  await run();
  expect(await staff.rows('select to_address from mails')).toEqual([{ to_address: 'gerda@tales.example' }]);
  expect((await staff.call('GET', `/messages/${id}`)).body).toMatchObject({ status: 'answered', answer: { is_waiting: false } });
});

test('an answer that waits is not sent to a reader whose address was forgotten, nor for a deleted message', async () => {
  const deps = { ...manageDeps(database), hasMailServer: false };
  const [one, other] = [await addLetter(), await addLetter({ email: 'kay@tales.example' })];
  for (const id of [one, other]) await answerMessage(deps, staff.admin.id, id, 'The miller is Hans.');
  await forgetWriter(database.db, 'gerda@tales.example');
  await staff.call('DELETE', `/messages/${other}`);
  for (const messageId of [one, other]) await sendAnswerTask(deps).run({ messageId }, { attempt: 1, signal: new AbortController().signal });
  expect(await staff.rows('select from mails')).toEqual([]);
});

test('nothing is answered twice, without an address, or without a word', async () => {
  const id = await addLetter();
  const answer = (to: string, text: string) => staff.call('POST', `/messages/${to}/answer`, { body: { text } });
  const both = await Promise.all([answer(id, 'One'), answer(id, 'Two')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('already_answered');
  const nameless = await addLetter({ email: null });
  expect((await answer(nameless, 'To whom?')).body).toMatchObject({ status: 409, code: 'no_address' });
  expect((await answer(nameless, '  ')).body.errors).toEqual({ text: ['Please write your answer.'] });
  expect((await answer(NONE, 'Hello')).body).toMatchObject({ status: 404, code: 'unknown_message' });
  expect(await staff.rows('select from mails')).toHaveLength(1);
});

test('a letter is closed, opened again and deleted; each deed is in the log once', async () => {
  const id = await addLetter();
  const mark = async (status: string) => (await staff.call('PATCH', `/messages/${id}`, { body: { status } })).body;
  expect(await mark('closed')).toMatchObject({ status: 'closed', settled_at: expect.any(String) });
  await mark('closed');
  expect(await mark('new')).toMatchObject({ status: 'new', settled_at: null });
  expect((await mark('answered')).errors).toEqual({ status: ['Say new or closed.'] });
  expect((await staff.call('DELETE', `/messages/${id}`)).status).toBe(204);
  expect((await staff.call('DELETE', `/messages/${id}`)).status).toBe(404);
  expect(await deeds()).toEqual(['message.closed', 'message.reopened', 'message.deleted']);
});

test('twelve months after it was settled a letter is removed; an open one stays', async () => {
  const [old, young] = [await addLetter(), await addLetter()];
  await addLetter();
  await staff.rows("update messages set status = 'closed', settled_at = now() - interval '12 months' - interval '1 minute' where id = $1", [
    old,
  ]);
  await staff.rows("update messages set status = 'closed', settled_at = now() - interval '11 months' where id = $1", [young]);
  await staff.rows("update messages set created_at = now() - interval '3 years'");
  expect(await removeOldMessages(database.db)).toBe(1);
  expect(await staff.rows('select from messages')).toHaveLength(2);
});

test('what was written with an address is in the copy of its data, and stays without it when it is forgotten', async () => {
  await addLetter({ email: 'Gerda@tales.example' });
  await addLetter({ email: 'kay@tales.example' });
  expect(await exportMessages(database.db, 'gerda@tales.example')).toMatchObject([
    { text: 'Who is the miller?', email: 'Gerda@tales.example' },
  ]);
  await forgetWriter(database.db, 'gerda@tales.example');
  expect((await staff.rows('select email from messages order by id')).map(({ email }) => email)).toEqual([null, 'kay@tales.example']);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { adminDeps } from '#test/admin-deps.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { addUser } from '#test/users.ts';
import { anonymizeSender, exportMessages, removeOldMessages, sendAnswerTask } from './contact.ts';
import { answerMessage } from './message-endpoints.ts';

/** The API of contact messages. */

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from contact_messages');
  staff = await openAdminApi(database);
});

async function addMessage(about: { text?: string; topic?: string; email?: string | null; tale?: string } = {}): Promise<string> {
  const { text = 'Who is the miller?', topic = 'question', email = 'gerda@tales.example', tale } = about;
  const [row] = await staff.rows(
    `insert into contact_messages (topic, text, email, tale_id, tale_title)
      select $1, $2, $3, t.id, t.title from (select 1) one left join tales t on t.id = $4 returning id`,
    [topic, text, email, tale ?? null],
  );
  return row.id;
}
const list = async (query = '') => (await staff.call('GET', `/messages${query}`)).body;
const startsOf = async (query = '') => (await list(query)).messages.map(({ start }: { start: string }) => start);
const auditedActions = async () =>
  (await staff.rows('select action from audit_log where actor = $1 order by id', [staff.admin.id])).map(({ action }) => action);
const jobs = () =>
  runSql<{ task_identifier: string; payload: unknown }>(
    database.ownerUrl,
    'select t.identifier as task_identifier, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id desc',
  );
const NONE = '00000000-0000-7000-8000-000000000000';

test('lists messages newest first, filtered by topic and status, paged', async () => {
  for (let n = 0; n < 51; n += 1) await addMessage({ text: `Message ${n}`, topic: n % 2 === 0 ? 'question' : 'rights' });
  const first = await list();
  expect([first.messages.length, first.messages[0].start]).toEqual([50, 'Message 50']);
  expect(await startsOf(`?after=${first.next}`)).toEqual(['Message 0']);
  expect(await startsOf('?topic=rights&status=new')).toHaveLength(25);
  expect(await startsOf('?status=closed')).toEqual([]);
  expect((await staff.call('GET', '/messages/count')).body).toEqual({ new: 51 });
  for (const wrong of ['?topic=praise', '?status=old', '?after=x!', '?after=abc'])
    expect([wrong, (await staff.call('GET', `/messages${wrong}`)).status]).toEqual([wrong, 400]);
});

test('a message shows its tale with the title at the time and the current slug, also when it is deleted', async () => {
  const { id: tale } = await addTale(database.db, { title: 'The Frog King' });
  const id = await addMessage({ text: `Long ${'word '.repeat(100)}`, tale });
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

test('an answer is saved and emailed, quoting the message', async () => {
  const id = await addMessage();
  const { status, body } = await staff.call('POST', `/messages/${id}/answer`, { body: { text: ' The miller is Hans. ' } });
  expect([status, body.status, body.answer]).toEqual([
    200,
    'answered',
    { text: 'The miller is Hans.', at: expect.any(String), by: 'The Snow Queen', is_waiting: false },
  ]);
  const [mail] = await staff.rows('select to_address, reply_to, text from outbound_emails');
  expect(mail).toMatchObject({ to_address: 'gerda@tales.example', reply_to: 'hello@tales.example' });
  expect(JSON.parse(mail.text)).toMatchObject({ kind: 'message-answered', answer: 'The miller is Hans.', text: 'Who is the miller?' });
  expect(await auditedActions()).toEqual(['message.answered']);
  expect(staff.logs.text()).not.toContain('gerda@tales.example');
});

test('without a mail server an answer is saved, the message stays open, and the answer is sent once there is one', async () => {
  const deps = { ...adminDeps(database), hasMailServer: false };
  const id = await addMessage();
  const saved = await answerMessage(deps, staff.admin.id, id, 'The miller is Hans.');
  expect([saved.status, saved.settled_at, saved.answer]).toEqual(['new', null, expect.objectContaining({ is_waiting: true })]);
  expect(await staff.rows('select from outbound_emails')).toHaveLength(0);
  expect((await staff.call('GET', '/messages/count')).body).toEqual({ new: 1 });
  const [job] = await jobs();
  expect(job).toMatchObject({ task_identifier: 'send_answer', payload: { messageId: id } });

  const run = () => sendAnswerTask(deps).run({ messageId: id }, { attempt: 1, signal: new AbortController().signal });
  await run();
  await run();
  expect(await staff.rows('select to_address from outbound_emails')).toEqual([{ to_address: 'gerda@tales.example' }]);
  expect((await staff.call('GET', `/messages/${id}`)).body).toMatchObject({ status: 'answered', answer: { is_waiting: false } });
});

test('a waiting answer is not sent to a removed address, nor for a deleted message', async () => {
  const deps = { ...adminDeps(database), hasMailServer: false };
  const [one, other] = [await addMessage(), await addMessage({ email: 'kay@tales.example' })];
  for (const id of [one, other]) await answerMessage(deps, staff.admin.id, id, 'The miller is Hans.');
  await anonymizeSender(database.db, 'gerda@tales.example');
  await staff.call('DELETE', `/messages/${other}`);
  for (const messageId of [one, other]) await sendAnswerTask(deps).run({ messageId }, { attempt: 1, signal: new AbortController().signal });
  expect(await staff.rows('select from outbound_emails')).toEqual([]);
});

test('a message cannot be answered twice, without an email address, or with an empty text', async () => {
  const id = await addMessage();
  const answer = (to: string, text: string) => staff.call('POST', `/messages/${to}/answer`, { body: { text } });
  const both = await Promise.all([answer(id, 'One'), answer(id, 'Two')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('already_answered');
  const nameless = await addMessage({ email: null });
  expect((await answer(nameless, 'To whom?')).body).toMatchObject({ status: 409, code: 'no_address' });
  expect((await answer(nameless, '  ')).body.errors).toEqual({ text: ['Enter an answer.'] });
  expect((await answer(NONE, 'Hello')).body).toMatchObject({ status: 404, code: 'unknown_message' });
  expect(await staff.rows('select from outbound_emails')).toHaveLength(1);
});

test('a message is closed, reopened and deleted; each action is audited once', async () => {
  const id = await addMessage();
  const mark = async (status: string) => (await staff.call('PATCH', `/messages/${id}`, { body: { status } })).body;
  expect(await mark('closed')).toMatchObject({ status: 'closed', settled_at: expect.any(String) });
  await mark('closed');
  expect(await mark('new')).toMatchObject({ status: 'new', settled_at: null });
  expect((await mark('answered')).errors).toEqual({ status: ['Must be new or closed.'] });
  expect((await staff.call('DELETE', `/messages/${id}`)).status).toBe(204);
  expect((await staff.call('DELETE', `/messages/${id}`)).status).toBe(404);
  expect(await auditedActions()).toEqual(['message.closed', 'message.reopened', 'message.deleted']);
});

test('answered and closed messages are deleted after twelve months; open ones stay', async () => {
  const [old, young] = [await addMessage(), await addMessage()];
  await addMessage();
  await staff.rows(
    "update contact_messages set status = 'closed', resolved_at = now() - interval '12 months' - interval '1 minute' where id = $1",
    [old],
  );
  await staff.rows("update contact_messages set status = 'closed', resolved_at = now() - interval '11 months' where id = $1", [young]);
  await staff.rows("update contact_messages set created_at = now() - interval '3 years'");
  expect(await removeOldMessages(database.db)).toBe(1);
  expect(await staff.rows('select from contact_messages')).toHaveLength(2);
});

test('messages are in the data export of their address, and become anonymous when it is removed', async () => {
  await addMessage({ email: 'Gerda@tales.example' });
  await addMessage({ email: 'kay@tales.example' });
  expect(await exportMessages(database.db, 'gerda@tales.example')).toMatchObject([
    { text: 'Who is the miller?', email: 'Gerda@tales.example' },
  ]);
  await anonymizeSender(database.db, 'gerda@tales.example');
  expect((await staff.rows('select email from contact_messages order by id')).map(({ email }) => email)).toEqual([
    null,
    'kay@tales.example',
  ]);
});

test('a message names its shared list, whose link is revoked by its id, once, by administrators', async () => {
  const owner = await addUser(database.pool, { name: 'Gerda' });
  const token = 'x'.repeat(22);
  await staff.rows("insert into shelves (user_id, id, name, named_at) values ($1, $2, 'Winter', now())", [owner.id, NONE]);
  const [link] = await staff.rows('insert into shared_lists (user_id, shelf_id, token) values ($1, $2, $3) returning id', [
    ...[owner.id, NONE, token],
  ]);
  const id = await addMessage();
  await staff.rows("update contact_messages set list_path = $1, list_name = 'Winter'", [`/lists/${token}`]);
  const about = async () => (await staff.call('GET', `/messages/${id}`)).body.list;
  expect(await about()).toEqual({ name: 'Winter', path: `/lists/${token}`, id: link.id });
  expect((await staff.call('DELETE', `/shared-lists/${link.id}`, { as: owner })).status).toBe(403);
  expect((await staff.call('DELETE', `/shared-lists/${link.id}`)).status).toBe(204);
  expect(await about()).toEqual({ name: 'Winter', path: `/lists/${token}`, id: null });
  for (const gone of [link.id, 'no-uuid']) expect((await staff.call('DELETE', `/shared-lists/${gone}`)).status).toBe(404);
  const [entry] = await staff.rows('select subject_kind, subject_id, details from audit_log where actor = $1', [staff.admin.id]);
  expect([await auditedActions(), entry]).toEqual([
    ['shared-list.revoked'],
    { subject_kind: 'shared_list', subject_id: link.id, details: {} },
  ]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fc } from '#test/fast-check.ts';
import { addUser } from '#test/users.ts';
import { parseIncomingEmail, processIncomingEmail } from './process-bounce.ts';

const WOLF = 'wolf@tales.example';
let database: TestDatabase;
let delivery: { id: string; key: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['newsletter_issues', 'newsletter_suppressions', 'newsletter_subscribers', 'users'])
    await run(`delete from ${table}`);
  delivery = await addDelivery('email', WOLF);
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const receive = (message: string) => processIncomingEmail(database.db, Buffer.from(message));
const lines = (...text: string[]) => text.join('\r\n');

/** A sent delivery. */
async function addDelivery(column: 'email' | 'user_id', who: string): Promise<{ id: string; key: string }> {
  const [reader] = await run(
    `insert into newsletter_subscribers (${column}, status, consent_at, consent_text) values ($1, 'confirmed', now(), 'x') returning id, key`,
    [who],
  );
  const [issue] = await run(`insert into newsletter_issues (issue_date, send_at, subject, parts)
    values ('2026-01-04', now(), 'An issue', '[]') on conflict (issue_date) do update set subject = 'An issue' returning id`);
  const sent =
    "insert into newsletter_deliveries (issue_id, subscriber_id, status, completed_at) values ($1, $2, 'sent', now()) returning id";
  const [row] = await run(sent, [issue.id, reader.id]);
  return { id: row.id, key: reader.key };
}

const facts = async () => {
  const [reader] = await run('select status from newsletter_subscribers where key = $1', [delivery.key]);
  const [result] = await run('select status, last_error from newsletter_deliveries where id = $1', [delivery.id]);
  return {
    reader: reader.status,
    ...result,
    suppressed: (await run('select reason from newsletter_suppressions')).map(({ reason }) => reason),
  };
};
const UNTOUCHED = { reader: 'confirmed', status: 'sent', last_error: null, suppressed: [] };

type Report = { status?: string; action?: string; id?: string; to?: string; returned?: string; type?: string; fields?: string[] };

/** A delivery status notification as mail servers write it (RFC 3464), with the headers of the email. */
function report({
  status = '5.1.1',
  action = 'failed',
  id = delivery.id,
  to = WOLF,
  returned = 'text/rfc822-headers',
  ...rest
}: Report = {}) {
  const { type = 'delivery-status', fields } = rest;
  const failed = ['Reporting-MTA: dns; mx.tales.example', '', `Final-Recipient: rfc822; ${to}`, `Action: ${action}`, `Status: ${status}`];
  return lines(
    'From: MAILER-DAEMON@mx.tales.example',
    'To: talewood@tales.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};`,
    ' boundary="part"',
    ...['', '--part', 'Content-Type: text/plain', '', 'I am sorry to say that nobody is there.'],
    ...['', '--part', `Content-Type: message/${type}`, '', ...(fields ?? failed)],
    ...['', '--part', `Content-Type: ${returned}`, '', 'Received: from here'],
    `Message-ID:\r\n <${id}@tales.example>`,
    ...[`To: ${to}`, 'Subject: An issue', '', '--part--', ''],
  );
}
const complaint = (kind: string) =>
  report({ type: 'feedback-report', returned: 'message/rfc822', fields: [`Feedback-Type: ${kind}`, 'User-Agent: Mill/1.0', 'Version: 1'] });

describe('a bounce', () => {
  test.each(['text/rfc822-headers', 'message/rfc822'])(
    'for good (%s) is failed, and no other goes there; taken twice it is the same',
    async (returned) => {
      for (const _ of [1, 2]) {
        expect(await receive(report({ returned }))).toBe('bounced');
        expect(await facts()).toEqual({ reader: 'confirmed', status: 'failed', last_error: 'came back, 5.1.1', suppressed: ['bounce'] });
      }
    },
  );

  test.each([
    ['what we are', '5.7.1'],
    ['what it is', '5.6.0'],
    ['its length', '5.3.4'],
    ['a way that leads in a circle', '5.4.6'],
    ['our own address', '5.1.8'],
    ['a mailbox that is full', '5.2.2'],
  ])('rejected for %s (%s) has failed, and others are sent', async (_, status) => {
    expect(await receive(report({ status }))).toBe('refused');
    expect(await facts()).toMatchObject({ status: 'failed', last_error: `came back, ${status}`, suppressed: [] });
  });

  test.each(['5.0.0', '5.1.10', '5.2.1', '5.4.4'])('of an unknown address (%s) suppresses it', async (status) => {
    expect(await receive(report({ status }))).toBe('bounced');
    expect(await facts()).toMatchObject({ status: 'failed', suppressed: ['bounce'] });
  });

  test('from a former address of the account does not affect the new one', async () => {
    const gerda = await addUser(database.pool);
    delivery = await addDelivery('user_id', gerda.id);
    await run("update users set email = 'new@tales.example'");
    expect(await receive(report({ to: gerda.email }))).toBe('refused');
    expect(await facts()).toMatchObject({ status: 'failed', suppressed: [] });
    await run('update users set email = $1', [gerda.email]);
    expect(await receive(report({ to: gerda.email }))).toBe('bounced');
  });

  test.each([
    ['is late only', { action: 'delayed', status: '4.4.1' }],
    ['is late after a permanent failure', { action: 'delayed' }],
    ['came to somebody', { action: 'delivered', status: '2.0.0' }],
    ['failed in passing', { status: '4.2.2' }],
    ['is none of ours', { id: '01a1fed2-db9c-7e0b-967b-7804cf1d9c62' }],
    ['has no id of ours', { id: 'abc' }],
  ])('that %s changes nothing', async (_, about) => {
    expect(await receive(report(about))).toBe('ignored');
    expect(await facts()).toEqual(UNTOUCHED);
  });
});

test.each(['abuse', 'Fraud', 'opt-out'])('a complaint (%s) unsubscribes and suppresses', async (kind) => {
  expect(await receive(complaint(kind))).toBe('complained');
  expect(await facts()).toMatchObject({ reader: 'unsubscribed', status: 'sent', suppressed: ['complaint'] });
});

test('a complaint whose fields follow empty lines unsubscribes too', async () => {
  const fields = ['', ' ', 'Feedback-Type: abuse', 'Version: 1'];
  expect(await receive(report({ type: 'feedback-report', returned: 'message/rfc822', fields }))).toBe('complained');
});

test.each(['not-spam', 'auth-failure'])('a report of type %s is ignored', async (kind) => {
  expect(await receive(complaint(kind))).toBe('ignored');
  expect(await facts()).toEqual(UNTOUCHED);
});

describe('an unsubscribe email', () => {
  const mail = (subject: string) => lines('From: someone@tales.example', `Subject: ${subject}`, '', 'Hello', '');

  test('with the key unsubscribes', async () => {
    expect(await receive(mail(`Unsubscribe ${delivery.key}`))).toBe('unsubscribed');
    expect(await facts()).toMatchObject({ reader: 'unsubscribed' });
  });

  test.each(['unsubscribe', `unsubscribe ${'0'.repeat(64)}`, 'Re: A letter', ''])('with the subject %j is ignored', async (subject) => {
    expect(await receive(mail(subject))).toBe('ignored');
    expect(await facts()).toEqual(UNTOUCHED);
  });
});

test('any other input is ignored without an exception', async () => {
  for (const junk of ['', '\0', 'Content-Type: multipart/report\r\n\r\n', report().replaceAll('part', ''), `A: ${'x'.repeat(900_000)}`])
    expect(await parseIncomingEmail(Buffer.from(junk))).toEqual({ kind: 'other' });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      expect((await parseIncomingEmail(bytes)).kind).toBe('other');
    }),
    { numRuns: 200 },
  );
});

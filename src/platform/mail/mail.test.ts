import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '#src/platform/config.ts';
import { type Jobs, startJobs } from '#src/platform/jobs/start-jobs.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listQueue, openTestLog, retryJobsNow } from '#test/jobs.ts';
import { openSmtpServer, SMTP_PASSWORD } from '#test/smtp.ts';
import { runSql } from '#test/sql.ts';
import { listFailedEmails, retryEmail } from './failed-emails.ts';
import { openTransport, smtpTransport } from './open-transport.ts';
import { queueEmail, sendEmailTask } from './queue-email.ts';

const LINK = 'https://tales.example/confirm?code=hush';

let database: TestDatabase;
let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
let dataDir: string;
let logged: ReturnType<typeof openTestLog>;
const started: Jobs[] = [];

beforeEach(async () => {
  [database, smtp, dataDir] = await Promise.all([
    createTestDatabase(),
    openSmtpServer(),
    mkdtemp(path.join(os.tmpdir(), 'talewood-mail-')),
  ]);
  logged = openTestLog();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  await Promise.all([database.drop(), smtp.close(), rm(dataDir, { recursive: true })]);
});

const mailTo = (to: string) => ({
  to,
  subject: 'Bestätige: ein Wald',
  html: `<p>Märchen <a href="${LINK}">öffnen</a></p>`,
  text: `Märchen: ${LINK}`,
});
const addresses = ['a@one.example', 'b@two.example', 'c@three.example', 'd@four.example', 'e@five.example'];

async function startMail(settings: Record<string, string> = { SMTP_URL: smtp.url }): Promise<void> {
  const config = parseConfig({
    PUBLIC_URL: 'https://tales.example',
    MAIL_FROM: 'Tales <hello@tales.example>',
    DATA_DIR: dataDir,
    ...settings,
  });
  const { smtpUrl, mailFrom: from, publicUrl } = config;
  // The default of two minutes is too long for a test.
  const transport =
    smtpUrl === undefined ? openTransport(config) : smtpTransport({ url: smtpUrl, from, publicUrl, silenceTimeoutMs: 1_000 });
  const tasks = [sendEmailTask({ db: database.db, transport, log: logged.log })];
  started.push(await startJobs({ pool: database.pool, tasks, log: logged.log, pollIntervalMs: 50 }));
}
const rows = () => database.db.selectFrom('outbound_emails').selectAll().orderBy('id').execute();
const allSent = () => expect.poll(async () => (await rows()).every((row) => row.sent_at !== null)).toBe(true);
const allTried = () => expect.poll(async () => (await rows()).every((row) => row.last_error !== null)).toBe(true);
const dead = async (before?: string) => (await listFailedEmails(database.db, before)).rows;
const idle = () => expect.poll(async () => (await listQueue(database.ownerUrl)).every((job) => job.locked_by === null)).toBe(true);

function expectNoPersonalDataInLog(): void {
  for (const secret of [...addresses, 'hush', 'hello@tales.example', SMTP_PASSWORD]) expect(logged.text()).not.toContain(secret);
  expect(logged.text()).not.toContain('one.example');
}

describe('a queued email', () => {
  test('is sent once after the commit, to one recipient, and its bodies are deleted', async () => {
    await startMail();
    const failing = database.db.transaction().execute(async (trx) => {
      await queueEmail(trx, mailTo('undone@one.example'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const id = await database.db.transaction().execute((trx) => queueEmail(trx, { ...mailTo('a@one.example'), template: 'confirm' }));
    await allSent();
    await idle();
    expect(smtp.received).toMatchObject([{ from: 'hello@tales.example', to: ['a@one.example'], messageId: `<${id}@tales.example>` }]);
    const raw = smtp.received[0]?.raw ?? '';
    expect(raw).toMatch(/^From: Tales <hello@tales\.example>\r?$/m);
    expect(raw).toMatch(/^To: a@one\.example\r?$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?Q\?Best=C3=A4tige/m);
    expect(await rows()).toMatchObject([{ id, template: 'confirm', html: null, text: null, attempts: 1, last_error: null }]);
    expect(await listQueue(database.ownerUrl)).toEqual([]);
    expectNoPersonalDataInLog();
  });

  test.each([
    ['to a header', { to: 'a@b.example\r\nBcc: x@y.example' }],
    ['to a quoted address', { to: '"a@evil.example"@ok.example' }],
    ['to a group', { to: 'all: a@b.example;' }],
    ['to an address not yet parsed', { to: 'a@MÄRCHEN.example' }],
    ['with two lines of subject', { subject: 'a\r\nBcc: x@y.example' }],
    ['without a text', { text: '' }],
  ])('is rejected: %s', async (_, part) => {
    await expect(queueEmail(database.db, { ...mailTo('a@one.example'), ...part })).rejects.toThrow();
    expect(await rows()).toEqual([]);
    expect(await listQueue(database.ownerUrl)).toEqual([]);
  });
});

describe('with a failing mail server', () => {
  const FAULTS = [
    ['421 at once', 'answer 421'],
    ['451 to the recipient', 'answer 451, 4.3.0'],
    ['451 to the text', 'answer 451, 4.3.0'],
    ['550 for policy', 'answer 550, 5.7.1'],
    ['554 to the text', 'answer 554, 5.6.0'],
    ['cut after the text', 'ECONNECTION'],
    ['silent after the text', 'ETIMEDOUT'],
  ] as const;

  test.each(FAULTS)('%s: no email is lost, and all arrive later', async (trouble, reason) => {
    smtp.setFault(trouble);
    await startMail();
    for (const to of addresses) await queueEmail(database.db, mailTo(to));
    await allTried();
    await idle();
    expect(smtp.received).toEqual([]);
    expect((await rows()).map((row) => row.last_error)).toEqual(addresses.map(() => expect.stringContaining(reason)));
    smtp.setFault('none');
    await retryJobsNow(database.ownerUrl);
    await allSent();
    const sent = smtp.received.map(({ to, messageId }) => [to[0], messageId]).toSorted();
    expect(sent).toEqual((await rows()).map(({ to_address, id }) => [to_address, `<${id}@tales.example>`]).toSorted());
    // Received but unacknowledged emails are identified by Message-ID.
    const known = new Set(smtp.received.map(({ messageId }) => messageId));
    expect(smtp.unanswered.every(({ messageId }) => known.has(messageId))).toBe(true);
    expect(smtp.unanswered).toHaveLength(trouble.endsWith('after the text') ? addresses.length : 0);
    expectNoPersonalDataInLog();
  });

  test('refused connections lose nothing, and all emails arrive later', async () => {
    await smtp.close();
    await startMail();
    for (const to of addresses) await queueEmail(database.db, mailTo(to));
    await allTried();
    await idle();
    expect((await rows()).map((row) => row.last_error)).toEqual(addresses.map(() => 'ESOCKET'));
    await smtp.reopen();
    await retryJobsNow(database.ownerUrl);
    await allSent();
    expect(smtp.received.map(({ to }) => to[0]).toSorted()).toEqual(addresses);
    expectNoPersonalDataInLog();
  });

  test('an email fails permanently after the last attempt, and can be retried', async () => {
    smtp.setFault('451 to the recipient');
    await startMail();
    const id = await queueEmail(database.db, mailTo('a@one.example'));
    await allTried();
    await idle();
    expect(await dead()).toEqual([]);
    expect(await retryEmail(database.db, id)).toBe(false);
    const [job] = await listQueue(database.ownerUrl);
    expect(job?.wait_s).toBeGreaterThan(50);
    expect(job?.wait_s).toBeLessThan(70);
    const lastTry = `update graphile_worker._private_jobs set payload = payload::jsonb || '{"triesMade":23}', run_at = now()`;
    await runSql(database.ownerUrl, lastTry);
    await expect
      .poll(() => dead())
      .toMatchObject([{ id, to_address: 'a@one.example', attempts: 2, last_error: 'EENVELOPE, answer 451, 4.3.0' }]);
    expect(logged.events().filter((event) => event?.startsWith('mail_'))).toEqual(['mail_failed', 'mail_dead']);
    expect(await dead(id)).toEqual([]);
    smtp.setFault('none');
    expect(await retryEmail(database.db, id)).toBe(true);
    await allSent();
    await idle();
    expect(await retryEmail(database.db, id)).toBe(false);
    expect(await dead()).toEqual([]);
    expect(smtp.received).toMatchObject([{ messageId: `<${id}@tales.example>` }]);
    expectNoPersonalDataInLog();
  });

  test('an email to an unknown recipient fails at once, with one log line', async () => {
    smtp.setFault('550 quoting');
    await startMail();
    const id = await queueEmail(database.db, { ...mailTo('a@one.example'), template: 'verify' });
    await expect.poll(() => dead()).toMatchObject([{ id, attempts: 1, last_error: 'EENVELOPE, answer 550, 5.1.1' }]);
    expect(await listQueue(database.ownerUrl)).toEqual([]);
    const line = { level: 'error', event: 'mail_dead', mail: id, template: 'verify', tries: 1, reason: 'EENVELOPE, answer 550, 5.1.1' };
    expect(logged.lines().filter(({ event }) => event === 'mail_dead')).toMatchObject([line]);
    expectNoPersonalDataInLog();
  });
});

describe('the password of SMTP_URL', () => {
  test('authenticates', async () => {
    await startMail({ SMTP_URL: smtp.urlAs('teller', SMTP_PASSWORD) });
    await queueEmail(database.db, mailTo('a@one.example'));
    await allSent();
    expect(smtp.received).toMatchObject([{ user: 'teller' }]);
    expectNoPersonalDataInLog();
  });

  test('is not disclosed if it is wrong', async () => {
    await startMail({ SMTP_URL: smtp.urlAs('teller', 'wrong-word') });
    await queueEmail(database.db, mailTo('a@one.example'));
    await allTried();
    await idle();
    expect((await rows())[0]?.last_error).toBe('EAUTH, answer 535');
    expect(logged.text()).not.toMatch(/wrong-word|teller/);
  });
});

describe('a server with STARTTLS', () => {
  test('gets no unencrypted email', async () => {
    await smtp.close();
    smtp = await openSmtpServer({ startTls: true });
    await startMail({ SMTP_URL: `${smtp.urlAs('teller', SMTP_PASSWORD)}?requireTLS=true&tls.rejectUnauthorized=false` });
    await queueEmail(database.db, mailTo('a@one.example'));
    await allSent();
    expect(smtp.received).toMatchObject([{ secure: true, user: 'teller' }]);
  });

  test('gets no email with an untrusted certificate', async () => {
    await smtp.close();
    smtp = await openSmtpServer({ startTls: true });
    await startMail();
    await queueEmail(database.db, mailTo('a@one.example'));
    await allTried();
    await idle();
    expect((await rows())[0]?.last_error).toMatch(/^E/);
    expect([smtp.received, smtp.unanswered]).toEqual([[], []]);
  });
});

describe('without a mail server', () => {
  const outbox = () => path.join(dataDir, 'outbox');

  test('each email is a complete file, readable only by its owner', async () => {
    await startMail({});
    const id = await queueEmail(database.db, mailTo('a@one.example'));
    await allSent();
    expect(await readdir(outbox())).toEqual([`${id}.eml`]);
    const eml = await readFile(path.join(outbox(), `${id}.eml`), 'utf8');
    expect(eml).toContain(`Message-ID: <${id}@tales.example>\r\n`);
    expect(eml).toContain('To: a@one.example\r\n');
    expect(eml).toContain('code=3Dhush');
    expect(eml.trimEnd().endsWith('--')).toBe(true);
    expect((await stat(path.join(outbox(), `${id}.eml`))).mode & 0o777).toBe(0o600);
    expect((await stat(outbox())).mode & 0o777).toBe(0o700);
    expectNoPersonalDataInLog();
  });

  test('an unwritable folder loses no emails', async () => {
    await writeFile(outbox(), 'not a folder');
    await startMail({});
    const id = await queueEmail(database.db, mailTo('a@one.example'));
    await allTried();
    await idle();
    expect((await rows())[0]?.last_error).toBe('cannot write to the outbox: EEXIST');
    await rm(outbox());
    await retryJobsNow(database.ownerUrl);
    await allSent();
    expect(await readdir(outbox())).toEqual([`${id}.eml`]);
  });
});

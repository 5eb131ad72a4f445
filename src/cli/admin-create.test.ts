import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createAdmin } from './admin-create.ts';

const PASSWORD = 'the robber girl kept a reindeer';
const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from users'));

const people = async () => (await database.pool.query('select name, email, role from users')).rows;
const register = (more = 'true, null') =>
  database.pool.query(`insert into users (name, email, email_verified, disabled_at) values ('Kai', 'kai@tales.example', ${more})`);

/** Runs the command on a terminal and answers its prompts. Resolves to the message and the output. */
async function atTerminal(answers: [question: string, answer: string][], args: string[] = []): Promise<{ message: string; shown: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let shown = '';
  let unread = '';
  const left = [...answers];
  output.on('data', (chunk) => {
    shown += chunk;
    unread += chunk;
    const [next] = left;
    if (next === undefined || !unread.includes(next[0])) return;
    left.shift();
    unread = '';
    setImmediate(() => input.write(`${next[1]}\r`));
  });
  const message = await createAdmin(database.db, args, { input, output }).catch((error: Error) => `${error.name}: ${error.message}`);
  expect(left, 'questions that were not asked').toEqual([]);
  return { message, shown };
}

test('at a terminal it asks for everything, and does not show the password', async () => {
  const { message, shown } = await atTerminal([
    ['Email', 'Teller@tales.example'],
    ['Name', 'The Teller'],
    ['Password', PASSWORD],
    ['Repeat', PASSWORD],
  ]);
  expect(message).toBe('The administrator can log in now.');
  expect(shown).toContain('The Teller');
  expect(shown).not.toContain('robber');
  expect(await people()).toEqual([{ name: 'The Teller', email: 'teller@tales.example', role: 'admin' }]);
});

test('invalid input is reported, and no account is created', async () => {
  expect((await atTerminal([['Email', 'teller']])).message).toBe('CommandError: This is not a valid email address.');
  const start: [string, string][] = [
    ['Email', 'teller@tales.example'],
    ['Name', 'The Teller'],
  ];
  expect((await atTerminal([...start, ['Password', 'short'], ['Repeat', 'short']])).message).toContain('Use at least 10 characters.');
  expect((await atTerminal([...start, ['Password', PASSWORD], ['Repeat', 'other']])).message).toContain('Passwords do not match');
  expect((await atTerminal([...start, ['Password', '\u0003']])).message).toBe('CommandError: Nothing was changed.');
  expect((await atTerminal([], ['--password', PASSWORD])).message).toContain('A password on the command line');
  expect(await people()).toEqual([]);
});

test('asks before it promotes an existing account', async () => {
  await register();
  const question = 'belongs to the account of Kai';
  const no = await atTerminal([
    ['Email', 'kai@tales.example'],
    [question, 'no'],
  ]);
  expect(no.message).toBe('CommandError: Nothing was changed.');
  const yes = await atTerminal([
    ['Email', 'kai@tales.example'],
    [question, 'yes'],
  ]);
  expect(yes.message).toBe('Kai is now an administrator and has to log in again.');
  expect(await people()).toMatchObject([{ role: 'admin' }]);
  expect((await atTerminal([['Email', 'kai@tales.example']])).message).toContain('already');
});

test.each([
  ['false, null', 'is not confirmed'],
  ['true, now()', 'is disabled'],
])('an unconfirmed or disabled account is not promoted (%s)', async (more, reason) => {
  await register(more);
  expect((await atTerminal([], ['--email', 'kai@tales.example', '--existing'])).message).toContain(reason);
  expect(await people()).toMatchObject([{ role: 'user' }]);
});

test('without a terminal the password is read from standard input, and an error is one line and exit code 1', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-admin-'));
  const run = async (args: string[], input: string) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), 'admin', 'create', ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const warnings = /^\(.*ExperimentalWarning|^\(Use `node/;
    return { code: (await exit)[0], out, err: err.split('\n').filter((line) => line !== '' && !warnings.test(line)) };
  };
  const args = ['--email', 'teller@tales.example', '--name', 'The Teller'];
  expect(await run(args, 'short\n')).toEqual({ code: 1, out: '', err: [expect.stringContaining('Use at least 10 characters.')] });
  expect(await run([], `${PASSWORD}\n`)).toEqual({ code: 1, out: '', err: [expect.stringContaining('Without a terminal')] });
  expect(await run(args, `${PASSWORD}\n`)).toEqual({ code: 0, out: 'The administrator can log in now.\n', err: [] });
  expect(await people()).toHaveLength(1);
  await rm(dataDir, { recursive: true });
});

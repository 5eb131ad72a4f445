import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createAdmin } from './admin-command.ts';

const PASSWORD = 'the robber girl kept a reindeer';
const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from profiles'));

const people = async () => (await database.pool.query('select name, email, role from profiles')).rows;
const register = (more = 'true, null') =>
  database.pool.query(`insert into profiles (name, email, email_verified, disabled_at) values ('Kai', 'kai@tales.example', ${more})`);

/** Someone at a terminal who answers each question in turn. Resolves to what was said at the end and all that was shown. */
async function atTerminal(answers: [question: string, answer: string][], words: string[] = []): Promise<{ said: string; shown: string }> {
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
  const said = await createAdmin(database.db, words, { input, output }).catch((error: Error) => `${error.name}: ${error.message}`);
  expect(left, 'questions that were not asked').toEqual([]);
  return { said, shown };
}

test('at a terminal it asks for everything, and does not show the password', async () => {
  const { said, shown } = await atTerminal([
    ['E-mail', 'Teller@tales.example'],
    ['Name', 'The Teller'],
    ['Password', PASSWORD],
    ['again', PASSWORD],
  ]);
  expect(said).toBe('The administrator can log in now.');
  expect(shown).toContain('The Teller');
  expect(shown).not.toContain('robber');
  expect(await people()).toEqual([{ name: 'The Teller', email: 'teller@tales.example', role: 'admin' }]);
});

test('what cannot be used is told, and nothing is made', async () => {
  expect((await atTerminal([['E-mail', 'teller']])).said).toBe('CommandRefused: This is no e-mail address.');
  const start: [string, string][] = [
    ['E-mail', 'teller@tales.example'],
    ['Name', 'The Teller'],
  ];
  expect((await atTerminal([...start, ['Password', 'short'], ['again', 'short']])).said).toContain('Use at least 10 characters.');
  expect((await atTerminal([...start, ['Password', PASSWORD], ['again', 'other']])).said).toContain('Passwords do not match');
  expect((await atTerminal([...start, ['Password', '\u0003']])).said).toBe('CommandRefused: Nothing was changed.');
  expect((await atTerminal([], ['--password', PASSWORD])).said).toContain('no password');
  expect(await people()).toEqual([]);
});

test('an account is offered the role', async () => {
  await register();
  const asked = 'There is an account of Kai';
  const no = await atTerminal([
    ['E-mail', 'kai@tales.example'],
    [asked, 'no'],
  ]);
  expect(no.said).toBe('CommandRefused: Nothing was changed.');
  const yes = await atTerminal([
    ['E-mail', 'kai@tales.example'],
    [asked, 'yes'],
  ]);
  expect(yes.said).toBe('Kai is an administrator now, and has to log in again.');
  expect(await people()).toMatchObject([{ role: 'admin' }]);
  expect((await atTerminal([['E-mail', 'kai@tales.example']])).said).toContain('already');
});

test.each([
  ['false, null', 'has not been confirmed'],
  ['true, now()', 'is disabled'],
])('an account that may be anyone’s is not (%s)', async (more, reason) => {
  await register(more);
  expect((await atTerminal([], ['--email', 'kai@tales.example', '--existing'])).said).toContain(reason);
  expect(await people()).toMatchObject([{ role: 'user' }]);
});

test('without a terminal the password is the standard input, and a refusal is one line and exit code 1', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-admin-'));
  const run = async (words: string[], input: string) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), 'admin', 'create', ...words], {
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
  const words = ['--email', 'teller@tales.example', '--name', 'The Teller'];
  expect(await run(words, 'short\n')).toEqual({ code: 1, out: '', err: [expect.stringContaining('Use at least 10 characters.')] });
  expect(await run([], `${PASSWORD}\n`)).toEqual({ code: 1, out: '', err: [expect.stringContaining('Without a terminal')] });
  expect(await run(words, `${PASSWORD}\n`)).toEqual({ code: 0, out: 'The administrator can log in now.\n', err: [] });
  expect(await people()).toHaveLength(1);
  await rm(dataDir, { recursive: true });
});

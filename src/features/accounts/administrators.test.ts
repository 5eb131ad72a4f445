import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import {
  administratorProblems,
  assertNotLastAdministrator,
  createAdministrator,
  createFirstAdministrator,
  findByEmail,
  promote,
} from './administrators.ts';
import { createAuth } from './auth.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const EMAIL = 'teller@tales.example';
const PASSWORD = 'the robber girl kept a reindeer';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from users'));

const people = async () => (await database.pool.query('select name, email, role, email_verified from users order by email')).rows;
const first = (given: { email?: string; password?: string } = {}, { log } = openTestLog()) =>
  createFirstAdministrator(database.db, { email: EMAIL, password: PASSWORD, ...given }, log);

test('creates the first administrator of an empty database from the settings, who can log in', async () => {
  expect(await people()).toEqual([]);
  await first({ email: 'Teller@Tales.example' });
  expect(await people()).toEqual([{ name: 'Teller', email: EMAIL, role: 'admin', email_verified: true }]);
  const passwords = {
    hash: hashPassword,
    verify: ({ hash, password }: { hash: string; password: string }) => verifyPassword(hash, password),
  };
  const secret = 'a secret of the test, long enough for all';
  const auth = createAuth({ db: database.db, publicUrl: 'http://localhost:3000', secret, passwords });
  const { user } = await auth.api.signInEmail({ body: { email: EMAIL, password: PASSWORD } });
  expect(user.email).toBe(EMAIL);
  const { rows } = await database.pool.query('select actor_kind, action, details from audit_log order by id desc limit 1');
  expect(rows).toEqual([{ actor_kind: 'site', action: 'user.created', details: { role: 'admin' } }]);
});

test('ignores the settings once there is an administrator, even with a weak password', async () => {
  await first();
  await first({ email: 'other@tales.example', password: 'short' });
  expect(await people()).toHaveLength(1);
});

test('creates one administrator when six processes start concurrently', async () => {
  const logs = openTestLog();
  await Promise.all(Array.from({ length: 6 }, () => first({}, logs)));
  expect(await people()).toHaveLength(1);
  expect(logs.events()).toEqual(['admin_created']);
});

test('a weak password is an error of one line, without the password', async () => {
  await expect(first({ password: 'Tellers1' })).rejects.toThrow(/^ADMIN_PASSWORD cannot be used: Use at least 10 characters\.$/);
  expect(await people()).toEqual([]);
});

test('neither password nor hash is logged', async () => {
  const logs = openTestLog();
  await first({}, logs);
  expect(logs.text()).toContain('First administrator created');
  expect(logs.text()).not.toMatch(/robber|argon2/);
});

test('an existing account with the address is not promoted', async () => {
  await database.pool.query("insert into users (name, email) values ('Kai', $1)", [EMAIL]);
  const logs = openTestLog();
  await first({}, logs);
  expect(await people()).toEqual([{ name: 'Kai', email: EMAIL, role: 'user', email_verified: false }]);
  expect(logs.events()).toEqual(['admin_not_created']);
  expect(await createAdministrator(database.db, { name: 'T', email: EMAIL, password: PASSWORD })).toBe('address_taken');
});

test('promoting a confirmed account ends its sessions', async () => {
  const { rows } = await database.pool.query("insert into users (name, email) values ('Kai', $1) returning id", [EMAIL]);
  const id = rows[0].id;
  await database.pool.query("insert into sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')", [
    'a'.repeat(43),
    id,
  ]);
  expect(await promote(database.db, id)).toBe(false);
  await database.pool.query('update users set email_verified = true, disabled_at = now()');
  expect(await promote(database.db, id)).toBe(false);
  await database.pool.query('update users set disabled_at = null');
  expect(await promote(database.db, id)).toBe(true);
  expect(await promote(database.db, id)).toBe(false);
  expect(await people()).toMatchObject([{ role: 'admin' }]);
  expect((await database.pool.query('select from sessions')).rowCount).toBe(0);
});

test('problems of an administrator are reported together, and the password may not be based on the given name or address', () => {
  const based = ['It is based on your name or email address, which others may know.'];
  expect(administratorProblems({ name: 'Greta Holm', email: EMAIL, password: PASSWORD })).toEqual([]);
  expect(administratorProblems({ name: 'Greta Holm', password: 'GretaHolm1985' })).toEqual(based);
  expect(administratorProblems({ email: 'greta.holm@brothers.example', password: 'GretaHolm1985' })).toEqual(based);
  expect(administratorProblems({ password: PASSWORD })).toEqual([]);
  expect(administratorProblems({ name: ' ', email: 'x', password: 'xK9#mQ2$v' })).toEqual([
    'The name must have 1 to 100 characters.',
    'This is not a valid email address.',
    'Use at least 10 characters.',
  ]);
  expect(administratorProblems({})).toEqual([]);
});

test('finds a user by any form of the address', async () => {
  await database.pool.query(
    "insert into users (name, email, role, email_verified, disabled_at) values ('Gerda', 'gerda@tales.example', 'admin', true, null), ('Kai', 'kai@tales.example', 'user', false, now())",
  );
  const id = expect.any(String);
  expect(await findByEmail(database.db, ' Gerda@Tales.example ')).toEqual({
    id,
    name: 'Gerda',
    role: 'admin',
    isVerified: true,
    isDisabled: false,
  });
  expect(await findByEmail(database.db, 'kai@tales.example')).toEqual({
    id,
    name: 'Kai',
    role: 'user',
    isVerified: false,
    isDisabled: true,
  });
  expect(await findByEmail(database.db, 'nobody@tales.example')).toBeUndefined();
});

test('the last administrator who can log in must stay', async () => {
  const add = async (name: string, more = 'null, true') =>
    (
      await database.pool.query(
        `insert into users (name, email, role, disabled_at, email_verified) values ($1, $1 || '@tales.example', 'admin', ${more}) returning id`,
        [name],
      )
    ).rows[0].id as string;
  const [last, disabled, unverified] = [await add('last'), await add('disabled', 'now(), true'), await add('unverified', 'null, false')];
  const attempt = (id: string) => database.db.transaction().execute((trx) => assertNotLastAdministrator(trx, id));
  await expect(attempt(last)).rejects.toMatchObject({ status: 409, code: 'last_admin' });
  for (const other of [disabled, unverified]) await expect(attempt(other)).resolves.toBeUndefined();
  const second = await add('second');
  for (const one of [last, second]) await expect(attempt(one)).resolves.toBeUndefined();
});

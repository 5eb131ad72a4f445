import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, linkOf, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { passwordResetRoutes } from './password-reset.ts';

const NEW_PASSWORD = 'a key of bone for the mountain';
let database: TestDatabase;
let site: TestApp;
let gerda: TestUser;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: passwordResetRoutes });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  gerda = await addUser(database.pool, { role: 'admin' });
});

const rows = async (text: string) => (await database.pool.query(text)).rows;
const lastMail = async () => (await site.mails()).at(-1);
const living = async () => (await rows('select name from api_keys where revoked_at is null')).map(({ name }) => name);

/** Adds an active key and a revoked one. */
async function addKeys(): Promise<void> {
  await rows(`insert into api_keys (hash, user_id, name, scope, prefix, revoked_at)
    select rpad(each, 43, 'x'), id, each, 'write', 'tw_xxxx', case each when 'ended' then now() - interval '1 day' end
    from users, unnest(array['living', 'ended']) each`);
}

/** Requests a reset and returns the link from the email. */
async function forget(): Promise<Record<string, string>> {
  await site.ask('/api/v1/password-resets', { json: { email: gerda.email } });
  return linkOf((await lastMail())?.mail);
}

const reset = ({ token, email }: Record<string, string>) =>
  site.ask('/api/v1/password-resets', { method: 'PUT', json: { token, email, password: NEW_PASSWORD } });

test('API keys are revoked by a reset, which the email and the audit log report', async () => {
  await addKeys();
  const link = await forget();
  expect(link).toMatchObject({ keys: '1' });
  expect((await reset(link)).status).toBe(204);
  expect(await living()).toEqual([]);
  expect(await lastMail()).toMatchObject({ mail: { kind: 'password-changed', apiKeys: 'revoked' } });
  const revoked = await rows("select action, details from audit_log where action = 'key.revoked'");
  expect(revoked).toEqual([{ action: 'key.revoked', details: { name: 'living', reason: 'password reset' } }]);
});

test('API keys stay when their owner chooses so, also without JavaScript', async () => {
  await addKeys();
  const { token = '', email = '' } = await forget();
  const form = { token, email, keys: '1', keepKeys: 'on', password: NEW_PASSWORD };
  const wrong = await (await site.ask('/reset-password', { form: { ...form, confirm: 'another' } })).json();
  expect([wrong.href, wrong.values]).toEqual([expect.stringContaining('keys=1'), { email, keepKeys: 'on' }]);
  expect((await site.ask('/reset-password', { form: { ...form, confirm: NEW_PASSWORD } })).status).toBe(303);
  expect(await living()).toEqual(['living']);
  expect(await lastMail()).toMatchObject({ mail: { kind: 'password-changed', apiKeys: 'kept' } });
});

test('API keys are not mentioned to users who have none', async () => {
  const link = await forget();
  expect(link).not.toHaveProperty('keys');
  await reset(link);
  expect((await lastMail())?.mail).not.toHaveProperty('apiKeys');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

/** The database role of the site can only read and write rows: defence in depth against SQL injection. */

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

// With TEST_DATABASE_URL there is one role only, whose rights are the operator's business.
describe.skipIf(process.env.TEST_DATABASE_URL !== undefined)('the role of the site', () => {
  it.each([
    'create table mine (id integer)',
    'create schema mine',
    'alter table tales add column mine integer',
    'drop table tales',
    'truncate tales',
    'alter table tales disable trigger all',
    'drop function title_key(text)',
    'create or replace function title_key(title text) returns text language sql as $$ select null $$',
    'create extension hstore',
    'create role mine',
    'alter role talewood_app superuser',
    'set role talewood',
    'alter system set fsync = off',
    `copy tales to program 'cat'`,
    `copy tales to '/tmp/tales'`,
    `select pg_read_file('PG_VERSION')`,
    'delete from pg_class',
  ])('may not: %s', async (statement) => {
    await expect(test.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('may read and write rows', async () => {
    await test.pool.query(`insert into collections (slug, title) values ('a', 'A')`);
    await test.pool.query(`update collections set title = 'B' where slug = 'a'`);
    expect((await test.pool.query(`delete from collections returning title`)).rows).toEqual([{ title: 'B' }]);
  });
});

import { expect, it } from 'vitest';
import { problemsOf } from '#test/settings.ts';
import { parseConfig } from './config.ts';

/** The URLs of databases. */

it.each([
  'postgres://teller:a,b@db1:5432,db2/tales',
  'postgresql://teller@[::1]:5432,[2001:db8::1]:5433/tales?target_session_attrs=primary',
  'postgres://db1,db2,db3/tales?target_session_attrs=any&sslmode=require',
  'postgres://teller@localhost/tales?host=/run/postgresql',
])('accepts %s as DATABASE_URL', (url) => {
  const direct = 'postgres://teller@db1/tales';
  expect(parseConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, databaseDirectUrl: url });
  expect(parseConfig({ DATABASE_URL: direct, DATABASE_DIRECT_URL: url })).toMatchObject({ databaseUrl: direct, databaseDirectUrl: url });
});

it.each([
  ['postgres://teller:secret@db1:5432,/tales', /must look like/],
  ['postgres://teller:secret@db1,db2:x/tales', /must look like/],
  ['postgres://teller:secret@localhost/tales?host=db1,db2', /must look like/],
  ['postgres://teller:secret@db1,db2/tales?host=/run/postgresql', /must look like/],
  ['postgres://teller:secret@db1,db2/tales?target_session_attrs=standby', /must have read-write, primary or any as target_session_attrs$/],
])('refuses %s as DATABASE_URL', (url, problem) => {
  for (const env of [{ DATABASE_URL: url }, { DATABASE_URL: 'postgres://db1/tales', DATABASE_DIRECT_URL: url }]) {
    const [, line] = problemsOf(env);
    expect(line).toMatch(problem);
    expect(line).not.toContain('secret');
  }
});

it('refuses DATABASE_DIRECT_URL with the embedded database', () => {
  const problem = '  DATABASE_URL is required when DATABASE_DIRECT_URL is set';
  expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://db1/tales' })).toEqual(['Invalid settings in the environment:', problem]);
});

it('adds the standby requirement to DATABASE_REPLICA_URL', () => {
  const replicaOf = (url: string) => parseConfig({ DATABASE_URL: 'postgres://db1/tales', DATABASE_REPLICA_URL: url }).databaseReplicaUrl;
  const hosts = 'postgres://teller:a,b@db2:5432,db3/tales';
  expect(replicaOf(hosts)).toBe(`${hosts}?target_session_attrs=standby`);
  expect(replicaOf(`${hosts}?sslmode=require`)).toBe(`${hosts}?sslmode=require&target_session_attrs=standby`);
  for (const attrs of ['standby', 'prefer-standby', 'any']) {
    const url = `${hosts}?target_session_attrs=${attrs}`;
    expect(replicaOf(url)).toBe(url);
  }
});

it.each([
  [{ DATABASE_REPLICA_URL: 'postgres://teller:secret@db2/tales' }, /DATABASE_URL is required when DATABASE_REPLICA_URL is set$/],
  [{ DATABASE_URL: 'postgres://db1/tales', DATABASE_REPLICA_URL: 'mysql://teller:secret@db2/tales' }, /must look like/],
  [
    { DATABASE_URL: 'postgres://db1/tales', DATABASE_REPLICA_URL: 'postgres://teller:secret@db2/tales?target_session_attrs=primary' },
    /DATABASE_REPLICA_URL must have standby, prefer-standby or any as target_session_attrs$/,
  ],
])('refuses an invalid DATABASE_REPLICA_URL: %j', (env, problem) => {
  const lines = problemsOf(env);
  expect(lines.at(-1)).toMatch(problem);
  expect(lines.join()).not.toContain('secret');
});

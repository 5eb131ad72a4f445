import { expect, test } from 'vitest';
import { checkMigrations, listReleased } from './migrations.mjs';

const check = (sql: string, name = '0200_example.sql') => checkMigrations(new Map([[`db/migrations/${name}`, sql]]), ['1.0.0', '1.1.0']);

test.each([
  'create table things (id integer primary key, name text not null)',
  "alter table tales add column moral text not null default ''",
  'alter table tales add column moral text',
  'alter table tales add moral text not null generated always as (upper(title)) stored',
  'alter table tales drop constraint tales_title, add constraint tales_title check (title is not null)',
  'alter table tales alter column title drop not null',
  "alter table tales alter column moral set default 'x'",
  'create index tales_by_moral on tales (moral); drop index tales_created',
  'create function helper() returns void language sql as $$ select 1 $$; select helper(); drop function helper()',
  'create or replace function later() returns void language plpgsql as $$ begin drop table tales; end $$',
  "-- drop table tales\n/* drop table tales */ comment on table tales is 'drop table tales; alter table x rename to y'",
  'alter table tales rename constraint tales_old to tales_new',
])('accepts %s', (sql) => {
  expect(check(`${sql};`)).toEqual([]);
});

test.each([
  ['drop table tales', 'drops what'],
  ['DROP TABLE IF EXISTS tales', 'drops what'],
  ['drop view shown_tales', 'drops what'],
  ['drop function plain(text)', 'drops a function'],
  ['alter table tales drop column moral', 'drops a column'],
  ['alter table tales drop moral', 'drops a column'],
  ["alter table tales add column a text default '', drop column if exists b", 'drops a column'],
  ['alter table tales rename to stories', 'renames'],
  ['alter table tales rename moral to lesson', 'renames'],
  ['alter function plain(text) rename to simple', 'renames'],
  ['alter table tales alter column words type bigint', 'changes the type'],
  ['alter table tales alter words set data type bigint using words::bigint', 'changes the type'],
  ['alter table tales alter column moral set not null', 'makes a column required'],
  ['alter table tales alter moral drop default', 'drops a default'],
  ['alter table tales add column moral text not null', 'required column without a default'],
  ["alter table tales add a text default '', add moral text not null check (moral <> 'default')", 'required column without a default'],
  ['do $do$ begin alter table tales drop column moral; end $do$', 'drops a column'],
])('rejects %s', (sql, problem) => {
  expect(check(`${sql};`)).toEqual([expect.stringContaining(problem)]);
});

test('each statement is named', () => {
  expect(check('drop table tales; select 1; alter table authors rename name to title;')).toEqual([
    expect.stringContaining('0200_example.sql: “drop table tales”'),
    expect.stringContaining('“alter table authors rename name to title”'),
  ]);
});

test('a contract migration names a released version that no longer uses what it removes', () => {
  expect(check('-- contract: unused since 1.1.0\ndrop table tales;')).toEqual([]);
  expect(check('-- contract: unused since 1.2.0\ndrop table tales;')).toEqual([expect.stringContaining('1.2.0 was not released')]);
  expect(check('-- contract\ndrop table tales;')).toEqual([expect.stringContaining('drops what')]);
});

test('migrations before the rule are not checked', () => {
  expect(check('drop table tales;', '0091_file_change_notices.sql')).toEqual([]);
  expect(check('drop table tales;', '0092_kept_pages.sql')).toHaveLength(1);
});

test('released versions are those with a date', () => {
  expect(listReleased('# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n### Added\n## [1.0.0] - 2026-11-24\n')).toEqual([
    '1.1.0',
    '1.0.0',
  ]);
});

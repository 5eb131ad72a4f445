import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { generateSchema } from './generate-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the types in the repository are those of the migrated database', async () => {
  const file = fileURLToPath(new URL('schema.gen.ts', import.meta.url));
  expect(await readFile(file, 'utf8'), 'Run npm run talewood -- schema').toBe(await generateSchema(database.pool));
});

test('marks optional, nullable and generated columns', async () => {
  await runSql(
    database.ownerUrl,
    `create table odd_ones (id bigint generated always as identity, name text not null, at timestamptz default now(),
       doubled integer generated always as (2) stored, list text[] not null default '{}')`,
  );
  expect(await generateSchema(database.pool)).toContain(`export type OddOnesTable = {
  id: ColumnType<number, never, never>;
  name: string;
  at: Generated<Date | null>;
  doubled: ColumnType<number | null, never, never>;
  list: Generated<string[]>;
};`);
  await runSql(database.ownerUrl, 'alter table odd_ones add column place point');
  await expect(generateSchema(database.pool)).rejects.toThrow('No TypeScript type is known for point of odd_ones.place.');
});

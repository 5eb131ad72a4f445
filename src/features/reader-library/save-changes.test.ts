import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import type { Change } from './contract.ts';
import { exportBookshelf, getBookshelf } from './reader-library.ts';
import { saveChanges } from './save-changes.ts';

const UNKNOWN = '99999999-9999-4999-8999-999999999999';
let database: TestDatabase;
let [gerda, tale, draft] = ['', '', ''];

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db)).id;
  draft = (await addTale(database.db, { status: 'draft' })).id;
  const { rows } = await database.pool.query("insert into users (name, email) values ('gerda', 'g@tales.example') returning id");
  gerda = rows[0].id;
});
afterAll(() => database.drop());

const started = Date.now() - 86_400_000;
const at = (minute: number) => new Date(started + minute * 60_000).toISOString();
const read = (minute: number): Change => ({
  op: 'position',
  at: at(minute),
  tale,
  place: '3.20',
  quote: 'Once',
  progress: 0.5,
  finished: false,
});
const gone = (minute: number, id = tale): Change => ({ op: 'position_gone', at: at(minute), tale: id });
const save = (...changes: Change[]) => saveChanges(database.db, gerda, changes);
const positions = async () => (await getBookshelf(database.db, gerda)).positions;

test('a removal from the history wins over late older changes, and reading again restores the tale', async () => {
  await save(read(1), gone(3));
  await save(read(2));
  expect(await positions()).toEqual([]);
  expect((await exportBookshelf(database.db, gerda)).positions).toMatchObject([{ place: '0.0', quote: '', progress: 0, is_gone: true }]);
  await save(read(4), gone(4), gone(2));
  expect(await positions()).toMatchObject([{ place: '3.20', at: at(4) }]);
});

test('drafts and unknown tales may be removed from the history, without revealing which is which', async () => {
  expect((await save(gone(5, draft), gone(5, UNKNOWN))).refused).toEqual([]);
});

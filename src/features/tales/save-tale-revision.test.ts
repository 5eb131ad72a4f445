import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { defaultOf, FIELD_NAMES } from './field-values.ts';
import { updateTale } from './save-tale.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from tales');
});

const revisions = async (id: string) =>
  (await database.pool.query('select * from tale_revisions where tale_id = $1 order by version', [id])).rows;

test('stores the previous revision with each change, including tags', async () => {
  const first = taleInput({
    title: 'One',
    tags: ['dark'],
    content_notes: ['violence', 'drink'],
    motifs: ['a wheel', 'a mill'],
    why_it_matters: 'It turns.',
    questions: ['Why?', 'Who?'],
    content: '<p>In <em>verse</em>:<br />“so”</p>',
    slug: 'one',
  });
  const { id } = await addTale(database.db, first);
  expect(await revisions(id)).toEqual([]);
  await updateTale(database.db, id, 1, taleInput({ title: 'Two', tags: ['animals', 'fantasy'], slug: 'two' }));
  await updateTale(database.db, id, 2, taleInput({ title: 'Three' }));
  const [one, two] = await revisions(id);
  expect([one, two]).toMatchObject([
    { version: 1, title: 'One', status: 'published', words: 3, edited_by: null },
    { version: 2, title: 'Two' },
  ]);
  const defaults = Object.fromEntries(FIELD_NAMES.map((name) => [name, defaultOf(name)]));
  expect({ ...one.fields, content: one.content }).toEqual({ ...defaults, ...first });
  expect(two.fields.tags).toEqual(['fantasy', 'animals']);
});

test('stores nothing for rejected or conflicting changes', async () => {
  const { id } = await addTale(database.db);
  await updateTale(database.db, id, 1, { ...taleInput(), title: '' });
  await updateTale(database.db, id, 7, taleInput());
  expect(await revisions(id)).toEqual([]);
});

test('retains the newest 200', async () => {
  const { id } = await addTale(database.db);
  await database.pool.query(
    `insert into tale_revisions (tale_id, version, saved_at, title, status, words, content, fields)
      select $1, n, now(), 'Old', 'draft', 0, '', '{}' from generate_series(1, 204) n`,
    [id],
  );
  await database.pool.query('update tales set version = 205 where id = $1', [id]);
  await updateTale(database.db, id, 205, taleInput());
  const versions = (await revisions(id)).map(({ version }) => version);
  expect([versions.length, versions.at(0), versions.at(-1)]).toEqual([200, 6, 205]);
});

test('deletes revisions with the tale', async () => {
  const { id } = await addTale(database.db);
  await updateTale(database.db, id, 1, taleInput());
  await database.pool.query('delete from tales where id = $1', [id]);
  expect(await revisions(id)).toEqual([]);
});

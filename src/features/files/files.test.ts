import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { getPublicFiles } from './files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const one = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows[0].id as string;
const folder = (name: string, access: string, parent: string | null = null) =>
  one('insert into folders (name, access, parent_id) values ($1, $2, $3) returning id', [name, access, parent]);
const file = async (folderId: string, name: string) => {
  const content = await one(
    "insert into file_contents (bytes, sha256, media_type, pages, preview) values (5000000000, repeat('a', 64), 'application/pdf', 2, '{}') returning id",
    [],
  );
  return one('insert into files (folder_id, name, content_id, content_version) values ($1, $2, $3, 4) returning id', [
    folderId,
    name,
    content,
  ]);
};

test('public files are returned in the order of the ids, and others are omitted', async () => {
  const open = await folder('Open', 'public');
  const [first, second] = [await file(open, 'One & two.pdf'), await file(open, 'b.pdf')];
  const hidden = await file(await folder('Closed', 'private'), 'c.pdf');
  const members = await file(await folder('Members', 'members'), 'd.pdf');
  const found = await getPublicFiles(database.db, [second, hidden, crypto.randomUUID(), members, first]);
  expect(found.map(({ id }) => id)).toEqual([second, first]);
  expect(found[1]).toEqual({
    ...{ id: first, name: 'One & two.pdf', mediaType: 'application/pdf', bytes: 5_000_000_000, sha256: 'a'.repeat(64), pages: 2 },
    ...{ address: `/files/${first}/One%20%26%20two.pdf?v=4`, preview: `/files/${first}/preview?v=4` },
  });
  expect(await getPublicFiles(database.db, [])).toEqual([]);
});

test('a folder is as strict as the strictest folder that it is in', async () => {
  const outer = await folder('Outer', 'members');
  const inner = await folder('Inner', 'public', outer);
  const id = await file(inner, 'a.pdf');
  expect(await getPublicFiles(database.db, [id])).toEqual([]);
  await database.pool.query("update folders set access = 'public' where id = $1", [outer]);
  expect(await getPublicFiles(database.db, [id])).toHaveLength(1);
  await database.pool.query("update folders set access = 'private' where id = $1", [outer]);
  expect(await getPublicFiles(database.db, [id])).toEqual([]);
  expect((await database.pool.query('select folder_access(gen_random_uuid()) as access')).rows[0].access).toBe('private');
});

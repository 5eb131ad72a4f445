import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { deleteTale, updateTale } from './save-tale.ts';
import { findAuthorIds, findNames } from './tale-references.ts';
import { purgeOldTrash } from './trash.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.pool.query('delete from tales');
  await test.pool.query('delete from tale_slugs');
  await test.pool.query('delete from authors');
});

describe('implicitly created authors', () => {
  const names = async () => (await test.pool.query('select name from authors order by name')).rows.map(({ name }) => name);

  it('are deleted with their last tale, or when it gets another author', async () => {
    const one = await addTale(test.db, { author: 'Jonh Miller' });
    const two = await addTale(test.db, { author: 'Jonh Miller' });
    await updateTale(test.db, one.id, 1, { author: 'John Miller' });
    expect(await names()).toEqual(['John Miller', 'Jonh Miller']);
    await updateTale(test.db, two.id, 1, { author: 'John Miller' });
    expect(await names()).toEqual(['John Miller']);
    await deleteTale(test.db, one.id);
    expect(await names()).toEqual(['John Miller']);
    await deleteTale(test.db, two.id);
    expect(await names()).toEqual([]);
  });

  it('are deleted when the trash is purged, not before', async () => {
    const { id } = await addTale(test.db, { author: 'Ada' });
    await test.pool.query('update tales set deleted_at = now() where id = $1', [id]);
    expect([await purgeOldTrash(test.db), await names()]).toEqual([0, ['Ada']]);
    await test.pool.query("update tales set deleted_at = now() - interval '31 days' where id = $1", [id]);
    expect([await purgeOldTrash(test.db), await names()]).toEqual([1, []]);
  });

  it.each([
    {
      how: 'saved',
      find: async (trx: Transaction<Database>) => (await findNames(trx, { people: ['Ada'], categories: [] })).people.get('Ada'),
    },
    { how: 'imported', find: async (trx: Transaction<Database>) => (await findAuthorIds(trx, ['Ada'])).get('Ada') },
  ])('stay while another tale of them is being $how', async ({ find }) => {
    const { id } = await addTale(test.db, { author: 'Ada' });
    await test.db.transaction().execute(async (trx) => {
      expect(await find(trx)).toBeGreaterThan(0);
      await deleteTale(test.db, id);
      expect(await names()).toEqual(['Ada']);
    });
  });

  it('stay if edited or created explicitly', async () => {
    const tales = [await addTale(test.db, { author: 'Told of' }), await addTale(test.db, { author: 'Made' })];
    await test.pool.query("update authors set biography = 'A miller.' where name = 'Told of'");
    await test.pool.query(
      `insert into audit_log (actor_kind, action, subject_kind, subject_id, details)
       select 'person', 'author.created', 'author', id::text, '{}' from authors where name = 'Made'`,
    );
    for (const { id } of tales) await deleteTale(test.db, id);
    expect(await names()).toEqual(['Made', 'Told of']);
  });
});

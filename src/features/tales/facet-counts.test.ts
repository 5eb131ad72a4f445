import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '#src/platform/db/transact.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { EXPECTED_FACET_COUNTS, STORED_FACET_COUNTS } from '#test/facet-counts.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { fc } from '#test/fast-check.ts';
import { deleteTale, updateTale } from './save-tale.ts';

/** Compares counts maintained by triggers with actual counts, after arbitrary changes. */

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.pool.query('delete from tales');
  await test.pool.query('delete from authors');
});

const CATEGORIES = ['classic', 'enchanted', 'folklore', 'dark'];
const AUTHORS = ['Grimm', 'Perrault', 'Basile'];
async function expectCountsToBeRight(): Promise<void> {
  const [kept, expected] = await Promise.all([test.pool.query(STORED_FACET_COUNTS), test.pool.query(EXPECTED_FACET_COUNTS)]);
  expect(kept.rows).toEqual(expected.rows);
  const wrong = await test.pool.query('select t.id from tales t join authors a on a.id = t.author_id where t.author <> a.name');
  expect(wrong.rows, 'tales with an old name of their author').toEqual([]);
}

type About = Parameters<typeof taleInput>[0];
/** An action, given the ids of existing tales. */
type Command = (ids: string[]) => Promise<unknown>;
const sql = (statement: string, values: unknown[] = []) => test.pool.query(statement, values);
const nth = (ids: string[], n: number) => ids[n % Math.max(1, ids.length)] ?? '00000000-0000-7000-8000-000000000000';

/** Retries after a deadlock, as the site does. */
function together(statement: string, value: string): Promise<unknown> {
  return transact(test.db, (trx) => trx.executeQuery(CompiledQuery.raw(statement, [value])));
}

function add(about: About): Command {
  return () => addTale(test.db, about);
}

function change([n, about]: [number, About]): Command {
  return async (ids) => {
    const { rows } = await sql('select version from tales where id = $1', [nth(ids, n)]);
    return updateTale(test.db, nth(ids, n), rows[0]?.version ?? 1, taleInput(about));
  };
}

function remove(n: number): Command {
  return (ids) => deleteTale(test.db, nth(ids, n));
}

function bin(n: number): Command {
  return (ids) => together('update tales set deleted_at = case when deleted_at is null then now() end where id = $1', nth(ids, n));
}

/** Renames to an unused name. */
function rename(name: string): Command {
  return () => together(`update authors set name = name || ' ' || clock_timestamp() where name = $1`, name);
}

const category = fc.constantFrom(...CATEGORIES);
const author = fc.constantFrom(...AUTHORS);
const rank = fc.nat(20);
const fields = fc.record({
  title: fc.constantFrom('Rapunzel', 'Rose Red', 'Snow White'),
  author,
  category,
  tags: fc.subarray(CATEGORIES),
  status: fc.constantFrom('published' as const, 'published' as const, 'draft' as const),
  read_time: fc.constantFrom(0, 4, 12, 31),
  age_band: fc.constantFrom('' as const, '6-8' as const, '13+' as const),
  mood: fc.constantFrom('' as const, 'funny' as const),
  content_notes: fc.subarray(['drink' as const, 'violence' as const]),
  origin: fc.constantFrom('', 'German', 'French'),
  language: fc.constantFrom('en', 'de'),
  daysAgo: fc.constantFrom(1, -1),
});
/** Actions of the site. */
const action: fc.Arbitrary<Command> = fc.oneof(
  fields.map(add),
  fields.map(add),
  fc.tuple(rank, fields).map(change),
  rank.map(remove),
  rank.map(bin),
  author.map(rename),
);
/** Bulk changes in SQL. */
const byHand: fc.Arbitrary<Command> = fc
  .constantFrom(
    'update tales set category_id = $1',
    'update tales set author_id = (select id from authors order by id offset $1 % 3 limit 1) where (select count(*) from authors) >= 3',
    'insert into tale_categories select id, $1 from tales on conflict do nothing',
    'delete from tale_categories where category_id = $1',
    `update tales set status = case status when 'draft' then 'published' else 'draft' end where category_id <> $1`,
    'update tales set words = words + 1200 where category_id <> $1',
    `update tales set mood = 'eerie', content_notes = '{suicide}' where category_id <> $1`,
    'delete from tales where category_id = $1',
  )
  .chain((statement) => fc.integer({ min: 1, max: 4 }).map((id) => () => sql(statement, [id])));

describe('facet counts', () => {
  it('are correct after any sequence of changes', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(fc.oneof(action, byHand), { minLength: 3, maxLength: 25 }), async (commands) => {
          for (const run of commands) {
            const { rows } = await sql('select id from tales order by id');
            await run(rows.map((row) => row.id));
          }
          await expectCountsToBeRight();
        })
        .beforeEach(async () => {
          await sql('delete from tales');
          await sql('delete from authors');
        }),
      { numRuns: 40 },
    );
  });

  it('are correct after concurrent writes, none of which fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 6 }), async (actions) => {
        const { rows } = await sql('select id from tales order by id');
        const results = await Promise.allSettled(actions.map((run) => run(rows.map((row) => row.id))));
        expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
        await expectCountsToBeRight();
      }),
      { numRuns: 60 },
    );
  });

  it('are empty when there are no tales', async () => {
    const { id } = await addTale(test.db, { tags: ['dark'] });
    expect((await sql(STORED_FACET_COUNTS)).rowCount).toBeGreaterThan(0);
    await deleteTale(test.db, id);
    expect((await sql(STORED_FACET_COUNTS)).rows).toEqual([]);
  });

  it('are rolled back with the transaction', async () => {
    const before = (await sql(STORED_FACET_COUNTS)).rows;
    const failed = test.db.transaction().execute(async (trx) => {
      await addTale(trx, { origin: 'Nowhere' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await sql(STORED_FACET_COUNTS)).rows).toEqual(before);
  });
});

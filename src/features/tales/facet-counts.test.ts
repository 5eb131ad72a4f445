import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput } from '#test/factories.ts';
import { deleteTale, updateTale } from './save-tale.ts';

/** The triggers' counts against a count of the tales themselves, whatever is done to these, and by whom. */

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
const SHOWN = `status = 'published' and deleted_at is null`;

/** What the counts must be, from the tales, their tags and authors alone. */
const EXPECTED = `
  with marked as (
    select t.author_id, array(select mark from (
      select 'c:' || t.category_id union select 'c:' || category_id from tale_categories where tale_id = t.id
      union select 'l:' || t.language
      union select 'm:' || (select min(band) from unnest(array[5, 10, 15, 20, 30, 99]) band where band = 99 or t.minutes <= band)
      union select 'g:' || t.age_band where t.age_band <> '' union select 'o:' || t.origin where t.origin <> '') m (mark) order by mark collate "C") marks
    from tales t where ${SHOWN}
  ), cells as (select author_id, marks, count(*)::integer n from marked group by author_id, marks),
  single as (
    select counted, mark, sum(n)::integer n from cells, unnest(marks || '*'::text) mark, unnest(array[0, author_id]) counted
    group by counted, mark
  )
  select 'count' as kind, counted as author, array[mark] as marks, n from single
  union all select 'cell', 0, marks, sum(n)::integer from cells group by marks
  union all select 'author cell', author_id, marks, n from cells order by kind, author, marks`;
const KEPT = `
  select 'count' as kind, author_id as author, array[facet] as marks, tales as n from facet_counts
  union all select 'cell', 0, facets, tales from facet_cells
  union all select 'author cell', author_id, facets, tales from author_cells order by kind, author, marks`;

async function expectCountsToBeRight(): Promise<void> {
  const [kept, expected] = await Promise.all([test.pool.query(KEPT), test.pool.query(EXPECTED)]);
  expect(kept.rows).toEqual(expected.rows);
  const wrong = await test.pool.query('select t.id from tales t join authors a on a.id = t.author_id where t.author <> a.name');
  expect(wrong.rows, 'tales with an old name of their author').toEqual([]);
}

type Command = (ids: string[]) => Promise<unknown>;
const sql = (statement: string, values: unknown[] = []) => test.pool.query(statement, values);

const title = fc.constantFrom('Rapunzel', 'Rose Red', 'Snow White');
const author = fc.constantFrom(...AUTHORS);
const category = fc.constantFrom(...CATEGORIES);
const tags = fc.subarray(CATEGORIES);
const fields = fc.record({
  title,
  author,
  category,
  tags,
  status: fc.constantFrom('published' as const, 'published' as const, 'draft' as const),
  read_time: fc.constantFrom(0, 4, 12, 31),
  age_band: fc.constantFrom('' as const, '6-8' as const, '13+' as const),
  origin: fc.constantFrom('', 'German', 'French'),
  language: fc.constantFrom('en', 'de'),
  daysAgo: fc.constantFrom(1, -1),
});
const nth = (ids: string[], n: number) => ids[n % Math.max(1, ids.length)] ?? '00000000-0000-7000-8000-000000000000';
const rank = fc.nat(20);

const command: fc.Arbitrary<Command> = fc.oneof(
  fields.map(
    (about): Command =>
      () =>
        addTale(test.db, about),
  ),
  fields.map(
    (about): Command =>
      () =>
        addTale(test.db, about),
  ),
  fc.tuple(rank, fields).map(
    ([n, about]): Command =>
      async (ids) => {
        const version = (await sql('select version from tales where id = $1', [nth(ids, n)])).rows[0]?.version ?? 1;
        return updateTale(test.db, nth(ids, n), version, taleInput(about));
      },
  ),
  rank.map(
    (n): Command =>
      (ids) =>
        deleteTale(test.db, nth(ids, n)),
  ),
  rank.map(
    (n): Command =>
      (ids) =>
        sql('update tales set deleted_at = case when deleted_at is null then now() end where id = $1', [nth(ids, n)]),
  ),
  category.map(
    (slug): Command =>
      () =>
        sql('update tales set category_id = (select id from categories where slug = $1)', [slug]),
  ),
  author.map(
    (name): Command =>
      () =>
        sql('update tales set author_id = a.id from authors a where a.name = $1 and category_id < 3', [name]),
  ),
  author.map(
    (name): Command =>
      () =>
        sql(`update authors set name = case when name = $1 then name || '!' else $1 end where name in ($1, $1 || '!')`, [name]),
  ),
  category.map(
    (slug): Command =>
      () =>
        sql('insert into tale_categories select t.id, c.id from tales t, categories c where c.slug = $1 on conflict do nothing', [slug]),
  ),
  category.map(
    (slug): Command =>
      () =>
        sql('delete from tale_categories where category_id = (select id from categories where slug = $1)', [slug]),
  ),
  fc.constant<Command>(() => sql(`update tales set status = case status when 'draft' then 'published' else 'draft' end`)),
  fc.constant<Command>(() => sql('update tales set words = words + 1200')),
  fc.constant<Command>(() => sql('delete from tales where category_id = 3')),
);

describe('the counts of facets', () => {
  it('are right after whatever is done', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(command, { minLength: 3, maxLength: 25 }), async (commands) => {
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

  it('are right when several write at once, without a deadlock', async () => {
    const tales = await Promise.all(
      Array.from({ length: 6 }, (_, i) => addTale(test.db, { author: AUTHORS[i % 3] as string, tags: ['dark'] })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 6 }), async (commands) => {
        const ids = tales.map((tale) => tale.id);
        await Promise.all(commands.map((run, i) => run(ids.slice(i))));
        await expectCountsToBeRight();
      }),
      { numRuns: 40 },
    );
  });

  it('are empty when there are no tales', async () => {
    const { id } = await addTale(test.db, { tags: ['dark'] });
    expect((await sql(KEPT)).rowCount).toBeGreaterThan(0);
    await deleteTale(test.db, id);
    expect((await sql(KEPT)).rows).toEqual([]);
  });

  it('are undone with the transaction', async () => {
    const before = (await sql(KEPT)).rows;
    const failed = test.db.transaction().execute(async (trx) => {
      await addTale(trx, { origin: 'Nowhere' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await sql(KEPT)).rows).toEqual(before);
  });
});

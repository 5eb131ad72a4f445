import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { taleInput } from '#test/factories.ts';
import { createTales } from './create-tales.ts';
import { createTale, type TaleInput } from './tales.ts';
import { withdrawTales } from './withdraw-tales.ts';

let site: TestDatabase;
beforeAll(async () => {
  site = await createTestDatabase();
});
afterAll(() => site.drop());

/** All that is kept of the tales with such titles, but for ids and times. */
async function kept(like: string): Promise<unknown[]> {
  const { rows } = await site.pool.query(
    `select to_jsonb(t) - array['id', 'slug', 'title', 'created_at', 'updated_at', 'publish_date', 'went_public_at', 'search', 'title_words', 'search_text'] as tale,
       array(select category_id from tale_categories where tale_id = t.id order by 1) as tags, (select count(*) from tale_slugs where tale_id = t.id) as addresses,
       search::text like '%mill%' as found
     from tales t where title like $1 order by title`,
    [like],
  );
  return rows;
}

test('many tales are written as each by itself', async () => {
  const given: Partial<TaleInput>[] = [
    {},
    { tags: ['dark', 'classic'], author: 'A new one' },
    { status: 'draft', read_time: 12, age_band: '', language: 'de', tale_type: 'ATU 1' },
    { content: '<p onclick="x()">There was a <b>mill</b>.</p><script>1</script>', retold_from: 'A book' },
  ];
  const inputs = (name: string) =>
    given.map((about, at) => ({ ...taleInput(about), title: `${name} ${at}`, publish_date: '2020-01-01T00:00:00Z' }));
  for (const input of inputs('Single')) await createTale(site.db, input);
  const outcomes = await createTales(site.db, inputs('Many'));
  expect(outcomes.map((each) => each.outcome === 'saved' && [each.tale.slug, each.tale.version, each.contentChanged])).toEqual([
    ['many-0', 1, false],
    ['many-1', 1, false],
    ['many-2', 1, false],
    ['many-3', 1, true],
  ]);
  expect(await kept('Many%')).toEqual(await kept('Single%'));
  const { rows } = await site.pool.query("select tales from facet_counts where facet = '*' and author_id = 0");
  expect(rows).toEqual([{ tales: 6 }]);
});

test('what is wrong with one keeps no other from being written, and addresses are given once', async () => {
  const outcomes = await createTales(site.db, [
    taleInput({ title: 'Twin', author: 'Ann Other' }),
    taleInput({ title: 'Twin', author: 'ANN OTHER' }),
    taleInput({ title: '', category: 'none' }),
    taleInput({ title: 'Taken', slug: 'twin' }),
    taleInput({ title: 'Wanted', slug: 'own-address' }),
    taleInput({ title: 'Wanted', slug: 'own-address' }),
    'no tale',
  ]);
  expect(outcomes.map((each) => (each.outcome === 'saved' ? each.tale.slug : Object.keys(each.problems).sort()))).toEqual([
    'twin',
    'twin-2',
    ['category', 'title'],
    ['slug'],
    'own-address',
    ['slug'],
    expect.anything(),
  ]);
  const { rows } = await site.pool.query("select count(distinct author_id) as authors from tales where title = 'Twin'");
  expect(rows).toEqual([{ authors: 1 }]);
  expect(await createTales(site.db, [])).toEqual([]);
});

test('all are written, or none', async () => {
  const work = site.db.transaction().execute(async (trx) => {
    await createTales(trx, [taleInput({ title: 'Gone again' })]);
    throw new Error('stop');
  });
  await expect(work).rejects.toThrow('stop');
  expect(await kept('Gone again')).toEqual([]);
});

test('withdrawn tales leave their addresses free', async () => {
  const before = await site.pool.query("select tales from facet_counts where facet = '*' and author_id = 0");
  const make = () => createTales(site.db, [taleInput({ title: 'Short Guest' }), taleInput({ title: 'Other Guest' })]);
  const ids = (await make()).flatMap((each) => (each.outcome === 'saved' ? each.tale.id : []));
  await withdrawTales(site.db, ids);
  expect((await make()).map((each) => each.outcome === 'saved' && each.tale.slug)).toEqual(['short-guest', 'other-guest']);
  await site.db.deleteFrom('tales').where('title', 'like', '% Guest').execute();
  expect((await site.pool.query("select tales from facet_counts where facet = '*' and author_id = 0")).rows).toEqual(before.rows);
});

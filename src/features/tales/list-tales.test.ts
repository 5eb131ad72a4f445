import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { parseBrowseQuery } from './browse-query.ts';
import { browseTales } from './tales.ts';

/** Many tales with facets that are rare, evenly distributed or all at one end: each uses another query plan. */

const MANY = 7_000;
const MARKS = [
  ['the rare', 'origin=Rare', 'n % 700 = 0'],
  ['one in three', 'origin=Spread', 'n % 3 = 0'],
  ['only the oldest', 'language=is', `n > ${MANY - 80}`],
  ['only the newest', 'language=fo', 'n <= 80'],
  ['those of one day', 'age=13%2B', 'n between 3000 and 3060'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await addTale(database.db);
  await runSql(
    database.ownerUrl,
    `insert into tales (slug, title, author, author_id, category_id, excerpt, words, status, publish_date, origin, language, age_band)
     select 't-' || n, case n % 2 when 0 then 'The ' else '' end || 'Tale ' || n % 10, '', (select min(id) from authors), 2, 'x',
       n / 50, 'published', date_trunc('day', now()) - n / 4 * interval '1 hour',
       case when ${MARKS[0][2]} then 'Rare' when ${MARKS[1][2]} then 'Spread' else '' end,
       case when ${MARKS[2][2]} then 'is' when ${MARKS[3][2]} then 'fo' else 'en' end,
       case when ${MARKS[4][2]} then '13+' else '' end
     from generate_series(1, ${MANY}) n`,
  );
  await database.pool.query('delete from tales where id = $1', [id]);
});
afterAll(() => database.drop());

const KEYS = {
  newest: 'publish_date desc, id desc',
  title: 'title_key(title) collate "C", id',
  shortest: 'words, id',
  longest: 'words desc, id desc',
};
const CONDITIONS = ["origin = 'Rare'", "origin = 'Spread'", "language = 'is'", "language = 'fo'", "age_band = '13+'"];

describe.each(Object.entries(KEYS))('in the order of %s', (sort, key) => {
  test.each(MARKS.map(([name, search], n) => [name, search, CONDITIONS[n]]))('%s are all met, once each', async (_, search, condition) => {
    const { rows } = await database.pool.query<{ slug: string }>(`select slug from tales where ${condition} order by ${key}`);
    const met: string[] = [];
    for (let after = ''; ; ) {
      const page = await browseTales(database.db, parseBrowseQuery(new URLSearchParams(`${search}&sort=${sort}&after=${after}`)));
      met.push(...(page?.tales ?? []).map((tale) => tale.slug));
      // The first pages are enough.
      if (page?.next == null || met.length > 100) break;
      after = page.next;
    }
    expect(met).toEqual(rows.map((row) => row.slug).slice(0, met.length));
    expect(met.length).toBe(Math.min(rows.length, 108));
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { taleInput } from '#test/factories.ts';
import { createTales as createReadTales } from './create-tales.ts';
import { createTale, readNewTale, type TaleInput } from './tales.ts';
import { purgeTales } from './trash.ts';

const createTales = (db: Db, inputs: unknown[]) => createReadTales(db, inputs.map(readNewTale));

let site: TestDatabase;
beforeAll(async () => {
  site = await createTestDatabase();
});
afterAll(() => site.drop());

/** All stored rows of tales with these titles, except ids and times. */
async function kept(like: string): Promise<unknown[]> {
  const { rows } = await site.pool.query(
    `select to_jsonb(t) - array['id', 'slug', 'title', 'created_at', 'updated_at', 'publish_date', 'first_published_at', 'search', 'title_words', 'search_text'] as tale,
       array(select category_id from tale_categories where tale_id = t.id order by 1) as tags, (select count(*) from tale_slugs where tale_id = t.id) as addresses,
       search::text like '%mill%' as found
     from tales t where title like $1 order by title`,
    [like],
  );
  return rows;
}

test('writes the same rows as createTale', async () => {
  const given: Partial<TaleInput>[] = [
    {},
    {
      tags: ['dark', 'classic'],
      author: 'A new one',
      motifs: ['a mill', 'a "wheel", {turning}'],
      why_it_matters: 'It turns.',
      questions: ['Why?'],
    },
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

test('uses column defaults for omitted fields', async () => {
  const input = (name: string) => ({ title: `${name} bare`, author: 'The Miller', category: 'classic', excerpt: 'Short.' });
  await createTale(site.db, input('Single'));
  await createTales(site.db, [input('Many')]);
  expect(await kept('Many bare')).toEqual(await kept('Single bare'));
});

test('splits long texts into several statements', async () => {
  const content = `<p>${'a mill and '.repeat(60_000)}</p>`;
  const outcomes = await createTales(
    site.db,
    Array.from({ length: 4 }, (_, at) => taleInput({ title: `Long ${at}`, content })),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['saved', 'saved', 'saved', 'saved']);
  const { rows } = await site.pool.query("select count(*) from tales where title like 'Long %' and content = $1", [content]);
  expect(rows).toEqual([{ count: 4 }]);
});

describe('new authors', () => {
  const authorsLike = async (like: string) => {
    const { rows } = await site.pool.query(
      'select name, slug, (select count(*) from tales t where t.author_id = a.id) as tales from authors a where name ilike $1 order by name collate "C"',
      [like],
    );
    return rows;
  };

  test('get unique slugs, also if similar, taken or formerly used', async () => {
    await createTales(site.db, [taleInput({ author: 'Old Teller' })]);
    await site.pool.query("update authors set slug = 'renamed' where slug = 'old-teller'");
    const names = ['Old-Teller', 'New Teller', 'New-Teller', 'NEW TELLER', '雪 Teller', '雪の Teller'];
    const outcomes = await createTales(
      site.db,
      names.map((author) => taleInput({ author })),
    );
    expect(outcomes.every(({ outcome }) => outcome === 'saved')).toBe(true);
    expect(await authorsLike('%Teller')).toEqual([
      { name: 'NEW TELLER', slug: 'new-teller', tales: 2 },
      { name: 'New-Teller', slug: 'new-teller-2', tales: 1 },
      { name: 'Old Teller', slug: 'renamed', tales: 1 },
      { name: 'Old-Teller', slug: 'old-teller-2', tales: 1 },
      { name: '雪 Teller', slug: 'teller', tales: 1 },
      { name: '雪の Teller', slug: 'teller-2', tales: 1 },
    ]);
  });

  test('are created once by concurrent writers', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Rival ${at}`);
    const write = (given: string[]) =>
      createTales(
        site.db,
        given.map((author) => taleInput({ author })),
      );
    const outcomes = await Promise.all([
      write(names),
      write(names.toReversed()),
      write(names.map((name) => name.toUpperCase())),
      ...names.slice(0, 4).map((author) => createTale(site.db, taleInput({ author }))),
    ]);
    expect(outcomes.flat().every(({ outcome }) => outcome === 'saved')).toBe(true);
    const made = await authorsLike('rival %');
    expect(made.map(({ name }) => name.toLowerCase()).sort()).toEqual(names.map((name) => name.toLowerCase()).sort());
    expect(made.reduce((sum, { tales }) => sum + tales, 0)).toBe(124);
  });
});

test('skips invalid tales only, and assigns each slug once', async () => {
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

test('needs as few statements for 1,000 tales of one title as for 10', async () => {
  let statements = 0;
  const counting = site.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const countFor = async (count: number) => {
    statements = 0;
    const outcomes = await createTales(
      counting,
      Array.from({ length: count }, () => taleInput({ title: 'The Same Wolf', slug: undefined })),
    );
    return { statements, slugs: outcomes.map((each) => (each.outcome === 'saved' ? each.tale.slug : 'none')) };
  };
  const few = await countFor(10);
  expect(few.slugs).toEqual(['the-same-wolf', ...Array.from({ length: 9 }, (_, index) => `the-same-wolf-${index + 2}`)]);
  const many = await countFor(1_000);
  expect(new Set([...few.slugs, ...many.slugs]).size).toBe(1_010);
  expect(many.statements).toBeLessThan(few.statements + 10);
});

test('is atomic', async () => {
  const work = site.db.transaction().execute(async (trx) => {
    await createTales(trx, [taleInput({ title: 'Gone again' })]);
    throw new Error('stop');
  });
  await expect(work).rejects.toThrow('stop');
  expect(await kept('Gone again')).toEqual([]);
});

test('releases the slugs of purged tales', async () => {
  const before = await site.pool.query("select tales from facet_counts where facet = '*' and author_id = 0");
  const make = () => createTales(site.db, [taleInput({ title: 'Short Guest' }), taleInput({ title: 'Other Guest' })]);
  const ids = (await make()).flatMap((each) => (each.outcome === 'saved' ? each.tale.id : []));
  await transact(site.db, (trx) => purgeTales(trx, ids, new Date()));
  expect((await make()).map((each) => each.outcome === 'saved' && each.tale.slug)).toEqual(['short-guest', 'other-guest']);
  await site.db.deleteFrom('tales').where('title', 'like', '% Guest').execute();
  expect((await site.pool.query("select tales from facet_counts where facet = '*' and author_id = 0")).rows).toEqual(before.rows);
});

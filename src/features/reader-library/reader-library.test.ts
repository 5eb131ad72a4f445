import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { fc } from '#test/fast-check.ts';
import type { Bookshelf, Change } from './contract.ts';
import { exportBookshelf, getBookshelf } from './reader-library.ts';
import { saveChanges } from './save-changes.ts';
import { READ_LATER } from './store/apply-change.ts';

const SHELVES = [READ_LATER, '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const OWN = SHELVES[1] ?? '';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
let database: TestDatabase;
let tales: string[] = [];
let draft = '';
let [gerda, kay] = ['', ''];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < 4; n += 1) tales.push((await addTale(database.db)).id);
  draft = (await addTale(database.db, { status: 'draft' })).id;
  tales = tales.toSorted();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await run('delete from users');
  [gerda, kay] = [await addUser('gerda'), await addUser('kay')];
});

const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const addUser = async (name: string): Promise<string> =>
  (await run('insert into users (name, email) values ($1, $2) returning id', [name, `${name}@tales.example`])).rows[0].id;
const save = (person: string, ...changes: Change[]) => saveChanges(database.db, person, changes);
const read = (person: string) => getBookshelf(database.db, person);
const DAY_MS = 86_400_000;
const YESTERDAY = Date.now() - DAY_MS;
const at = (minute: number) => new Date(YESTERDAY + minute * 60_000).toISOString();
const favorite = (minute: number, tale = tales[0] ?? '', on = true): Change => ({ op: 'favorite', at: at(minute), tale, on });
const shelve = (minute: number, shelf: string, tale = tales[0] ?? '', on = true): Change => ({
  op: 'shelve',
  at: at(minute),
  shelf,
  tale,
  on,
});
const shelf = (minute: number, name: string, id = OWN): Change => ({ op: 'shelf', at: at(minute), shelf: id, name });
const gone = (minute: number, id = OWN): Change => ({ op: 'shelf_gone', at: at(minute), shelf: id });
const EMPTY: Bookshelf = { favorites: [], shelves: [], positions: [] };

/** Any changes of few things at few times, so that they meet often. */
const anyChange = (): fc.Arbitrary<Change> => {
  const time = fc.integer({ min: 0, max: 6 }).map(at);
  const tale = fc.nat({ max: 3 }).map((n) => tales[n] ?? '');
  const shelfId = fc.constantFrom(...SHELVES);
  return fc.oneof(
    fc.record({ op: fc.constant('favorite' as const), at: time, tale, on: fc.boolean() }),
    fc.record({ op: fc.constant('shelf' as const), at: time, shelf: shelfId, name: fc.constantFrom('Winter', 'For Kay') }),
    fc.record({ op: fc.constant('shelf_gone' as const), at: time, shelf: shelfId }),
    fc.record({ op: fc.constant('shelve' as const), at: time, shelf: shelfId, tale, on: fc.boolean() }),
    fc.record({ op: fc.constant('position_gone' as const), at: time, tale }),
    fc.record({
      op: fc.constant('position' as const),
      at: time,
      tale,
      place: fc.constantFrom('0.0', '2.10', '12.3'),
      progress: fc.constantFrom(0, 0.1, 1 / 3, 1),
      finished: fc.boolean(),
    }),
  );
};

describe('changes', () => {
  test('in any order, repeated and batched, end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(anyChange(), { minLength: 1, maxLength: 14 })
          .chain((changes) =>
            fc.tuple(
              fc.constant(changes),
              fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 }),
              fc.integer({ min: 1, max: 6 }),
            ),
          ),
        async ([changes, shuffled, size]) => {
          const [first, second] = [await addUser('first'), await addUser('second')];
          await save(first, ...changes);
          for (let n = 0; n < shuffled.length; n += size) await save(second, ...shuffled.slice(n, n + size));
          expect(await read(second)).toEqual(await read(first));
          expect(await read(gerda)).toEqual(EMPTY);
          await run("delete from users where name in ('first', 'second')");
        },
      ),
      { numRuns: 30 },
    );
  });

  test('of two devices at once end in the same state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyChange(), { maxLength: 8, minLength: 1 }),
        fc.array(anyChange(), { maxLength: 8, minLength: 1 }),
        async (one, two) => {
          const [together, alone] = [await addUser('together'), await addUser('alone')];
          await Promise.all([save(together, ...one), save(together, ...two)]);
          await save(alone, ...two, ...one);
          expect(await read(together)).toEqual(await read(alone));
          await run("delete from users where name in ('together', 'alone')");
        },
      ),
      { numRuns: 25 },
    );
  });

  test('from the future count as now, from before 1970 as very old', async () => {
    const before = Date.now();
    await save(gerda, { op: 'favorite', at: '2999-01-01T00:00:00.000Z', tale: tales[0] ?? '', on: true });
    const kept = (await read(gerda)).favorites[0]?.at ?? '';
    expect(Date.parse(kept)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(kept)).toBeLessThanOrEqual(Date.now() + 1);
    await save(gerda, { op: 'favorite', at: '-000001-12-31T00:00:00.000Z', tale: tales[1] ?? '', on: true });
    expect((await read(gerda)).favorites[1]?.at).toBe('1970-01-01T00:00:00.000Z');
  });
});

test('saved items are returned newest first', async () => {
  const [a = '', b = ''] = tales;
  const { bookshelf, refused } = await save(
    gerda,
    favorite(1, a),
    favorite(2, b),
    shelve(3, READ_LATER, a),
    shelve(3, OWN, b),
    shelf(4, 'Winter'),
    { op: 'position', at: at(5), tale: a, place: '3.20', quote: 'once upon\na time\n0 2 0 1', progress: 1 / 3, finished: false },
  );
  expect(refused).toEqual([]);
  expect(bookshelf).toEqual({
    favorites: [
      { tale: b, at: at(2) },
      { tale: a, at: at(1) },
    ],
    shelves: [
      { id: READ_LATER, name: 'Read later', kind: 'read_later', at: '1970-01-01T00:00:00.000Z', tales: [{ tale: a, at: at(3) }] },
      { id: OWN, name: 'Winter', kind: 'own', at: at(4), tales: [{ tale: b, at: at(3) }] },
    ],
    positions: [{ tale: a, place: '3.20', quote: 'once upon\na time\n0 2 0 1', progress: 1 / 3, finished: false, at: at(5) }],
  });
  expect(await read(gerda)).toEqual(bookshelf);
});

test('deleting a collection removes its tales; later additions stay once it is named again', async () => {
  await save(gerda, shelf(1, 'Winter'), shelve(2, OWN), gone(3));
  expect((await read(gerda)).shelves).toEqual([]);
  await save(gerda, shelve(2, OWN, tales[1]), shelve(4, OWN, tales[2]), shelf(5, 'Spring'));
  expect((await read(gerda)).shelves).toMatchObject([{ name: 'Spring', tales: [{ tale: tales[2] }] }]);
});

test('collection ids are scoped by user', async () => {
  await save(gerda, shelf(1, 'Winter'), shelve(2, OWN));
  const before = await read(gerda);
  await save(kay, shelf(3, 'Mine now'), shelve(3, OWN, tales[1]), gone(4), shelve(5, OWN, tales[0], false));
  expect(await read(gerda)).toEqual(before);
  expect(await read(kay)).toEqual(EMPTY);
});

describe('drafts', () => {
  test('are refused like unknown tales, and the rest is applied', async () => {
    const position = { op: 'position' as const, at: at(1), place: '0.0', progress: 0, finished: false };
    const answers = await Promise.all(
      [draft, UNKNOWN].map((tale) => save(gerda, favorite(1, tale), favorite(1), shelve(1, READ_LATER, tale), { ...position, tale })),
    );
    for (const { refused } of answers) {
      expect(refused).toEqual([0, 2, 3].map((index) => ({ index, reason: 'unknown_tale' })));
    }
    expect((await read(gerda)).favorites).toEqual([{ tale: tales[0], at: at(1) }]);
    expect(await save(gerda, favorite(2, draft, false), favorite(2, UNKNOWN, false))).toMatchObject({ refused: [] });
  });

  test('are hidden until they are public again', async () => {
    const tale = (await addTale(database.db)).id;
    await save(gerda, favorite(1, tale), shelve(1, READ_LATER, tale), {
      op: 'position',
      at: at(1),
      tale,
      place: '0.0',
      progress: 0,
      finished: false,
    });
    const before = await read(gerda);
    for (const change of ["status = 'draft'", 'deleted_at = now()', "publish_date = now() + interval '1 day'"]) {
      await run(`update tales set ${change} where id = $1`, [tale]);
      expect(JSON.stringify(await read(gerda))).not.toContain(tale);
      await run("update tales set status = 'published', deleted_at = null, publish_date = now() where id = $1", [tale]);
      expect(await read(gerda)).toEqual(before);
    }
  });
});

describe('bounds', () => {
  test('the 5,001st favourite is refused, and accepted after a removal', async () => {
    await addManyTales(5000);
    await run("insert into favorites (user_id, tale_id, is_on, at) select $1, id, true, '2025-01-01' from tales where title like 'Many%'", [
      gerda,
    ]);
    expect((await save(gerda, favorite(1))).refused).toEqual([{ index: 0, reason: 'full' }]);
    const [{ tale = '' } = {}] = (await read(gerda)).favorites;
    expect((await save(gerda, favorite(2), favorite(1, tale, false))).refused).toEqual([]);
    expect((await read(gerda)).favorites).toHaveLength(5000);
  });

  test('the 1,001st tale of a collection is rejected', async () => {
    await save(gerda, shelf(1, 'Winter'));
    await addManyTales(1000);
    await run(
      "insert into shelf_tales (user_id, shelf_id, tale_id, is_on, at) select $1, $2, id, true, '2025-01-01' from (select id from tales where title like 'Many%' limit 1000) t",
      [gerda, OWN],
    );
    expect((await save(gerda, shelve(2, OWN), shelve(2, READ_LATER))).refused).toEqual([{ index: 0, reason: 'full' }]);
  });

  test('the 101st collection is rejected', async () => {
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID());
    const { refused } = await save(gerda, ...ids.map((id, n) => shelf(1, `Shelf ${n}`, id)));
    expect(refused).toEqual([{ index: 100, reason: 'full' }]);
    expect((await read(gerda)).shelves).toHaveLength(100);
    expect((await save(gerda, gone(2, ids[0]), shelf(2, 'Another', ids[100]))).refused).toEqual([]);
  });

  test('placeholder collections are limited as well', async () => {
    const answers = [];
    for (const _ of [0, 1]) answers.push(await save(gerda, ...Array.from({ length: 200 }, () => shelve(1, crypto.randomUUID()))));
    expect(answers.map(({ refused }) => refused.length)).toEqual([0, 100]);
  });

  test('beyond 2,000 positions the oldest are deleted', async () => {
    await addManyTales(2000);
    await run(
      "insert into reading_positions select $1, id, '1.1', 0.5, false, '2025-01-01'::timestamptz + row_number() over (order by id) * interval '1 s' from (select id from tales where title like 'Many%' limit 2000) t",
      [gerda],
    );
    const oldest = (await read(gerda)).positions.at(-1)?.tale;
    await save(gerda, { op: 'position', at: at(1), tale: tales[0] ?? '', place: '0.0', progress: 0, finished: false });
    const { positions } = await read(gerda);
    expect(positions).toHaveLength(2000);
    expect(positions[0]?.tale).toBe(tales[0]);
    expect(positions.some(({ tale }) => tale === oldest)).toBe(false);
  });

  test('Read later cannot be renamed or deleted', async () => {
    const { refused } = await save(gerda, shelf(1, 'Later', READ_LATER), gone(1, READ_LATER), shelve(1, READ_LATER));
    expect(refused).toEqual([0, 1].map((index) => ({ index, reason: 'fixed_shelf' })));
    expect((await read(gerda)).shelves).toMatchObject([{ name: 'Read later', tales: [{ tale: tales[0] }] }]);
  });
});

test.each([
  [91, 0],
  [89, 4],
])('of four items removed %i days ago %i tombstones remain', async (days, left) => {
  const time = new Date(Date.now() - days * DAY_MS).toISOString();
  const changes = [favorite(0, tales[0], false), gone(0), shelve(0, READ_LATER, tales[0], false)];
  changes.push({ op: 'position_gone', at: at(0), tale: tales[0] ?? '' });
  await save(gerda, ...changes.map((change) => ({ ...change, at: time })));
  const { rows } = await run(`select 1 from favorites union all select 1 from shelf_tales
    union all select 1 from reading_positions union all select 1 from shelves where deleted_at is not null`);
  expect(rows).toHaveLength(left);
});

test('the export has everything of one user, and account deletion removes everything', async () => {
  for (const person of [gerda, kay]) await save(person, favorite(1), shelf(1, 'Winter'), shelve(2, OWN));
  await save(gerda, { op: 'position', at: at(1), tale: tales[0] ?? '', place: '1.5', progress: 0.25, finished: false });
  const own = await exportBookshelf(database.db, gerda);
  expect(own).toMatchObject({
    favorites: [{ tale: { id: tales[0] }, is_on: true }],
    shelves: [{ id: OWN, name: 'Winter' }],
    shelfTales: [{ shelf_id: OWN }],
    positions: [{ place: '1.5', progress: 0.25 }],
  });
  await run('delete from users where id = $1', [gerda]);
  expect(await exportBookshelf(database.db, gerda)).toEqual({ favorites: [], shelves: [], shelfTales: [], positions: [] });
  expect((await exportBookshelf(database.db, kay)).favorites).toHaveLength(1);
});

test('a deleted account gets 401', async () => {
  await expect(save(UNKNOWN, favorite(1))).rejects.toMatchObject({ status: 401 });
});

/** Adds a number of public tales, once. */
async function addManyTales(count: number): Promise<void> {
  const { rows } = await run("select count(*)::int as n from tales where title like 'Many%'");
  await run(
    `insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date)
     select 'many-' || n, 'Many ' || n, 'The Miller', (select author_id from tales limit 1), 1, 'Many.', 'published', '2025-01-01'
     from generate_series($1::int + 1, $2::int) n`,
    [rows[0].n, count],
  );
}

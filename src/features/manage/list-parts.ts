import { type RawBuilder, sql } from 'kysely';
import type { Sort, TaleListQuery, TaleState } from './contract.ts';
import { type CategoryForList, type Conditions, STATES } from './list-conditions.ts';

/**
 * A stretch of the list of `tales t` that one index can give in its order. Sorted by state or category the list has a part for each,
 * with the newest tale first; all other orders are one part without a name.
 */
export type Part = {
  name: string;
  where: RawBuilder<boolean>;
  /** What the part is sorted by before the id; undefined: by the id alone, which rises with the time of creation. */
  key: RawBuilder<unknown> | undefined;
  isRising: boolean;
  /** How a cursor holds its place, and what Postgres reads that as. */
  written: RawBuilder<string>;
  kind: 'time' | 'text';
  type: RawBuilder<unknown>;
};

const TIME = { kind: 'time' as const, type: sql`timestamptz` };
const TEXT = { kind: 'text' as const, type: sql`text` };

const TIMES: Partial<Record<Sort, RawBuilder<unknown>>> = {
  created: sql`t.created_at`,
  updated: sql`t.updated_at`,
  publish_date: sql`t.publish_date`,
};
/** As the indexes have them. */
const TEXTS: Partial<Record<Sort, RawBuilder<string>>> = {
  title: sql`(plain(title_key(t.title)) collate "C")`,
  author: sql`(plain(t.author) collate "C")`,
};
const ORDER_OF_STATES: readonly TaleState[] = ['draft', 'scheduled', 'published', 'bin'];

/** The parts of a list in their order. */
export function listParts(query: TaleListQuery, { common, words }: Conditions, categories: readonly CategoryForList[]): Part[] {
  const { sort, order, state, category, author } = query;
  const fitting = categories.filter(({ fits }) => fits).map(({ id }) => id);
  const wordsOrCategory =
    fitting.length === 0 || words === undefined ? words : sql<boolean>`(${words} or t.category_id = any(${fitting}::smallint[]))`;
  const where = and(common, wordsOrCategory);
  const time = TIMES[sort];
  if (time !== undefined) {
    const written = sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    return [{ name: '', where, key: time, isRising: order === 'asc', written, ...TIME }];
  }
  const text = TEXTS[sort];
  // All of one author are in one place.
  if (sort === 'author' && author !== undefined) return [part(author, where)];
  if (text !== undefined) return [{ name: '', where, key: text, isRising: order !== 'desc', written: text, ...TEXT }];
  const parts =
    sort === 'status'
      ? ORDER_OF_STATES.filter((name) => (state === undefined ? name !== 'bin' : name === state)).map((name) =>
          part(name, and(where, STATES[name])),
        )
      : categories
          .filter(({ slug }) => category === undefined || slug === category)
          // Of a category that fits itself all tales are wanted.
          .map(({ slug, id, fits }) => part(slug, and(and(common, fits ? undefined : words), sql`t.category_id = ${id}`)));
  return order === 'desc' ? parts.reverse() : parts;
}

function and(one: RawBuilder<boolean>, other: RawBuilder<boolean> | undefined): RawBuilder<boolean> {
  return other === undefined ? one : sql`${one} and ${other}`;
}

function part(name: string, where: RawBuilder<boolean>): Part {
  return { name, where, key: undefined, isRising: false, written: sql<string>`${name}::text`, ...TEXT };
}

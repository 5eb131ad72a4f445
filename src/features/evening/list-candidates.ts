import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Candidate } from './fit-tales.ts';
import type { HowLongQuery } from './how-long-query.ts';
import { USUAL } from './pace.ts';

/** Lengths around which tales are looked for, and how many on either side of each: the cost does not grow with the library. */
const POINTS = 8;
const NEAR = 60;
/** Of so many those of an age are taken: the index of lengths knows no ages. */
const STEPS = 300;
const MOST = 1_000;
/** One tale takes more of the time than this, where there is one. */
const LONG = 0.6;

type Asked = Pick<HowLongQuery, 'how' | 'what' | 'age' | 'pace'> & { minutes: number };
/** Words, both included. */
type Range = { least: number; most: number };

/** Tales that may fit, of many lengths; the same in the same order for the same `seed`. In English, where one of them is. */
export async function listCandidates(db: Db, asked: Asked, seed: string): Promise<Candidate[]> {
  const most = asked.minutes * (asked.pace ?? USUAL[asked.how]);
  const any = { least: 1, most };
  const ranges = asked.what === 'one' ? [{ least: Math.ceil(most * LONG), most }, any] : [any];
  const other: Row[] = [];
  for (const range of ranges) {
    const found = await select(db, asked, seed, near(range, asked, seed));
    const fitting = found.filter(({ minutes }) => minutes <= asked.minutes);
    const english = fitting.filter(isEnglish);
    if (english.length > 0) return english;
    if (other.length === 0) other.push(...fitting);
  }
  if (other.length > 0 || asked.age.length === 0) return other;
  // An age that few tales have.
  const rare = await select(db, asked, seed, withAge(any, asked.age));
  return rare.some(isEnglish) ? rare.filter(isEnglish) : rare;
}

type Row = Candidate & { language: string };

function isEnglish({ language }: Row): boolean {
  return language.startsWith('en');
}

const columns = sql`t.id, t.words, t.minutes, t.category_id, t.language, t.age_band`;

async function select(db: Db, { how, pace }: Asked, seed: string, source: RawBuilder<unknown>): Promise<Row[]> {
  // At the usual pace an editor's own minutes count, as on the cards.
  const minutes = how === 'silent' && pace === null ? sql`t.minutes` : sql`ceil(t.words / ${pace ?? USUAL[how]}::numeric)::integer`;
  const { rows } = await sql<Row>`
    select distinct md5(${seed}::text || t.id::text) as place, t.id, ${minutes} as minutes, c.slug as category, t.language
    from (${source}) t join categories c on c.id = t.category_id order by place`.execute(db);
  return rows;
}

/** Tales around lengths that are spread over the range. */
function near({ least, most }: Range, { age }: Asked, seed: string): RawBuilder<unknown> {
  const step = (most - least) / POINTS;
  const points = Array.from({ length: POINTS }, (_, n) => Math.round(least + step * (n + fractionOf(`${seed} ${n}`))));
  const within = sql`${isPublic} and t.words between ${least} and ${most}`;
  const side = (words: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    age.length === 0
      ? sql`(select ${columns} from tales t where ${within} and ${words} order by ${order} limit ${NEAR})`
      : sql`(select * from (select ${columns} from tales t where ${within} and ${words} order by ${order} limit ${STEPS}) t
          where t.age_band = any(${age}::text[]) limit ${NEAR})`;
  return sql`select near.* from unnest(${points}::integer[]) point cross join lateral (
      ${side(sql`t.words >= point`, sql`t.words, t.id`)} union all ${side(sql`t.words < point`, sql`t.words desc, t.id desc`)}) near`;
}

/** Found by the index of filters. */
function withAge({ least, most }: Range, age: string[]): RawBuilder<unknown> {
  const marks = age.map((band) => `g:${band}`);
  return sql`select ${columns} from tales t where ${isPublic} and t.facets && ${marks}::text[] and t.words between ${least} and ${most} limit ${MOST}`;
}

/** A number from 0 to below 1. */
function fractionOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32;
}

/** Finds similar tales, with what they have in common. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { type CardRow, cardColumns, cardTables, isPublic, isPublicAs, toCard } from './cards.ts';
import type { RelatedTale, TaleView } from './contract.ts';

const MAX_RELATED = 3;
/** Candidates per side from each index: the cost does not grow with the library. */
const CANDIDATES = { type: 10, motif: 20, author: 8, category: 25, length: 10 };
const MAX_SCORED = 12;
/** Subtracted for each tale already picked for the same reason. */
const REPEATED_REASON_PENALTY = 3;
/** Minimum ratio of word counts of tales of similar length. */
const SIMILAR_LENGTH_RATIO = 0.85;

type Tale = Omit<TaleView, 'related'>;
type Reason = 'type' | 'motif' | 'author' | 'origin' | 'length' | 'category';
type Row = CardRow & { reason: Reason; score: number; origin: string };

/** Returns up to three similar public tales, each with the reason; never the previous or next one. */
export async function relatedTales(db: Db, tale: Tale): Promise<RelatedTale[]> {
  const rows = await listSimilar(db, tale);
  return pickDifferent(rows).map((row) => ({ ...toCard(row), reason: reasonText(row, tale) }));
}

/** Picks the highest scores, preferring different reasons. */
function pickDifferent(rows: readonly Row[]): Row[] {
  const picked: Row[] = [];
  const adjusted = (row: Row) => row.score - REPEATED_REASON_PENALTY * picked.filter(({ reason }) => reason === row.reason).length;
  while (picked.length < MAX_RELATED) {
    const [best] = rows.filter((row) => !picked.includes(row)).toSorted((a, b) => adjusted(b) - adjusted(a));
    if (best === undefined) return picked;
    picked.push(best);
  }
  return picked;
}

function reasonText({ reason, author, category, origin }: Row, tale: Tale): string {
  switch (reason) {
    case 'type':
      return 'Another version of this tale';
    case 'motif':
      return `Another tale of ${findTaleTypeGroup(tale.taleType)?.description}`;
    case 'author':
      return `Also by ${author}`;
    case 'origin':
      return `Another ${origin} tale`;
    case 'length':
      return 'As long as this one';
    case 'category':
      return `Also in ${category}`;
  }
}

async function listSimilar(db: Db, tale: Tale): Promise<Row[]> {
  const neighbours = [tale.prevTale, tale.nextTale].flatMap((each) => each?.slug ?? []);
  const motif = findTaleTypeGroup(tale.taleType);
  const length = sql`least(near.words, ${tale.words})::float8 / greatest(near.words, ${tale.words}, 1)`;
  const is = {
    type: sql`coalesce(type_number = ${motif?.number ?? -1}::integer, false)`,
    motif: sql`coalesce(type_number between ${motif?.from ?? -1}::integer and ${motif?.to ?? -1}::integer, false)`,
    author: sql`(near.author_id = ${authorId(tale)})`,
    origin: sql`(near.origin <> '' and near.origin = ${tale.origin})`,
    length: sql`(${length} >= ${SIMILAR_LENGTH_RATIO})`,
    category: sql`(near.category_id = ${categoryId(tale)})`,
    age: sql`(near.age_band <> '' and near.age_band = ${tale.ageBand})`,
  };
  // “offset 0” makes the type number, a regular expression, be computed once for each tale, not for each use.
  const { rows } = await sql<Row>`
    select ${cardColumns}, t.origin, scored.reason, scored.score
    from (
      select id, case when ${is.type} then 'type' when ${is.motif} then 'motif' when ${is.author} then 'author'
          when ${is.origin} then 'origin' when ${is.length} then 'length' else 'category' end as reason,
        8 * ${is.type}::integer + 6 * ${is.motif}::integer + 4 * ${is.author}::integer + 3 * ${is.origin}::integer
          + 2 * ${is.category}::integer + ${is.age}::integer + ${length} as score
      from (
        select *, tale_type_number(tale_type) as type_number from (${candidates(tale, motif)}) found
        where id <> ${tale.id}::uuid and language = ${tale.language} and slug <> all(${neighbours}::text[])
        offset 0
      ) near
      where ${is.motif} or ${is.author} or ${is.origin} or ${is.length} or ${is.category}
      order by score desc, publish_date desc, id limit ${sql.lit(MAX_SCORED)}
    ) scored join ${cardTables} on t.id = scored.id
    order by scored.score desc, t.publish_date desc, t.id ${preparedStatement}`.execute(db);
  return rows;
}

const authorId = ({ author }: Tale) => sql`(select id from authors where slug = ${author.slug})`;
const categoryId = ({ category }: Tale) => sql`(select id from categories where slug = ${category.slug})`;

/** All that the score needs: reading it again by id would double the pages read, which are all over a large library. */
const scoredColumns = sql`t.id, t.slug, t.tale_type, t.author_id, t.category_id, t.origin, t.words, t.age_band, t.language, t.publish_date`;

/** Tales next to this one in the indexes of tale type, author, category and length. */
function candidates(tale: Tale, motif: ReturnType<typeof findTaleTypeGroup>): RawBuilder<unknown> {
  const { publishDate, words } = tale;
  const parts = [
    ...nearDate(sql`t.author_id = ${authorId(tale)}`, publishDate, CANDIDATES.author),
    ...nearDate(sql`t.category_id = ${categoryId(tale)}`, publishDate, CANDIDATES.category),
    sql`(select ${scoredColumns} from tales t where ${isPublic} and t.words >= ${words} order by t.words, t.id limit ${sql.lit(CANDIDATES.length)})`,
    sql`(select ${scoredColumns} from tales t where ${isPublic} and t.words < ${words} order by t.words desc, t.id desc limit ${sql.lit(CANDIDATES.length)})`,
  ];
  if (motif !== undefined) {
    const typed = sql`select ${scoredColumns} from tales t where ${isPublic} and t.tale_type <> '' and tale_type_number(t.tale_type)`;
    parts.push(
      sql`(${typed} = ${motif.number}::integer order by t.publish_date desc limit ${sql.lit(CANDIDATES.type)})`,
      sql`(${typed} between ${motif.from}::integer and ${motif.to}::integer limit ${sql.lit(CANDIDATES.motif)})`,
    );
  }
  return sql.join(parts, sql` union `);
}

/** Tales published just before and after a date. */
function nearDate(of: RawBuilder<unknown>, publishDate: string, limit: number): RawBuilder<unknown>[] {
  const near = sql`select ${scoredColumns} from tales t where ${isPublic} and ${of}`;
  return [
    sql`(${near} and t.publish_date <= ${publishDate}::timestamptz order by t.publish_date desc, t.id desc limit ${sql.lit(limit)})`,
    sql`(${near} and t.publish_date > ${publishDate}::timestamptz order by t.publish_date, t.id limit ${sql.lit(limit)})`,
  ];
}

/** Groups of the ATU index of tale types: first number and a description in our own words. */
const TALE_TYPE_GROUPS: readonly (readonly [from: number, description: string])[] = [
  [1, 'a sly fox'],
  [100, 'beasts wild and tame'],
  [150, 'beasts and people'],
  [220, 'birds and small creatures'],
  [300, 'a fearsome foe'],
  [400, 'an enchanted bride'],
  [425, 'an enchanted husband'],
  [450, 'brothers and sisters under a spell'],
  [460, 'a long errand'],
  [500, 'a magical helper'],
  [530, 'a helpful animal'],
  [560, 'a magical thing'],
  [650, 'a wondrous gift'],
  [700, 'wonders'],
  [750, 'reward and punishment'],
  [850, 'a clever match'],
  [900, 'a test of love'],
  [920, 'wise words'],
  [950, 'robbers and thieves'],
  [970, 'fate'],
  [1000, 'a giant outwitted'],
  [1200, 'fools'],
  [1350, 'husbands and wives'],
  [1525, 'tricksters'],
  [1850, 'tall stories'],
  [2000, 'one thing after another'],
];
const LAST_NUMBER = 2_399;
/** Must match tale_type_number() in the database. */
const TALE_TYPE = /^(?:ATU|AaTh|AT) ?0*([0-9]{1,4})/;

/**
 * Condition: several public tales have the tale type with this number. It looks at the second tale in the order of the index, as the planner
 * may choose another index for an equal number.
 */
export function hasSeveralTales(number: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select tale_type_number(n.tale_type) from tales n
    where ${isPublicAs('n')} and n.tale_type <> '' and tale_type_number(n.tale_type) >= ${number}
    order by tale_type_number(n.tale_type) offset 1 limit 1) = ${number}, false)`;
}

type TaleTypeGroup = { number: number; from: number; to: number; description: string };

/** Returns the group of a tale type such as `ATU 545B`: its number, the range of the group and a description. Undefined for other texts. */
export function findTaleTypeGroup(taleType: string): TaleTypeGroup | undefined {
  const number = Number(TALE_TYPE.exec(taleType)?.[1] ?? Number.NaN);
  const at = TALE_TYPE_GROUPS.findLastIndex(([from]) => number >= from);
  const found = TALE_TYPE_GROUPS[at];
  if (found === undefined || number > LAST_NUMBER) return undefined;
  return { number, from: found[0], to: (TALE_TYPE_GROUPS[at + 1]?.[0] ?? LAST_NUMBER + 1) - 1, description: found[1] };
}

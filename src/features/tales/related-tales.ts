/** "If you liked this": tales that are like another one, and in what. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { type CardRow, cardColumns, cardTables, isPublic, listFeaturedIds, toCard } from './cards.ts';
import type { RelatedTale, TaleView } from './contract.ts';
import { motifOf } from './motifs.ts';

const SHOWN = 3;
/** So many are looked at on either side in an index: the cost does not grow with the library. */
const NEAR = { type: 10, motif: 20, author: 8, category: 25, length: 10 };
const SCORED = 12;
/** A reason that was given already is worth less the next time. */
const SAID_ALREADY = 3;
/** As long as another: the shorter one has at least this share of its words. */
const AS_LONG = 0.85;

type Asked = Omit<TaleView, 'related'>;
type Reason = 'type' | 'motif' | 'author' | 'origin' | 'length' | 'category';
type Row = CardRow & { reason: Reason; score: number; origin: string };

/** Up to three public tales like this one, none of them the previous or the next, each with the reason in a few words; none where nothing is like it. */
export async function relatedTales(db: Db, tale: Asked): Promise<RelatedTale[]> {
  const [rows, featured] = await Promise.all([listAlike(db, tale), listFeaturedIds(db)]);
  const marked = new Set(featured);
  return pickDifferent(rows).map((row) => ({ ...toCard(row, marked), reason: sayReason(row, tale) }));
}

/** The most alike, of different reasons where there are such. */
function pickDifferent(rows: readonly Row[]): Row[] {
  const picked: Row[] = [];
  const worth = (row: Row) => row.score - SAID_ALREADY * picked.filter(({ reason }) => reason === row.reason).length;
  while (picked.length < SHOWN) {
    const [best] = rows.filter((row) => !picked.includes(row)).toSorted((a, b) => worth(b) - worth(a));
    if (best === undefined) return picked;
    picked.push(best);
  }
  return picked;
}

function sayReason({ reason, author, category, origin }: Row, tale: Asked): string {
  switch (reason) {
    case 'type':
      return 'The same old tale, told otherwise';
    case 'motif':
      return `Another tale of ${motifOf(tale.taleType)?.words}`;
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

async function listAlike(db: Db, tale: Asked): Promise<Row[]> {
  const neighbours = [tale.prevTale, tale.nextTale].flatMap((each) => each?.slug ?? []);
  const motif = motifOf(tale.taleType);
  const length = sql`least(t.words, ${tale.words})::float8 / greatest(t.words, ${tale.words}, 1)`;
  const is = {
    type: sql`coalesce(tale_type_number(t.tale_type) = ${motif?.number ?? -1}::integer, false)`,
    motif: sql`coalesce(tale_type_number(t.tale_type) between ${motif?.from ?? -1}::integer and ${motif?.to ?? -1}::integer, false)`,
    author: sql`(a.slug = ${tale.author.slug})`,
    origin: sql`(t.origin <> '' and t.origin = ${tale.origin})`,
    length: sql`(${length} >= ${AS_LONG})`,
    category: sql`(c.slug = ${tale.category.slug})`,
    age: sql`(t.age_band <> '' and t.age_band = ${tale.ageBand})`,
  };
  const { rows } = await sql<Row>`
    select ${cardColumns}, t.origin,
      case when ${is.type} then 'type' when ${is.motif} then 'motif' when ${is.author} then 'author'
        when ${is.origin} then 'origin' when ${is.length} then 'length' else 'category' end as reason,
      8 * ${is.type}::integer + 6 * ${is.motif}::integer + 4 * ${is.author}::integer + 3 * ${is.origin}::integer
        + 2 * ${is.category}::integer + ${is.age}::integer + ${length} as score
    from (${candidates(tale, motif)}) near join ${cardTables} on t.id = near.id
    where t.id <> ${tale.id}::uuid and t.language = ${tale.language} and t.slug <> all(${neighbours}::text[])
      and (${is.motif} or ${is.author} or ${is.origin} or ${is.length} or ${is.category})
    order by score desc, t.publish_date desc, t.id limit ${SCORED}`.execute(db);
  return rows;
}

/** Those beside it in the indexes of types, authors, categories and lengths. */
function candidates({ author, category, publishDate, words }: Asked, motif: ReturnType<typeof motifOf>): RawBuilder<unknown> {
  const ofAuthor = sql`t.author_id = (select id from authors where slug = ${author.slug})`;
  const ofCategory = sql`t.category_id = (select id from categories where slug = ${category.slug})`;
  const parts = [
    ...besides(ofAuthor, publishDate, NEAR.author),
    ...besides(ofCategory, publishDate, NEAR.category),
    sql`(select t.id from tales t where ${isPublic} and t.words >= ${words} order by t.words, t.id limit ${NEAR.length})`,
    sql`(select t.id from tales t where ${isPublic} and t.words < ${words} order by t.words desc, t.id desc limit ${NEAR.length})`,
  ];
  if (motif !== undefined) {
    const typed = sql`${isPublic} and t.tale_type <> ''`;
    parts.push(
      sql`(select t.id from tales t where ${typed} and tale_type_number(t.tale_type) = ${motif.number}::integer
        order by t.publish_date desc limit ${NEAR.type})`,
      sql`(select t.id from tales t where ${typed} and tale_type_number(t.tale_type) between ${motif.from}::integer and ${motif.to}::integer
        limit ${NEAR.motif})`,
    );
  }
  return sql.join(parts, sql` union `);
}

/** Those published next to a moment, before and after it. */
function besides(of: RawBuilder<unknown>, publishDate: string, most: number): RawBuilder<unknown>[] {
  return [
    sql`(select t.id from tales t where ${isPublic} and ${of} and t.publish_date <= ${publishDate}::timestamptz
      order by t.publish_date desc, t.id desc limit ${most})`,
    sql`(select t.id from tales t where ${isPublic} and ${of} and t.publish_date > ${publishDate}::timestamptz
      order by t.publish_date, t.id limit ${most})`,
  ];
}

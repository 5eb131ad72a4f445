import { type RawBuilder, sql } from 'kysely';
import { coverAddress, jpegCoverAddress, shareImageAddress } from '#src/features/covers/covers.ts';
import { type AttachedRow, attachedSql, memberFilesSql, toAttached } from '#src/features/files/attachments/attachments.ts';
import type { Db } from '#src/platform/db/db.ts';
import { constantSql, preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { withPictures } from '#src/ui/picture.ts';
import { type CardRow, cardColumns, cardTables, isPublic, isPublicAs, toCard } from './cards.ts';
import type { Credit, Link, TaleNeighbour, TaleView } from './contract.ts';
import { creditsSql } from './credits.ts';
import type { FieldValues } from './field-values.ts';
import { hasSeveralTales } from './related-tales.ts';
import { PAGE_COLUMNS, toPageFields } from './tale-schemas.ts';

/** Server API of tales for other features and the application. */
export { BROWSE_PAGE, browseTales, facetOptions, findMovedQuery, nameAuthors, newestMatching, newestTales, recentTales } from './browse.ts';
export {
  type CardRow,
  cardColumns,
  cardsByIds,
  cardTables,
  findTaleOptions,
  isPublic,
  listFeatured,
  listFeaturedAndNewest,
  taleOptionsByIds,
  toCard,
} from './cards.ts';
export { contentColumns, type PublishCheck, type ReadTale, readNewTale } from './check-tale.ts';
export { createTales } from './create-tales.ts';
export { creditNamesSql, creditsSql } from './credits.ts';
export { CALM, countMatching, countSets, countTales, type FacetGroups, facetCondition, readFacetNames, toFacetGroups } from './facets.ts';
export { getFeaturedPins, MAX_PINS, pinTales } from './featured.ts';
export { randomTale } from './random-tale.ts';
export { findTaleTypeGroup, hasSeveralTales, relatedTales } from './related-tales.ts';
export { createTale, deleteTale, type SavedTale, type SaveOptions, updateTale, type WrittenTale } from './save-tale.ts';
export { lockTalesOf, rewriteTales } from './tale-references.ts';
export { TaleInput, toPageFields } from './tale-schemas.ts';
export { moveTale, purgeTales } from './trash.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Columns of a DetailRow besides `cardColumns`. */
const detailColumns = constantSql(sql`${sql.join(PAGE_COLUMNS.map((name) => sql.ref(`t.${name}`)))}, t.updated_at,
  coalesce((select json_agg(json_build_object('slug', tag.slug, 'name', tag.name) order by tag.position)
    from tale_categories tc join categories tag on tag.id = tc.category_id where tc.tale_id = t.id), '[]') as tags, ${creditsSql} as credits,
  ${attachedSql('tale', sql`t.id`)} as files, ${memberFilesSql('tale', sql`t.id`)} as member_files`);

/** Columns of a TaleRow besides those. `variant_type`: the number of the tale type of a public tale, if others have it. */
const pageColumns =
  constantSql(sql`t.content, ${isPublic} as is_public, (select allows_suggestions from site_settings) as allows_suggestions,
  case when t.tale_type <> '' and ${hasSeveralTales(sql`tale_type_number(t.tale_type)`)} then tale_type_number(t.tale_type) end as variant_type,
  ${neighbour(sql`>`, sql`asc`)} as previous, ${neighbour(sql`<`, sql`desc`)} as next`);

/** The previous or next tale of the category by publish date. Lists show the newest first, so “next” is older. */
function neighbour(
  operator: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  among: RawBuilder<unknown> = sql`n.category_id = t.category_id`,
): RawBuilder<unknown> {
  return sql`(select json_build_object('slug', n.slug, 'title', n.title, 'cover_image', n.cover_image,
      'palette', (select palette from categories where id = n.category_id)) from tales n
    where ${among} and ${isPublicAs('n')}
      and (n.publish_date, n.id) ${operator} (t.publish_date, t.id)
    order by n.publish_date ${direction}, n.id ${direction} limit 1)`;
}

/**
 * `moved` has the current slug; `gone` tales were deleted. `isAlone`: it is the only tale of its category, so its neighbours are those
 * among all tales. `related` is empty: see related-tales.ts.
 */
type FoundTale =
  | { kind: 'found'; tale: TaleView; isAlone: boolean }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

type TaleRow = DetailRow & {
  is_public: boolean;
  variant_type: number | null;
  allows_suggestions: boolean;
  previous: NeighbourRow | null;
  next: NeighbourRow | null;
};
type NeighbourRow = { slug: string; title: string; cover_image: string; palette: string };

/** Finds a public tale by slug. Ids and old slugs return `moved`. */
export async function findTale(db: Db, slugOrId: string): Promise<FoundTale> {
  if (UUID.test(slugOrId)) return findMoved(db, sql`t.id = ${slugOrId}::uuid`);
  if (!SLUG.test(slugOrId) || slugOrId.length > 200) return { kind: 'unknown' };
  const row = await findRow(db, sql`t.slug = ${slugOrId} and ${isPublic}`);
  if (row) {
    const isAlone = row.previous === null && row.next === null;
    const neighbours = isAlone ? await findNeighboursOfAll(db, row.id) : {};
    return { kind: 'found', tale: toView({ ...row, ...neighbours }), isAlone };
  }
  const moved = await findMoved(db, sql`t.id = (select tale_id from tale_slugs where slug = ${slugOrId})`);
  return moved.kind === 'moved' ? moved : findGone(db, slugOrId);
}

/** `palette` generates the cover of a tale without an image, as its cover URL is not public yet. */
export type PreviewedTale = { tale: TaleView; isPublic: boolean; hasPicture: boolean; palette: string };

/** Returns the tale as readers will see it, public or not; null if it does not exist or is in the trash. */
export async function findTaleForPreview(db: Db, id: string): Promise<PreviewedTale | null> {
  const row = await findRow(db, sql`t.id = ${id}::uuid and t.deleted_at is null`);
  if (row === undefined) return null;
  return { tale: toView(row), isPublic: row.is_public, hasPicture: row.cover_image !== '', palette: row.palette };
}

async function findRow(db: Db, which: RawBuilder<unknown>): Promise<TaleRow | undefined> {
  const { rows } = await sql<TaleRow>`
    select ${cardColumns}, ${detailColumns}, ${pageColumns} from ${cardTables} where ${which} ${preparedStatement}`.execute(db);
  return rows[0];
}

/** Neighbours among all tales, for the only tale of a category. */
async function findNeighboursOfAll(db: Db, id: string): Promise<Pick<TaleRow, 'previous' | 'next'>> {
  const all = sql`true`;
  const { rows } = await sql<Pick<TaleRow, 'previous' | 'next'>>`
    select ${neighbour(sql`>`, sql`asc`, all)} as previous, ${neighbour(sql`<`, sql`desc`, all)} as next from tales t where t.id = ${id}::uuid`.execute(
    db,
  );
  return rows[0] ?? { previous: null, next: null };
}

async function findMoved(db: Db, where: RawBuilder<unknown>): Promise<FoundTale> {
  const { rows } = await sql<{ slug: string }>`select t.slug from tales t where ${where} and ${isPublic}`.execute(db);
  return rows[0] ? { kind: 'moved', slug: rows[0].slug } : { kind: 'unknown' };
}

/** Gone: deleted permanently, or in the trash after being public. Drafts are unknown. */
async function findGone(db: Db, slug: string): Promise<FoundTale> {
  const { rows } = await sql`
    select from tale_slugs s left join tales t on t.id = s.tale_id
    where s.slug = ${slug} and (s.tale_id is null or (t.status = 'published' and t.publish_date <= now() and t.deleted_at is not null))`.execute(
    db,
  );
  return { kind: rows.length > 0 ? 'gone' : 'unknown' };
}

function toView(row: TaleRow): TaleView {
  return {
    ...toDetails(row),
    content: withPictures(row.content),
    variantType: row.variant_type,
    allowsSuggestions: row.allows_suggestions,
    prevTale: toNeighbour(row.previous),
    nextTale: toNeighbour(row.next),
    related: [],
  };
}

function toNeighbour(row: NeighbourRow | null): TaleNeighbour | null {
  if (row === null) return null;
  return {
    slug: row.slug,
    title: row.title,
    coverImage: coverAddress({ slug: row.slug, title: row.title, category: row.palette, coverImage: row.cover_image }),
  };
}

type TaleForCover = { id: string; title: string; category: string; author: string; cover: string };

/** Returns the inputs of a generated cover; null for a slug that is not public. */
export async function findTaleForCover(db: Db, slug: string): Promise<TaleForCover | null> {
  const { rows } = await sql<TaleForCover>`
    select t.id, t.title, c.palette as category, t.author, t.cover_image as cover from ${cardTables} where t.slug = ${slug} and ${isPublic}`.execute(
    db,
  );
  return rows[0] ?? null;
}

type DetailRow = CardRow & {
  content: string;
  tags: Link[];
  credits: Credit[];
  files: AttachedRow[];
  member_files: number;
  updated_at: Date;
} & Pick<FieldValues, (typeof PAGE_COLUMNS)[number]>;

type TaleDetails = Omit<TaleView, 'variantType' | 'allowsSuggestions' | 'prevTale' | 'nextTale' | 'related'>;

/** `content` is the stored HTML: sanitized, with plain image URLs. */
function toDetails(row: DetailRow): TaleDetails {
  return {
    ...toCard(row),
    content: row.content,
    words: row.words,
    tags: row.tags,
    ...toPageFields(row),
    credits: row.credits,
    files: toAttached(row.files),
    memberFiles: row.member_files,
    shareImage: shareImageAddress({ slug: row.slug, title: row.title, author: row.author, category: row.palette, cover: row.cover_image }),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * A tale for feeds, catalogues and EPUBs. `picture` is its own cover image, empty if the cover is generated; `jpegCover` and
 * `jpegThumbnail` are for software without SVG support.
 */
export type TaleRecord = Omit<TaleDetails, 'isFeatured' | 'passage'> & {
  picture: string;
  palette: string;
  jpegCover: string;
  jpegThumbnail: string;
};

/** Returns records in the order of `ids`; tales that are not public are omitted. Without `withContent` the text is empty. */
export async function taleRecords(db: Db, ids: string[], { withContent = false } = {}): Promise<TaleRecord[]> {
  if (ids.length === 0) return [];
  return inOrderOf(ids, await selectRecords(db, sql`t.id = any(${ids}::uuid[])`, withContent), (record) => record.id);
}

/** The same by slug. */
export async function taleRecordsBySlugs(db: Db, slugs: string[], { withContent = false } = {}): Promise<TaleRecord[]> {
  if (slugs.length === 0) return [];
  return inOrderOf(slugs, await selectRecords(db, sql`t.slug = any(${slugs}::text[])`, withContent), (record) => record.slug);
}

function inOrderOf(keys: string[], records: TaleRecord[], keyOf: (record: TaleRecord) => string): TaleRecord[] {
  const byKey = new Map(records.map((record) => [keyOf(record), record]));
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
}

async function selectRecords(db: Db, which: RawBuilder<unknown>, withContent: boolean): Promise<TaleRecord[]> {
  const content = withContent ? sql`t.content` : sql`''`;
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, ${detailColumns}, ${content} as content from ${cardTables} where ${which} and ${isPublic}`.execute(db);
  return rows.map(toRecord);
}

function toRecord(row: DetailRow): TaleRecord {
  const { isFeatured: _, ...details } = toDetails(row);
  const cover = { slug: row.slug, title: row.title, author: row.author, category: row.palette, cover: row.cover_image };
  return {
    ...details,
    picture: row.cover_image,
    palette: row.palette,
    jpegCover: jpegCoverAddress(cover, 'cover'),
    jpegThumbnail: jpegCoverAddress(cover, 'thumb'),
  };
}

/** What is told of a tale beyond its card, for its page and for those who take tales elsewhere. */
import { type RawBuilder, sql } from 'kysely';
import { jpegCoverAddress, shareImageAddress } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type CardRow, cardColumns, cardTables, isPublic, toCard } from './cards.ts';
import type { Link, TaleView } from './contract.ts';

export type DetailRow = CardRow & {
  content: string;
  tags: Link[];
  origin: string;
  tale_type: string;
  content_notes: string[];
  motifs: string[];
  why_it_matters: string;
  questions: string[];
  retold_from: string;
  source: string;
  rights: string;
  updated_at: Date;
};

/** With `cardColumns` before it, from `cardTables`. */
export const detailColumns = sql`t.origin, t.tale_type, t.content_notes, t.motifs, t.why_it_matters, t.questions,
  t.retold_from, t.source, t.rights, t.updated_at,
  coalesce((select json_agg(json_build_object('slug', tag.slug, 'name', tag.name) order by tag.position)
    from tale_categories tc join categories tag on tag.id = tc.category_id where tc.tale_id = t.id), '[]') as tags`;

type TaleDetails = Omit<TaleView, 'prevTale' | 'nextTale' | 'related'>;

/** The content is as it is stored: clean, its pictures by their plain addresses. */
export function toDetails(row: DetailRow, featured: ReadonlySet<string>): TaleDetails {
  return {
    ...toCard(row, featured),
    content: row.content,
    words: row.words,
    tags: row.tags,
    origin: row.origin,
    taleType: row.tale_type,
    contentNotes: row.content_notes,
    motifs: row.motifs,
    whyItMatters: row.why_it_matters,
    questions: row.questions,
    retoldFrom: row.retold_from,
    source: row.source,
    rights: row.rights,
    shareImage: shareImageAddress({ slug: row.slug, title: row.title, author: row.author, category: row.palette, cover: row.cover_image }),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * A tale as it leaves the site: in feeds, catalogues and books. `picture` is its own one (blank: its cover is drawn), `jpegCover` and
 * `jpegThumbnail` are its cover for programs that show no SVG.
 */
export type TaleRecord = Omit<TaleDetails, 'isFeatured' | 'passage'> & {
  picture: string;
  palette: string;
  jpegCover: string;
  jpegThumbnail: string;
};

/** The records of these tales in the order of `ids`; those that are not public are left out. Without `withContent` their text is blank. */
export async function taleRecords(db: Db, ids: string[], { withContent = false } = {}): Promise<TaleRecord[]> {
  if (ids.length === 0) return [];
  return inOrderOf(ids, await selectRecords(db, sql`t.id = any(${ids}::uuid[])`, withContent), (record) => record.id);
}

/** The same by slugs, each tale once. */
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
  const { isFeatured: _, ...details } = toDetails(row, new Set());
  const cover = { slug: row.slug, title: row.title, author: row.author, category: row.palette, cover: row.cover_image };
  return {
    ...details,
    picture: row.cover_image,
    palette: row.palette,
    jpegCover: jpegCoverAddress(cover, 'cover'),
    jpegThumbnail: jpegCoverAddress(cover, 'thumb'),
  };
}
